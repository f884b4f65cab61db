import Foundation
import Testing

extension EndToEnd {
    /// What people do with messages, each command and key used once by two of them in one room.
    @Suite final class MessageCommands {
        private let sandbox = Sandbox()

        /// The bytes by which `text` is handed to the clipboard (OSC 52).
        private func copied(_ text: String) -> [UInt8] {
            Array("\u{1B}]52;c;".utf8) + Array(Data(text.utf8).base64EncodedString().utf8) + [7]
        }

        /// What was copied last in the tmux of the sandbox; nil when nothing was.
        private var clipboard: String? {
            let path = sandbox.folder + "/copied"
            guard (try? sandbox.tmux("save-buffer", path)) != nil else { return nil }
            return String(decoding: sandbox.bytes(of: path), as: UTF8.self)
        }

        @Test func whatIsSaidIsAnsweredChangedCopiedAndTakenBack() throws {
            let (ann, bea) = try sandbox.annAndBea()
            try bea.say("/me waves")
            try ann.waitUntilShown("* Bea waves")
            try bea.say("tea or coffee?")
            try ann.waitUntilShown("tea or coffee?")

            try ann.say(["/reply Bea": "answering ┆ Bea: tea or coffee?", "coffee": "coffee ✓"])
            try bea.waitUntil("the answer stands below what it answers") { screen in
                guard let quote = screen.row(with: "┆ Bea: tea or coffee?") else { return false }
                return screen.rows[quote + 1].contains("coffee")
            }
            try bea.press("M-s", "g")
            try bea.waitUntil("the answer leads to what it answers") {
                $0.rows(with: "▶").first?.contains("tea or coffee?") == true
            }
            try bea.press("Escape")

            try ann.say(["/react 👍": "👍 1"])
            try bea.waitUntilShown("👍 1")
            try bea.press("M-s", "+")
            try bea.waitUntilShown("reaction: ")
            try bea.press("?")
            try bea.waitUntilShown("Here: emoji to react with")
            try bea.press("q", "Enter")
            try ann.waitUntil("each message has an emoji under it") { $0.rows(with: "👍 1").count == 2 }

            try ann.say("/edit")
            try ann.waitUntilShown("editing ┆ coffee")
            try ann.say(" please")
            try bea.waitUntilShown("coffee please")
            try bea.waitUntilShown("(edited)")
            try bea.press("M-s", "h")
            let versions = try bea.waitUntilShown("Ann: 2 versions")
            #expect(versions.contains(" coffee") && versions.contains(" now"))
            try bea.press("?")
            try bea.waitUntilShown("Here: earlier versions")
            try bea.press("Escape")
            try bea.waitUntilShown("Ann: 2 versions")
            try bea.press("q")
            try bea.waitUntilGone("Ann: 2 versions")

            try bea.say(["/copy": "Copied"])
            #expect(poll(seconds: 60) { self.clipboard == "coffee please" })
            try bea.say(["/copy 3": "3 messages copied", "/copy many": "needs a number"])
            try bea.press("C-c", "M-s", "d")
            try bea.waitUntilShown("Only what you said yourself can be deleted")
            try bea.press("Escape")
            try ann.say("/delete")
            try ann.waitUntilShown("Delete this message?")
            try ann.press("y")
            for terminal in [ann, bea] { try terminal.waitUntilShown("message deleted") }
            #expect(try !sandbox.mingle("export").text.contains("coffee please"))
        }

        @Test func whatWasSaidIsFoundShownAndGoneTo() throws {
            let lines = (1...80).map { number in
                let (day, text) = (number < 40 ? "20" : "21", number == 20 ? "the needle" : "hay number \(number)")
                return #"{"id":"\#(number)","time":"2026-11-\#(day)T09:00:\#(number % 60)Z","#
                    + #""from":{"id":"local:x/zoe","name":"Zoe"},"text":"\#(text)"}"#
            }
            // Seconds of one digit are not ISO 8601.
            let input = lines.joined(separator: "\n").replacing(/:(\d)Z/) { ":0\($0.1)Z" }
            #expect(try sandbox.mingle("import", input: input).status == 0)
            let ann = try sandbox.terminal("--as", "Ann", width: 100)
            try ann.waitUntilShown("hay number 80")

            try ann.say(["/search needle": "1 found: needle"])
            try ann.press("?")
            try ann.waitUntilShown("Here: what was found")
            try ann.press("Escape")
            try ann.waitUntilShown("1 found: needle")
            try ann.press("Enter")
            #expect(try ann.waitUntilShown("▶").rows(with: "▶")[0].contains("the needle"))
            try ann.say([
                "/goto oldest": "hay number 1", "/goto 2026-11-21": "hay number 40", "/goto newest": "number 80",
            ])
            #expect(try ann.waitUntilGone("reading back").contains("hay number 80"))
            try ann.say(["/goto nowhere": "/goto does not know nowhere"])
            try ann.press("C-c")
            try ann.say(["/view": "No picture is in the messages at hand"])

            let picture = Program.repository + "/Tests/Samples/still.png"
            try ann.say(["/image '\(picture)' the roses": "the roses ✓", "/view": "still.png, 48 × 32 · 1 of 1"])
            try ann.press("?")
            try ann.waitUntilShown("Here: a picture on the whole screen")
            try ann.press("Escape")
            try ann.waitUntilShown("1 of 1")
            try ann.press("Escape")
            try ann.waitUntilShown("the roses")

            // How pictures are shown is in force at once.
            try ann.waitUntil("the picture is drawn") { $0.contains("▀") }
            try ann.say("/set pictures text")
            try ann.waitUntil("the picture is words") { $0.contains("still.png") && !$0.contains("▀") }
            try ann.say("[smile] there")
            try ann.waitUntilShown("[smile] there ✓")
            try ann.say("/set pictures cells")
            try ann.waitUntil("both are drawn") { $0.contains("▀") && $0.contains("▐••▌ there") }
        }

        @Test func linksAreOpenedByKeyAndByNumber() throws {
            let opened = sandbox.folder + "/opened"
            let program = sandbox.file("bin/xdg-open", "#!/bin/sh\necho \"$1\" >> '\(opened)'\n")
            chmod(program, 0o755)
            let path = "PATH=\(sandbox.folder)/bin:/usr/bin:/bin"
            let ann = try sandbox.open(
                ["/usr/bin/env", "-u", "TMUX", path, Program.path, "--as", "Ann"], width: 120, height: 24)
            try ann.waitUntilShown("1 here")
            try ann.say("see https://example.org/one and https://example.org/two.")
            try ann.waitUntilShown("✓")
            try ann.press("M-s", "o")
            try ann.waitUntilShown("Enter opens https://example.org/one · o or its number: another (1 of 2)")
            try ann.press("2")
            try ann.waitUntilShown("Enter opens https://example.org/two")
            try ann.press("Enter")
            let second = "https://example.org/two\n"
            #expect(poll(seconds: 60) { self.sandbox.bytes(of: opened) == Array(second.utf8) })
            try ann.press("M-s", "o")
            try ann.waitUntilShown("Enter opens https://example.org/one")
            try ann.press("Enter")
            let both = second + "https://example.org/one\n"
            #expect(poll(seconds: 60) { self.sandbox.bytes(of: opened) == Array(both.utf8) })
            // Where tmux has no clipboard, the terminal's own is asked.
            try ann.say(["/copy": "Copied"])
            let text = "see https://example.org/one and https://example.org/two."
            #expect(poll(seconds: 60) { ann.written.holds(self.copied(text)) })
        }

        @Test func whatCannotBeSentSaysWhyAndIsSentAgainOrDropped() throws {
            let ann = try sandbox.terminal("--as", "Ann", width: 120)
            try ann.waitUntilShown("1 here")
            let aside = sandbox.folder + "/aside.sqlite"
            try FileManager.default.moveItem(atPath: sandbox.archive, toPath: aside)
            try ann.say(["bad news": "Not sent: ", "/drop": "F1 help", "good news": "Not sent: "])
            let failed = try ann.waitUntilGone("bad news")
            #expect(failed.rows(with: "good news").count == 1 && !failed.contains("good news ✓"))
            try FileManager.default.moveItem(atPath: aside, toPath: sandbox.archive)
            try ann.say(["/retry": "good news ✓"])
            #expect(try sandbox.mingle("export").lines.map { try Exported($0).text } == ["good news"])
        }
    }
}
