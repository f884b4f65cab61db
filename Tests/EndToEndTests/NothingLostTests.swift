import Foundation
import Glibc
import Testing
import XMPPTestSupport

private let hasProsody = FileManager.default.isExecutableFile(atPath: "/usr/bin/prosody")

extension EndToEnd {
    /// What was written survives other windows, editors and programs that end badly, and nothing waits for ever.
    @Suite final class NothingLost {
        private let sandbox = Sandbox()

        private func script(_ name: String, _ lines: String) -> String {
            let path = sandbox.file(name, "#!/bin/sh\n" + lines + "\n")
            chmod(path, 0o755)
            return path
        }

        private var drafts: String {
            let folder = sandbox.folder + "/data/mingle"
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            let name = names.first { $0.contains("-drafts-") && $0.hasSuffix(".json") }
            return name.map { String(decoding: sandbox.bytes(of: folder + "/" + $0), as: UTF8.self) } ?? ""
        }

        private func waitUntilKept(_ text: String) throws {
            #expect(poll(seconds: 60) { drafts.contains(text) }, "\(drafts)")
        }

        // MARK: Drafts

        @Test func twoWindowsOfOnePersonLeaveEachOthersDraftsAlone() throws {
            let one = try sandbox.terminal("--as", "Ann", width: 100)
            try one.waitUntilShown("1 here")
            let other = try sandbox.terminal("--as", "Ann", width: 100)
            try other.waitUntilShown("1 here")
            try one.type("a long draft")
            try waitUntilKept("a long draft")
            // Long enough for its draft to be kept in place of the other's.
            try other.type("hi there")
            try waitUntilKept("hi there")
            try other.press("Enter")
            try one.waitUntilShown("hi there")
            try one.leave()
            try other.leave()
            let again = try sandbox.terminal("--as", "Ann", width: 100)
            try again.waitUntilShown("a long draft")
        }

        @Test func draftsThatCannotBeReadWholeAreNeitherDroppedNorOverwritten() throws {
            let ann = try sandbox.terminal("--as", "Ann", width: 100)
            try ann.waitUntilShown("1 here")
            try ann.type("my answer")
            try waitUntilKept("my answer")
            try ann.leave()
            let folder = sandbox.folder + "/data/mingle"
            let name = try #require(
                try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.contains("-drafts-") })
            let id = String(repeating: "x", count: 1_500)
            let kept = drafts.replacing("\"text\":\"my answer\"", with: "\"text\":\"my answer\",\"replyTo\":\"\(id)\"")
            let foreign = #"{"v":2,"id":"draft","room":"other","words":"from a later version"}"#
            #expect(kept.contains(id))
            _ = sandbox.file("data/mingle/" + name, kept + foreign + "\n")
            let again = try sandbox.terminal("--as", "Ann", width: 100)
            try again.waitUntilShown("my answer")
            try again.type("!")
            try waitUntilKept("my answer!")
            #expect(drafts.contains("from a later version"))
        }

        // MARK: Editors

        @Test func whatAnEditorSavedBeforeItWasKilledIsTheDraft() throws {
            let editor = script("editor", "printf 'saved in time\\n' > \"$1\"; kill -HUP $$")
            let ann = try sandbox.terminal("--as", "Ann", width: 100, variables: ["EDITOR": editor])
            try ann.waitUntilShown("1 here")
            try ann.type("before")
            try ann.press("M-v")
            try ann.waitUntilShown("saved in time")
            try ann.waitUntilShown("gave up; what it had saved is the draft")
            try ann.press("C-_")
            try ann.waitUntilShown("before")
        }

        @Test func anEditorThatGivesUpWithoutSavingChangesNothing() throws {
            let editor = script("editor", "exit 1")
            let ann = try sandbox.terminal("--as", "Ann", width: 100, variables: ["EDITOR": editor])
            try ann.waitUntilShown("1 here")
            try ann.type("before")
            try ann.press("M-v")
            try ann.waitUntilShown("gave up; the draft is as it was")
            try ann.waitUntilShown("before")
        }

        @Test func whoeverIsToldToEndWhileAnEditorRunsEndsAndKeepsWhatItSaved() throws {
            let editor = script("editor", "printf 'saved in time\\n' > \"$1\"; echo RUNS; exec sleep 600")
            let ann = try sandbox.terminal("--as", "Ann", width: 100, variables: ["EDITOR": editor])
            try ann.waitUntilShown("1 here")
            try ann.press("M-v")
            try ann.waitUntilShown("RUNS")
            try ann.signal(SIGTERM)
            _ = try ann.waitUntilEnded()
            let again = try sandbox.terminal("--as", "Ann", width: 100)
            try again.waitUntilShown("saved in time")
        }

        // MARK: Passwords

        private func addAccount(_ command: [String]) throws {
            let words = command.map { "\"\($0)\"" }.joined(separator: ", ")
            let path = sandbox.file(
                "config/mingle/accounts.json",
                #"[{"jid":"ann@chat.invalid","server":"127.0.0.1:9","passwordCommand":[\#(words)]}]"#)
            chmod(path, 0o600)
        }

        @Test func aPasswordProgramThatTakesItsTimeHoldsNobodyUp() throws {
            try addAccount(["/bin/sleep", "600"])
            let ann = try sandbox.terminal("--as", "Ann", width: 100)
            try ann.waitUntilShown("1 here")
            try ann.press("C-q")
            #expect(try ann.waitUntilEnded() == 0)
        }

        @Test func whatAPasswordProgramSaysIsANoticeAndNotOnTheScreen() throws {
            let program = script("secret", "echo 'line one' >&2; echo 'no such entry' >&2; exit 1")
            try addAccount([program])
            let ann = try sandbox.terminal("--as", "Ann", width: 120)
            try ann.waitUntilShown("gave no password for ann@chat.invalid: no such entry")
            #expect(try !ann.screen.contains("line one"))
        }

        @Test func aPasswordProgramThatNeverStopsTalkingIsEnded() throws {
            let program = script("secret", "while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done")
            try addAccount([program])
            let ann = try sandbox.terminal("--as", "Ann", width: 120)
            try ann.waitUntilShown("gave no password for ann@chat.invalid")
        }

        // MARK: Rooms that are refused

        @Test func aRoomOfTwoOthersIsRefusedAndNobodyWaits() throws {
            let room = "direct:local:x/a|local:x/b"
            for words in [["send", "--room", room, "hi"], ["tail", "--room", room], ["--plain", "--room", room]] {
                let outcome = try sandbox.start(words, input: Array("hello\n".utf8)).wait()
                #expect(outcome.status == 1, "\(words)")
                #expect(outcome.complaint.contains("That room is for two other people"), "\(words)")
            }
        }

        // MARK: Import

        @Test func aMessageThatIsTooLongIsNamedAndTheOthersAreImported() throws {
            func line(_ id: String, _ text: String) -> String {
                #"{"id":"\#(id)","room":"lobby","time":"2026-11-30T09:00:00Z","from":{"id":"a"},"text":"\#(text)"}"#
            }
            let long = String(repeating: "x", count: (1 << 20) + 1)
            let input = [line("1", "one"), line("2", long), line("3", "three")].joined(separator: "\n")
            let outcome = try sandbox.mingle("import", input: input)
            #expect(outcome.status == 1)
            #expect(outcome.complaint.contains("line 2: the message is too long"))
            #expect(outcome.complaint.contains("imported 2, there already 0"))
        }

        // MARK: Export

        private func addAccount(_ server: Prosody, port: UInt16, _ place: [String: String?]) throws {
            let added = try sandbox.start(
                [
                    "account", "add", "ann@chat.test", "--server", "127.0.0.1:\(port)", "--ca", server.authority,
                    "--password-stdin",
                ], input: Array("secret-ann\n".utf8), variables: place
            ).wait()
            #expect(added.status == 0, "\(added)")
        }

        private func export(_ place: [String: String?]) throws -> Outcome {
            let words = ["export", "--account", "ann@chat.test", "--room", "garden@rooms.chat.test"]
            return try sandbox.start(words, variables: place).wait()
        }

        /// Says `lines` in the garden, one after the other.
        private func say(_ lines: [String], _ place: [String: String?]) throws {
            let words = ["--plain", "--account", "ann@chat.test", "--room", "garden@rooms.chat.test"]
            let input = Array((lines.joined(separator: "\n") + "\n").utf8)
            let outcome = try sandbox.start(words, input: input, variables: place).wait()
            #expect(outcome.status == 0, "\(outcome.complaint)")
        }

        @Test(.enabled(if: hasProsody, "prosody is not installed: make test installs it"))
        func anExportGoesOnBehindPagesWithoutMessages() throws {
            let server = try #require(Prosody())
            defer { server.kill() }
            let place = ["XDG_CONFIG_HOME": sandbox.folder + "/config"]
            try addAccount(server, port: server.port, place)
            let reactions = (0..<230).map { _ in "/react \u{1F44D}" }
            try say(["first"] + reactions + (0..<110).map { "number \($0)" }, place)
            let elsewhere = place.merging(["XDG_DATA_HOME": sandbox.folder + "/elsewhere"]) { $1 }
            let outcome = try export(elsewhere)
            #expect(outcome.status == 0, "\(outcome.complaint)")
            #expect(outcome.lines.count == 111 && outcome.lines.first?.contains("\"first\"") == true)
        }

        @Test(.enabled(if: hasProsody, "prosody is not installed: make test installs it"))
        func anExportThatIsCutShortSaysSo() throws {
            let server = try #require(Prosody())
            defer { server.kill() }
            let place = ["XDG_CONFIG_HOME": sandbox.folder + "/config"]
            try addAccount(server, port: server.port, place)
            let long = String(repeating: "roses ", count: 300)
            try say((0..<250).map { "\(long) \($0)" }, place)
            // A line that breaks for good in the middle of the second page.
            let proxy = sandbox.file("proxy.py", NothingLost.proxy)
            let line = try sandbox.spawn(["/usr/bin/python3", proxy, "\(server.port)", "\(330_000)"])
            defer { line.kill() }
            try line.wait(untilOutputHolds: "\n")
            let told = String(decoding: line.output, as: UTF8.self)
            let port = try #require(UInt16(told.prefix { $0.isNumber }))
            let elsewhere = [
                "XDG_CONFIG_HOME": sandbox.folder + "/config2", "XDG_DATA_HOME": sandbox.folder + "/elsewhere",
            ]
            try addAccount(server, port: port, elsewhere)
            let outcome = try export(elsewhere)
            #expect(outcome.status == 74, "\(outcome.complaint)")
            #expect(outcome.complaint.contains("cannot be had; the export is not complete"))
            #expect((100..<250).contains(outcome.lines.count), "\(outcome.lines.count)")
        }

        /// Hands connections on to a port of this machine until so many bytes have come back over one of them.
        private static let proxy = """
            import os, socket, sys, threading
            port, most = int(sys.argv[1]), int(sys.argv[2])
            listener = socket.create_server(("127.0.0.1", 0))
            print(listener.getsockname()[1], flush=True)
            def hand(source, sink, most):
                count = 0
                while True:
                    data = source.recv(4096)
                    count += len(data)
                    if count > most: os._exit(0)
                    if not data:
                        try: sink.shutdown(socket.SHUT_RDWR)
                        except OSError: pass
                        return
                    sink.sendall(data)
            while True:
                client, _ = listener.accept()
                server = socket.create_connection(("127.0.0.1", port))
                threading.Thread(target=hand, args=(client, server, 1 << 60), daemon=True).start()
                threading.Thread(target=hand, args=(server, client, most), daemon=True).start()
            """
    }
}
