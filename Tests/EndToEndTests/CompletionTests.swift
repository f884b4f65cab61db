import Foundation
import Testing

extension EndToEnd {
    /// `mingle completions`: what the shells make of it.
    @Suite final class Completing {
        private let sandbox = Sandbox()

        /// The script of `shell` in a file.
        private func script(_ shell: String) throws -> String {
            let path = sandbox.folder + "/" + shell
            try sandbox.mingle("completions", shell).text.write(toFile: path, atomically: true, encoding: .utf8)
            return path
        }

        /// What bash offers for the last of `words`.
        private func bash(_ words: String...) throws -> [String] {
            let line = words.map { "'\($0)'" }.joined(separator: " ")
            let asked =
                "COMP_WORDS=(mingle \(line)); COMP_CWORD=\(words.count); _mingle; printf '%s\\n' ${COMPREPLY[@]}"
            let outcome = try sandbox.run(
                "/bin/bash", "-c", "compopt() { :; }; source \(try script("bash")); \(asked)")
            #expect(outcome.complaint.isEmpty, "\(outcome.complaint)")
            return outcome.lines.filter { !$0.isEmpty }
        }

        private func fish(_ line: String) throws -> [String] {
            let outcome = try sandbox.run("/usr/bin/fish", "-c", "source \(try script("fish")); complete -C '\(line)'")
            #expect(outcome.complaint.isEmpty, "\(outcome.complaint)")
            return outcome.lines.compactMap { $0.split(separator: "\t").first.map(String.init) }
        }

        @Test func bashOffersCommandsOptionsAndValues() throws {
            #expect(try bash("re") == ["render"])
            #expect(try bash("--archive", "x", "sen") == ["send"])
            #expect(try bash("render", "--wr") == ["--wrap"])
            #expect(try bash("render", "--wrap", "c") == ["chat", "character"])
            #expect(try bash("render", "--wrap", "=") == ["chat", "unicode", "word", "character", "single"])
            #expect(try bash("account", "") == ["add", "list", "remove", "check", "password", "delete"])
            #expect(try bash("tail", "--archive", sandbox.folder + "/ba") == [sandbox.folder + "/bash"])
        }

        @Test(.enabled(if: access("/usr/bin/fish", X_OK) == 0, "needs fish"))
        func fishOffersTheSame() throws {
            #expect(try fish("mingle re") == ["render"])
            #expect(try Set(fish("mingle render --wrap ")) == ["chat", "unicode", "word", "character", "single"])
            #expect(try Set(fish("mingle account ")) == ["add", "list", "remove", "check", "password", "delete"])
            #expect(try fish("mingle render --wr") == ["--wrap"])
        }

        @Test(.enabled(if: access("/usr/bin/zsh", X_OK) == 0, "needs zsh"))
        func zshOffersTheSame() throws {
            // zsh completes at a terminal only.
            let zsh = try sandbox.open(["/usr/bin/zsh", "-f"], width: 80, height: 24)
            try zsh.type("autoload -U compinit; compinit -u -D; source \(try script("zsh")); echo re''ady\n")
            try zsh.waitUntilShown("ready")
            try zsh.type("mingle ren")
            try zsh.press("Tab")
            try zsh.type("--wr")
            try zsh.press("Tab")
            try zsh.type("unic")
            try zsh.press("Tab")
            try zsh.waitUntilShown("mingle render --wrap=unicode")
        }

        @Test func everyOptionOfTheHelpIsInEveryScript() throws {
            let help = try sandbox.mingle("--help").lines
            let options = help.compactMap { line in
                line.hasPrefix("  --") ? line.split(separator: " ").first.map { String($0.dropFirst(2)) } : nil
            }
            #expect(options.count > 20)
            for shell in ["bash", "zsh", "fish"] {
                let script = try sandbox.mingle("completions", shell).text
                for option in options { #expect(script.contains(option), "\(option) in \(shell)") }
            }
        }

        @Test func anUnknownShellIsNamed() throws {
            let outcome = try sandbox.mingle("completions", "tcsh")
            #expect(outcome.status == 64)
            #expect(outcome.complaint.contains("bash, zsh, fish"))
        }
    }
}
