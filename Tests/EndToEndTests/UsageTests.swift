import Foundation
import Testing

extension EndToEnd {
    /// How the program answers to command lines, good and bad.
    @Suite final class Usage {
        private let sandbox = Sandbox()

        @Test func helpNamesEveryCommandAndVersionIsOneLine() throws {
            let help = try sandbox.mingle("--help")
            #expect(help.status == 0)
            #expect(help.errors.isEmpty)
            for name in ["demo", "render", "tags", "send", "tail", "export", "import", "--archive FILE", "--as NAME"] {
                #expect(help.text.contains(name))
            }
            let part = try sandbox.mingle("render", "--wrap", "--help")
            #expect(part.status == 0)
            #expect(part.text.contains("--wrap") && !part.text.contains("--mention"), "a command's own part")
            let version = try sandbox.mingle("--version")
            #expect(version.status == 0)
            #expect(
                version.text.wholeMatch(of: /mingle \d+\.\d+\.\d+\ncommit ([0-9a-f]{7,40}|unknown)\nwith ncurses .+\n/)
                    != nil)
        }

        @Test(arguments: [
            ["--bogus"], ["bogus"], ["chat", "now"], ["render", "--width"], ["render", "--width", "-1"],
            ["render", "--width", "ten"], ["render", "--width", "99999999999999999999"], ["render", "--wrap", "zig"],
            ["render", "--inset", "1,2,3"], ["render", "--indent", "1"], ["render", "--valign", "middle"],
            ["render", "--max-lines", "0"], ["render", "-0", "--json"], ["render", "a", "b"],
            ["render", "--width", "5", "--width", "6"], ["render", "--layout=yes"], ["render", "--colour", "maybe"],
            ["tags", "--spacing", "x"], ["tags", "a", "b"], ["send"], ["send", ""], ["send", "  "], ["tail", "now"],
            ["export", "now"], ["export", "--since", "soon"], ["import", "a", "b"], ["--as", ""], ["--room", " "],
            ["--archive", ""], ["send", "--mention"], ["--as"],
        ]) func wrongUsageIsToldInOneLineAndExitsWith64(arguments: [String]) throws {
            let outcome = try sandbox.start(arguments).wait()
            #expect(outcome.status == 64)
            #expect(outcome.output.isEmpty)
            #expect(outcome.complaint.hasPrefix("mingle: "))
            #expect(outcome.complaint.split(separator: "\n", omittingEmptySubsequences: false).count == 2, "one line")
            #expect(!FileManager.default.fileExists(atPath: sandbox.archive), "nothing was begun")
        }

        @Test(arguments: [
            ["render", "/no/such/file"], ["tags", "/"], ["import", "/no/such/file"], ["render", "/tmp"],
            ["--config", "/no/such/file"],
        ])
        func aFileThatCannotBeReadExitsWith74(arguments: [String]) throws {
            let outcome = try sandbox.start(arguments).wait()
            #expect(outcome.status == 74)
            #expect(outcome.output.isEmpty)
            #expect(outcome.complaint.hasPrefix("mingle: cannot "))
            #expect(outcome.complaint.contains(arguments[1]))
            #expect(outcome.complaint.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
        }

        @Test func aFullOutputExitsWith74() throws {
            let outcome = try sandbox.run("/bin/sh", "-c", "echo hello | '\(Program.path)' render > /dev/full")
            #expect(outcome.status == 74)
            #expect(outcome.complaint == "mingle: cannot write: No space left on device\n")
        }

        @Test func withoutATerminalItSaysWhatToUseInstead() throws {
            for command in [["demo"]] {
                let outcome = try sandbox.start(command).wait()
                #expect(outcome.status == 1)
                #expect(outcome.output.isEmpty)
                #expect(outcome.complaint.contains("terminal"))
                #expect(outcome.complaint.contains("mingle send"))
                #expect(outcome.complaint.split(separator: "\n").count == 1)
            }
        }

        @Test(arguments: ["dumb", "", "no-such-terminal"]) func aTerminalThatCannotServeIsRefused(kind: String) throws {
            let shell = try sandbox.shell(width: 120)
            try shell.waitUntilShown("$")
            try shell.say("TERM='\(kind)' mingle; echo \"exit $?\"")
            let screen = try shell.waitUntilShown("exit 1")
            #expect(screen.contains("mingle: "))
            #expect(screen.contains("mingle send"))
            #expect(try shell.facts("#{alternate_on}") == ["0"])
        }

        @Test func aTerminalWithoutUTF8IsRefused() throws {
            let shell = try sandbox.shell(width: 120)
            try shell.waitUntilShown("$")
            try shell.say("LC_ALL=POSIX mingle --version; LC_ALL=en_US.ISO-8859-1 mingle; echo \"exit $?\"")
            // Where that locale is not installed the system falls back to plain ASCII, which gives way to UTF-8.
            let screen = try shell.waitUntil("refused, or running") { $0.contains("exit 1") || $0.contains("1 here") }
            #expect(screen.contains("1 here") || screen.contains("UTF-8"))
        }

        @Test func NO_COLORKeepsColoursOff() throws {
            let coloured = try sandbox.terminal("--as", "Ann")
            let plain = try sandbox.terminal("--as", "Bea", variables: ["NO_COLOR": "1"])
            try plain.waitUntilShown("2 here")
            try plain.type("hello @an")
            try plain.waitUntilShown("/ann")
            try plain.press("Enter", "Enter")
            try coloured.waitUntilShown("hello @Ann")
            try plain.waitUntilShown("hello @Ann ✓")
            #expect(try coloured.styledRows.contains { $0.runs.contains { $0.style.hasColour } })
            #expect(try !plain.styledRows.contains { $0.runs.contains { $0.style.hasColour } })
            #expect(
                try plain.styledRow(with: "lobby ·")?.style(of: "lobby")?.isPlain == false, "the title still stands out"
            )
        }
    }
}
