import Foundation
import Testing
import XMPPTestSupport

extension EndToEnd {
    /// The built program with accounts on a real server, as two people use it.
    @Suite final class Accounts {
        private static let garden = "garden@rooms.chat.test"
        /// A home for each of the two.
        private let homes = ["ann": Sandbox(), "bea": Sandbox()]

        private func sandbox(of name: String) throws -> Sandbox { try #require(homes[name]) }

        /// Makes the account of `name` known to the program.
        private func add(_ name: String, _ server: Prosody, port: UInt16? = nil, to home: String? = nil) throws {
            let added = try sandbox(of: home ?? name).mingle(
                "account", "add", "\(name)@chat.test", "--server", "127.0.0.1:\(port ?? server.port)", "--ca",
                server.authority, "--password-stdin", input: "secret-\(name)\n")
            #expect(added.status == 0 && added.complaint.isEmpty, "\(added)")
        }

        private func open(_ name: String, _ more: String...) throws -> TerminalSession {
            try sandbox(of: name).open([Program.path] + more, width: 110, height: 24)
        }

        /// How often `text` stands on the screen.
        private func count(_ text: String, on screen: Screen) -> Int { screen.rows.count { $0.contains(text) } }

        @Test func nothingIsLostOrDoubledWhenTheServerDiesInTheMiddleOfATalk() throws {
            let server = try #require(Prosody())
            defer { server.kill() }
            for name in ["ann", "bea"] { try add(name, server) }
            let (ann, bea) = (try open("ann"), try open("bea"))
            for (terminal, name) in [(ann, "ann"), (bea, "bea")] {
                try terminal.waitUntilShown("● \(name)@chat.test")
                try terminal.say("/join \(Accounts.garden)")
                try terminal.waitUntilShown("not end-to-end encrypted")
            }
            try ann.waitUntilShown("2 here")
            try bea.waitUntilShown("2 here")
            try ann.say("good morning")
            try bea.waitUntilShown("good morning")
            try bea.say("hello to you")
            try ann.waitUntilShown("hello to you")
            try ann.waitUntilShown("good morning ✓")

            server.kill()
            for terminal in [ann, bea] {
                let screen = try terminal.waitUntil("the account is told not to be well") { screen in
                    screen.rows.contains {
                        $0.contains("@chat.test: ") && $0.contains("Connection refused; trying again")
                    }
                }
                #expect(screen.contains("○ ") || screen.contains("◌ "), "the account's own mark")
            }
            // What is said now waits.
            try ann.say("can you hear me?")
            try ann.waitUntilShown("can you hear me?")
            try bea.say("anybody there?")
            try bea.waitUntilShown("anybody there?")
            #expect(try !ann.screen.contains("can you hear me? ✓"))
            // Behind the news stands the state, with its reason and its next try.
            try ann.waitUntilShown("cannot be reached: Connection refused; again at ")

            #expect(server.start())
            for (terminal, own, others) in [
                (ann, "can you hear me?", "anybody there?"), (bea, "anybody there?", "can you hear me?"),
            ] {
                try terminal.waitUntilShown(own + " ✓")
                try terminal.waitUntilShown(others)
                try terminal.waitUntilShown("2 here")
            }
            try ann.say("back again")
            try bea.waitUntilShown("back again")
            for terminal in [ann, bea] {
                let screen = try terminal.screen
                for text in ["good morning", "hello to you", "can you hear me?", "anybody there?", "back again"] {
                    #expect(count(text, on: screen) == 1, "\(text)\n\(screen)")
                }
                #expect(!screen.contains("✗"))
                try terminal.press("C-q")
                #expect(try terminal.waitUntilEnded() == 0)
            }
            // Both files tell the same, in the same order.
            let told = try ["ann", "bea"].map { name in
                let outcome = try sandbox(of: name).mingle(
                    "export", "--account", "\(name)@chat.test", "--room", Accounts.garden)
                #expect(outcome.status == 0, "\(outcome)")
                return try outcome.lines.map { try Exported($0).text }
            }
            #expect(told[0] == told[1] && told[0].count == 5, "\(told)")
        }

        /// What is written out of the program is what is exported by the command.
        @Test func aRoomOfAnAccountIsExported() throws {
            let server = try #require(Prosody())
            defer { server.kill() }
            try add("ann", server)
            let ann = try open("ann", "--account", "ann@chat.test", "--room", Accounts.garden)
            try ann.waitUntilShown("1 here")
            for text in ["one", "two", "three"] {
                try ann.say(text)
                try ann.waitUntilShown(text + " ✓")
            }
            let path = try sandbox(of: "ann").folder + "/garden.jsonl"
            try ann.say("/export \(path)")
            try ann.waitUntilShown("3 messages")
            let lines = String(decoding: try sandbox(of: "ann").bytes(of: path), as: UTF8.self).split(separator: "\n")
            #expect(try lines.map { try Exported(String($0)).text } == ["one", "two", "three"])
            let told = try sandbox(of: "ann").mingle(
                "export", "--account", "ann@chat.test", "--room", Accounts.garden)
            #expect(told.lines == lines.map(String.init))
        }

        /// A server whose authority only the account knows: what is put there is got from there.
        @Test func aPictureGoesThroughTheAccountsOwnServer() throws {
            var options = Prosody.Options()
            options.largestUpload = 1_000_000
            let server = try #require(Prosody(options))
            defer { server.kill() }
            for name in ["ann", "bea"] {
                try add(name, server)
                // The server of the test stands on this machine.
                _ = try sandbox(of: name).file(
                    "config/mingle/settings.json5", "{ picturesFromLoopback: true }")
            }
            let picture = try sandbox(of: "ann").file(
                "roses.png", sandbox(of: "ann").bytes(of: Program.repository + "/Tests/Samples/still.png"))
            let ann = try open("ann", "--account", "ann@chat.test", "--room", Accounts.garden)
            let bea = try open("bea", "--account", "bea@chat.test", "--room", Accounts.garden)
            try bea.waitUntilShown("2 here")
            try ann.waitUntilShown("2 here")
            try ann.say("/image '\(picture)' the roses")
            try bea.waitUntilShown("the roses")
            try bea.press("M-i")
            try bea.waitUntilShown("Fetch")
            try bea.type("r")
            try bea.press("Escape")
            // Half of its cells are blocks.
            try bea.waitUntil("the picture is drawn") { screen in
                screen.contains("▀") && !screen.contains("roses.png")
            }
        }

        @Test func whatWasLeftOnItsWayIsThereAtTheNextStart() throws {
            var options = Prosody.Options()
            options.largestUpload = 1_000_000
            let server = try #require(Prosody(options))
            defer { server.kill() }
            let proxy = FaultProxy(to: server.port)
            defer { proxy.stop() }
            try add("ann", server, port: proxy.port)
            let file = try sandbox(of: "ann").file("notes.txt", "what there was to say")
            let start = ["--account", "ann@chat.test", "--room", Accounts.garden]
            let ann = try sandbox(of: "ann").open([Program.path] + start, width: 110, height: 24)
            try ann.waitUntilShown("1 here")
            proxy.freeze()
            try ann.say("/upload '\(file)' my notes")
            // Not in the draft, but in the log.
            try ann.waitUntilShown("notes.txt, 21 bytes")
            try ann.press("C-q")
            #expect(try ann.waitUntilEnded() == 0)
            proxy.thaw()
            let again = try sandbox(of: "ann").open([Program.path] + start, width: 110, height: 24)
            try again.waitUntilShown("A message of the last time may not have arrived: /retry or /drop")
            try again.waitUntilShown("my notes ✗")
            try again.waitUntilShown("1 here")
            try again.say("/retry")
            try again.waitUntilShown("my notes ✓")
            let screen = try again.screen
            #expect(count("my notes", on: screen) == 1 && screen.contains("https://localhost"), "\(screen)")
        }

        /// Whatever is wrong with a server or a password is one line.
        @Test func whatIsWrongIsSaidInOneLine() throws {
            let sandbox = try sandbox(of: "ann")
            func complaint(_ server: Prosody?, _ more: String..., password: String = "secret-ann") throws -> String {
                let place = server.map { ["--server", "127.0.0.1:\($0.port)", "--ca", $0.authority] } ?? []
                let words = ["account", "add", "ann@chat.test", "--password-stdin"] + place + more
                let outcome = try sandbox.start(words, input: Array((password + "\n").utf8)).wait()
                #expect(outcome.status == 1 && outcome.lines.isEmpty, "\(outcome)")
                let lines = outcome.complaint.split(separator: "\n")
                #expect(lines.count == 1, "\(outcome)")
                return String(lines.first ?? "")
            }
            let known: [(Certificates.Flaw, String)] = [
                (.expired, "certificate has expired; is the clock of this machine right?"),
                (.notYetValid, "certificate is not yet valid; is the clock of this machine right?"),
                (.wrongName, "hostname mismatch"), (.selfSigned, "self-signed certificate"),
                (.unknownAuthority, "unable to get local issuer certificate"),
            ]
            for (flaw, reason) in known {
                var options = Prosody.Options()
                options.flaw = flaw
                let server = try #require(Prosody(options))
                defer { server.kill() }
                let expected = "mingle: ann@chat.test: the server's certificate was refused: " + reason
                #expect(try complaint(server) == expected)
            }
            var open = Prosody.Options()
            open.offersTLS = false
            let plain = try #require(Prosody(open))
            defer { plain.kill() }
            #expect(try complaint(plain).hasSuffix("the server offers no encryption, so no password is sent"))
            let server = try #require(Prosody())
            defer { server.kill() }
            #expect(try complaint(server, password: "guess").hasSuffix("wrong password, or no such account"))
            #expect(try complaint(nil, "--server", "nowhere.invalid").contains("nowhere.invalid cannot be reached: "))
            server.kill()
            #expect(try complaint(server).contains("cannot be reached: Connection refused"))
            // Nothing of all this was kept.
            #expect(try sandbox.mingle("account", "list").lines.isEmpty)
        }

        @Test func anAccountThatIsNotWellDoesNotHinderTheOther() throws {
            let (server, other) = (try #require(Prosody()), try #require(Prosody()))
            defer {
                server.kill()
                other.kill()
            }
            try add("ann", server)
            try add("carl", other, to: "ann")
            other.kill()
            let ann = try open("ann")
            try ann.waitUntilShown("● ann@chat.test")
            try ann.waitUntilShown("○ carl@chat.test")
            try ann.waitUntilShown("carl@chat.test: 127.0.0.1 cannot be reached: Connection refused")
            try ann.say("/join \(Accounts.garden)")
            try ann.waitUntilShown("as ann@chat.test")
            try ann.say("all is well here")
            try ann.waitUntilShown("all is well here ✓")
            try ann.waitUntilShown("○ carl@chat.test")
        }

        @Test func whatARoomOrItsServerRefusesIsSaidInOneLine() throws {
            let server = try #require(Prosody())
            defer { server.kill() }
            for name in ["ann", "bea"] { try add(name, server) }
            let ann = try open("ann", "--account", "ann@chat.test", "--room", Accounts.garden)
            try ann.waitUntilShown("1 here")
            let bea = try open("bea", "--account", "bea@chat.test", "--room", Accounts.garden)
            try bea.waitUntilShown("2 here")
            try ann.waitUntilShown("2 here")
            try bea.say("/nick ann")
            try bea.waitUntilShown("the name is taken")
            let long = String(repeating: "words ", count: 50_000)
            let sent = try sandbox(of: "bea").mingle(
                "send", "--account", "bea@chat.test", "--room", Accounts.garden, "-", input: long)
            #expect(sent.status == 1 && sent.complaint.hasSuffix("it is too long for the server\n"), "\(sent)")
            #expect(sent.complaint.split(separator: "\n").count == 1, "\(sent)")
            try bea.say("still here")
            try ann.waitUntilShown("still here")
            try ann.say("/ban bea for a test")
            try bea.waitUntilShown("one was banned: for a test")
            try bea.say("/join \(Accounts.garden)")
            try bea.waitUntilShown("one is banned, or may not do that here")
        }

        /// A disk that is full costs what would be kept, and is told; talking goes on, and the other account, too.
        @Test func aFullDiskIsToldAndTalkingGoesOn() throws {
            let server = try #require(Prosody())
            defer { server.kill() }
            try add("ann", server)
            let ann = try sandbox(of: "ann").open(
                [
                    "/usr/bin/prlimit", "--fsize=120000", Program.path, "--account", "ann@chat.test", "--room",
                    Accounts.garden,
                ], width: 110, height: 24)
            try ann.waitUntilShown("1 here")
            // The next key takes a notice away, and a minute later it is told again.
            for number in 0..<40 {
                try ann.say("\(number) " + String(repeating: "word ", count: 60))
                if try poll(seconds: 0.6, until: { try ann.screen.contains("what is said is not kept: ") }) { break }
            }
            try ann.waitUntilShown("what is said is not kept: ", seconds: 120)
            try ann.say("still here")
            try ann.waitUntilShown("still here ✓")
        }

        /// Contacts as they are asked, answered and blocked, and whom one writes to without having met.
        @Test func contactsComeAboutAndEnd() throws {
            let server = try #require(Prosody())
            defer { server.kill() }
            for name in ["ann", "bea"] { try add(name, server) }
            let (ann, bea) = (try open("ann"), try open("bea"))
            try ann.waitUntilShown("● ann@chat.test")
            try bea.waitUntilShown("● bea@chat.test")
            try ann.say("/contact add bea@chat.test")
            try bea.waitUntilShown("asks to be a contact")
            try bea.waitUntilShown("? ann asks")
            try bea.say("/contact accept ann")
            try ann.waitUntilShown("● bea")
            // From a room of this machine, by address alone.
            try ann.say("/msg bea@chat.test we have not met")
            try ann.waitUntilShown("we have not met ✓")
            try bea.say("/block ann")
            try bea.waitUntilShown("ann blocked")
            try ann.say("unheard")
            try ann.waitUntilShown("nobody answers, or it is full or blocked")
            try bea.say("/unblock ann@chat.test")
            try bea.waitUntilGone("ann blocked")
            try bea.say("/contact remove ann")
            try bea.waitUntilGone("contacts")
        }
    }
}
