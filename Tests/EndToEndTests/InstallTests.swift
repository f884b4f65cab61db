import Foundation
import Testing

extension EndToEnd {
    /// `make install`: the program works where it was put.
    @Suite final class Installation {
        /// Whether there is all that `make install` copies.
        static let isBuilt = ["mingle", "mingle-decode"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: Program.repository + "/.build/release/" + $0)
        }

        private let sandbox = Sandbox()

        @Test(.enabled(if: Installation.isBuilt, "needs the release programs: make build"))
        func theInstalledProgramFindsItsPacksAndHasAManPage() throws {
            let root = sandbox.folder + "/root"
            // The program is built already, and building again would wait for the build folder that the tests hold.
            let made = try sandbox.run(
                "/usr/bin/make", "-s", "-C", Program.repository, "-o", "build", "install", "DESTDIR=\(root)",
                "PREFIX=/opt/mingle")
            #expect(made.status == 0, "\(made.complaint)")

            let program = root + "/opt/mingle/bin/mingle"
            let version = try sandbox.run(program, "--version")
            #expect(try version.output == sandbox.mingle("--version").output)
            let drawn = try sandbox.run(program, "render", input: "[smile]\n")
            #expect(drawn.lines == ["▐••▌", "▐╰╯▌"])
            #expect(drawn.complaint.isEmpty)

            let page = root + "/opt/mingle/share/man/man1/mingle.1"
            let manual = try sandbox.run("/usr/bin/man", "--warnings", "-l", page)
            #expect(manual.status == 0)
            #expect(manual.complaint.isEmpty, "\(manual.complaint)")
            for words in ["MINGLE(1)", "mingle render", "--line-spacing", "EXIT STATUS", "/join ROOM"] {
                #expect(manual.text.contains(words), "\(words)")
            }
            let longest = manual.lines.map(\.count).max() ?? 0
            #expect(longest <= 80)
        }
    }

    /// `make deb`.
    @Suite(.enabled(if: access("/usr/bin/dpkg-shlibdeps", X_OK) == 0, "needs dpkg-dev")) final class Packaging {
        private let sandbox = Sandbox()

        @Test(.enabled(if: Installation.isBuilt, "needs the release programs: make build"))
        func thePackageHoldsAllAndNeedsNoToolchain() throws {
            let made = try sandbox.run(
                "/bin/sh", "-c",
                "cd '\(Program.repository)' && Tools/make-deb .build/release/mingle '\(sandbox.folder)/deb'",
                seconds: 120)
            #expect(made.status == 0, "\(made.complaint)")
            let package = made.lines.last ?? ""
            let names = try sandbox.run("/usr/bin/dpkg-deb", "-c", package).lines.compactMap {
                $0.split(separator: " ").last.map(String.init)
            }
            for name in [
                "bin/mingle", "libexec/mingle/mingle-decode", "share/man/man1/mingle.1.gz",
                "share/applications/mingle.desktop", "share/icons/hicolor/64x64/apps/mingle.png",
                "share/bash-completion/completions/mingle", "share/zsh/vendor-completions/_mingle",
                "share/fish/vendor_completions.d/mingle.fish", "share/mingle/emoticons/classic/pack.json",
            ] {
                #expect(names.contains("./usr/" + name), "\(name)")
            }
            let needs = try sandbox.run("/usr/bin/dpkg-deb", "-f", package, "Depends").text
            #expect(needs.contains("libc6"))
            #expect(!needs.lowercased().contains("swift"))
        }

        @Test(.enabled(if: access("/usr/bin/desktop-file-validate", X_OK) == 0, "needs desktop-file-utils"))
        func theDesktopEntryIsValid() throws {
            let outcome = try sandbox.run(
                "/usr/bin/desktop-file-validate", Program.repository + "/Tools/mingle.desktop")
            #expect(outcome.status == 0, "\(outcome.output)")
        }
    }

    /// One archive for several users of the machine.
    @Suite(.enabled(if: getuid() == 0, "only root can be two users at once")) final class Sharing {
        private let sandbox = Sandbox()
        private let people = 65534

        /// A folder of the group, and words that run the program as one of its members.
        private func member(_ user: Int) throws -> [String] {
            let words = try sandbox.unprivileged(user: user, group: user)
            return words.map { $0 == "--clear-groups" ? "--groups=\(people)" : $0 }
        }

        private func makeRoom() throws -> String {
            let room = sandbox.folder + "/srv"
            try FileManager.default.createDirectory(atPath: room, withIntermediateDirectories: true)
            guard chown(room, 0, gid_t(people)) == 0, chmod(room, 0o2770) == 0 else {
                throw HarnessError("cannot give the folder to the group")
            }
            return room + "/room.sqlite"
        }

        @Test func twoUsersChatInASharedArchive() throws {
            let archive = try makeRoom()
            let home = ["HOME": "/nonexistent", "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": ""]
            let words = ["--archive", archive]
            let daemon = try sandbox.open(
                try member(1) + words + ["--shared", "--as", "Ann"], width: 80, height: 24, variables: home)
            try daemon.waitUntilShown("1 here")
            let games = try sandbox.open(
                try member(5) + words + ["--as", "Bea"], width: 80, height: 24, variables: home)
            try daemon.waitUntilShown("2 here")
            try games.waitUntilShown("2 here")

            try daemon.say("hello from the other account")
            try games.waitUntilShown("hello from the other account")
            try games.say("and back")
            try daemon.waitUntilShown("and back")
            try games.type("…")
            try daemon.waitUntilShown("Bea is typing")
            try games.signal(SIGKILL)
            try daemon.waitUntilShown("1 here")

            var status = stat()
            #expect(stat(archive, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o660)
            #expect(status.st_gid == gid_t(people))
            let exported = try sandbox.spawn(try member(5) + ["export"] + words).wait()
            let ids = try exported.lines.map { try Exported($0).from.id }
            #expect(ids == ["local:daemon/ann", "local:games/bea"], "the id carries the account")
        }

        /// Each sees what the other sends, in a folder that both may write and nobody else may read.
        @Test func picturesAreKeptForTheGroup() throws {
            let archive = try makeRoom()
            let home = ["HOME": "/nonexistent", "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": ""]
            let words = ["--archive", archive]
            let samples = Program.repository + "/Tests/Samples/"
            let pictures = ["still.png", "photo.jpg"].map { name in
                let copy = sandbox.file(name, sandbox.bytes(of: samples + name))
                chmod(copy, 0o644)
                return copy
            }
            let (ann, bea) = (try member(1), try member(5))
            // Beside the copy of the program that they can reach.
            let decoder = sandbox.folder + "/bin/mingle-decode"
            if getuid() == 0 {
                _ = try sandbox.run("/bin/cp", Program.path + "-decode", decoder)
                chmod(decoder, 0o755)
            }
            let daemon = try sandbox.open(
                ann + words + ["--shared", "--as", "Ann"], width: 80, height: 40, variables: home)
            try daemon.waitUntilShown("1 here")
            let games = try sandbox.open(
                bea + words + ["--as", "Bea"], width: 80, height: 40, variables: home)
            try games.waitUntilShown("2 here")
            for (session, other, picture) in [(daemon, games, pictures[0]), (games, daemon, pictures[1])] {
                let name = picture.split(separator: "/").last ?? ""
                try session.say("/image \(picture) here is \(name)")
                try other.waitUntilShown("here is \(name)")
                try other.waitUntil("it is drawn") { $0.contains("▀") && !$0.contains("\(name), 48") }
            }
            var status = stat()
            let folder = archive + ".pictures"
            #expect(stat(folder, &status) == 0 && status.st_mode & 0o7777 == 0o2770)
            #expect(status.st_gid == gid_t(people))
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.count == 2)
            for name in names {
                #expect(stat(folder + "/" + name, &status) == 0 && status.st_mode & 0o777 == 0o640)
                #expect(status.st_gid == gid_t(people))
            }
        }

        @Test func whoIsNotInTheGroupIsTurnedAway() throws {
            let archive = try makeRoom()
            let made = try sandbox.spawn(try member(1) + ["send", "--archive", archive, "--shared", "secret"]).wait()
            #expect(made.status == 0, "\(made.complaint)")
            let stranger = try sandbox.unprivileged(user: 2, group: 2)
            for command in [["send", "x"], ["export"], ["tail"]] {
                let outcome = try sandbox.spawn(stranger + command + ["--archive", archive]).wait()
                #expect(outcome.status == 1)
                #expect(outcome.output.isEmpty)
                #expect(outcome.complaint == "mingle: The archive \(archive) may not be used by this account.\n")
            }
        }
    }

    /// `mingle demo`.
    @Suite final class Demonstration {
        private let sandbox = Sandbox()

        @Test func itSaysThatItIsADemoAndLinesArriveWhileOneWatches() throws {
            let demo = try sandbox.terminal("demo")
            let start = try demo.waitUntilShown("5 here")
            #expect(start.rows[0].contains("a demo: nobody here is real, nothing is kept"))
            #expect(start.contains("@everyone type @ to mention"))
            #expect(!start.contains("I am typing while you watch"))
            try demo.waitUntil("Bea is typing, or was") {
                $0.contains("Bea is typing …") || $0.contains("I am typing while you watch")
            }
            try demo.waitUntilShown("I am typing while you watch")

            try demo.type("hello @zoe")
            try demo.waitUntilShown("Zoë Åström")
            try demo.press("Enter")
            try demo.say("[coffee]?")
            try demo.waitUntilShown("hello @Zoë Åström")
            try demo.waitUntilShown("@You you called?")
            #expect(!FileManager.default.fileExists(atPath: sandbox.archive), "nothing is kept")
        }

        @Test func theHelpFitsIntoEveryWindow() throws {
            let demo = try sandbox.terminal("demo")
            for width in [80, 40, 20] {
                try demo.resize(width, 24)
                try demo.waitUntil("resized") { $0.width == width && $0.contains("5 here") }
                try demo.press("F1")
                try demo.waitUntilShown("Talking")
                // The last of these stands on the last page.
                let words = ["S-Enter", "/quit", "S- is"]
                var seen = ""
                for _ in 0..<40 {
                    let screen = try demo.screen
                    #expect(!screen.rows[2..<20].contains { $0.contains(/[^ ]…/) }, "nothing is cut\n\(screen)")
                    seen += screen.rows.joined(separator: "\n")
                    if words.allSatisfy(seen.contains) { break }
                    try demo.press("Space")
                    try demo.waitUntil("the next page") { $0.rows[2..<20] != screen.rows[2..<20] }
                }
                for word in words { #expect(seen.contains(word)) }
                try demo.press("q")
                try demo.waitUntilGone("Space:")
            }
        }

        @Test(arguments: [(200, 60), (80, 24), (40, 12), (20, 5)]) func itIsADemoAtEverySize(size: (Int, Int)) throws {
            let demo = try sandbox.terminal("demo", width: size.0, height: size.1)
            let screen = try demo.waitUntil("complete") { $0.contains("token") && $0.contains("5 here") }
            #expect(screen.rows[0].contains("demo"))
        }
    }
}
