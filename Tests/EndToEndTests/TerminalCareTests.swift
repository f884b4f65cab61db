import Foundation
import Testing

extension EndToEnd {
    /// The terminal is given back as it was found, however the program ends.
    @Suite final class TerminalCare {
        private let sandbox = Sandbox()

        /// A shell on whose screen something stands, in which the program was started.
        private func shellWithProgram(_ command: String = "mingle --as Ann") throws -> TerminalSession {
            let shell = try sandbox.shell()
            try shell.waitUntilShown("$")
            try shell.say("stty -g > before; echo kept on the screen")
            try shell.waitUntil("the shell obeyed") { $0.rows.contains("kept on the screen") }
            try shell.say("\(command); echo \"exit $?\"; stty -g > after")
            try shell.waitUntilShown("1 here")
            #expect(try !shell.screen.contains("kept on the screen"))
            return shell
        }

        /// The process that the shell runs.
        private func program(in shell: TerminalSession) throws -> pid_t {
            let pid = try shell.pid
            let children = String(decoding: sandbox.bytes(of: "/proc/\(pid)/task/\(pid)/children"), as: UTF8.self)
            guard let child = children.split(separator: " ").first.flatMap({ pid_t($0) }) else {
                throw HarnessError("the shell runs nothing")
            }
            return child
        }

        private func expectRestored(_ shell: TerminalSession) throws {
            try shell.waitUntilShown("kept on the screen")
            _ = poll(seconds: 60) { self.sandbox.bytes(of: self.sandbox.folder + "/after").count > 10 }
            #expect(sandbox.bytes(of: sandbox.folder + "/after") == sandbox.bytes(of: sandbox.folder + "/before"))
            var flags: [String] = []
            _ = try poll(seconds: 60) {
                flags = try shell.facts(
                    "#{alternate_on}", "#{cursor_flag}", "#{mouse_any_flag}", "#{keypad_flag}", "#{keypad_cursor_flag}",
                    "#{wrap_flag}", "#{insert_flag}", "#{origin_flag}", "#{scroll_region_upper}-#{scroll_region_lower}")
                return flags == ["0", "1", "0", "0", "0", "1", "0", "0", "0-23"]
            }
            #expect(flags == ["0", "1", "0", "0", "0", "1", "0", "0", "0-23"])
            // What is written comes here by a process of its own.
            let isOff = poll(seconds: 60) {
                let written = Data(shell.written)
                guard let on = written.range(of: Data("\u{1B}[?2004h".utf8), options: .backwards),
                    let off = written.range(of: Data("\u{1B}[?2004l".utf8), options: .backwards)
                else { return false }
                return on.lowerBound < off.lowerBound
            }
            #expect(isOff, "bracketed paste is off again")
            try shell.say("echo alive")
            try shell.waitUntil("the shell obeys, and shows what one types") {
                $0.contains("echo alive") && $0.rows.contains("alive")
            }
        }

        @Test(arguments: ["C-q", "/quit", "C-c"]) func leaving(by way: String) throws {
            let shell = try shellWithProgram()
            switch way {
            case "/quit": try shell.say("/quit")
            case "C-c":
                try shell.press("C-c")
                try shell.waitUntilShown("C-c once more leaves")
                try shell.press("C-c")
            default: try shell.press(way)
            }
            try shell.waitUntilShown("exit 0")
            try expectRestored(shell)
        }

        @Test(arguments: [SIGTERM, SIGHUP, SIGINT]) func aSignalToEnd(number: Int32) throws {
            let shell = try shellWithProgram()
            try shell.type("half a sen")
            try shell.waitUntilShown("half a sen")
            kill(try program(in: shell), number)
            try shell.waitUntilShown("exit ")
            try expectRestored(shell)
        }

        @Test(arguments: [SIGSEGV, SIGABRT, SIGILL, SIGBUS, SIGQUIT]) func aCrash(number: Int32) throws {
            let shell = try shellWithProgram()
            kill(try program(in: shell), number)
            let screen = try shell.waitUntilShown("exit \(128 + number)")
            #expect(!screen.contains("1 here"))
            try expectRestored(shell)
        }

        @Test func aWindowThatIsClosedEndsTheProgram() throws {
            let ann = try sandbox.terminal("--as", "Ann")
            let bea = try sandbox.terminal("--as", "Bea")
            try bea.waitUntilShown("2 here")
            try ann.close()
            try bea.waitUntilShown("1 here")
        }

        @Test func stoppingAndGoingOn() throws {
            let shell = try shellWithProgram()
            try shell.type("a draft")
            try shell.waitUntilShown("a draft")
            try shell.press("C-z")
            try shell.waitUntilShown("kept on the screen")
            let isGivenBack = try poll(seconds: 60) {
                try shell.facts("#{alternate_on}", "#{cursor_flag}", "#{keypad_cursor_flag}") == ["0", "1", "0"]
            }
            #expect(isGivenBack)
            try shell.say("stty -g > stopped; echo in between")
            try shell.waitUntil("the shell obeys") { $0.rows.contains("in between") }
            #expect(sandbox.bytes(of: sandbox.folder + "/stopped") == sandbox.bytes(of: sandbox.folder + "/before"))
            #expect(try sandbox.mingle("send", "--as", "Bea", "while you were away").status == 0)
            try shell.resize(60, 20)

            try shell.say("fg")
            let screen = try shell.waitUntil("the program is back, in the new size") {
                $0.rows[18] == " a draft" && $0.contains("while you were away")
            }
            #expect(!screen.contains("in between"))
            try shell.type(" goes on")
            try shell.press("Enter")
            try shell.waitUntilShown("a draft goes on ✓")
            try shell.press("C-q")
            try shell.waitUntilShown("in between")
        }

        @Test func startingInANarrowTerminalAndOneOfOneCell() throws {
            for (width, height) in [(20, 5), (2, 2), (1, 1)] {
                let ann = try sandbox.terminal("--as", "Ann", width: width, height: height)
                try ann.type("x")
                if width > 1 { try ann.waitUntilShown("x") }
                try ann.resize(80, 24)
                try ann.waitUntilShown("1 here")
                try ann.press("C-q")
                #expect(try ann.waitUntilEnded() == 0)
            }
        }

        @Test(arguments: ["screen-256color", "xterm-256color", "vt100", "linux", "xterm-mono"])
        func otherKindsOfTerminals(kind: String) throws {
            let ann = try sandbox.terminal("--as", "Ann", variables: ["TERM": kind])
            try ann.waitUntilShown("1 here")
            try ann.say("hello [smile]")
            let screen = try ann.waitUntilShown("✓")
            #expect(screen.contains("hello ▐••▌"))
            try ann.press("C-q")
            #expect(try ann.waitUntilEnded() == 0)
        }
    }
}
