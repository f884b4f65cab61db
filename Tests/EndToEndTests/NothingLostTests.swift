import Foundation
import Glibc
import Testing

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
            #expect(poll(seconds: 10) { drafts.contains(text) }, "\(drafts)")
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
            let editor = script("editor", "printf 'saved in time\\n' > \"$1\"; echo RUNS; exec sleep 60")
            let ann = try sandbox.terminal("--as", "Ann", width: 100, variables: ["EDITOR": editor])
            try ann.waitUntilShown("1 here")
            try ann.press("M-v")
            try ann.waitUntilShown("RUNS")
            try ann.signal(SIGTERM)
            _ = try ann.waitUntilEnded(seconds: 15)
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
            try addAccount(["/bin/sleep", "60"])
            let ann = try sandbox.terminal("--as", "Ann", width: 100)
            try ann.waitUntilShown("1 here")
            try ann.press("C-q")
            #expect(try ann.waitUntilEnded(seconds: 5) == 0)
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
    }
}
