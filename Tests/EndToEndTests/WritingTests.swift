import Testing

extension EndToEnd {
    /// What one does with the keyboard in the composer.
    @Suite final class Writing {
        private let sandbox = Sandbox()

        private func ann() throws -> TerminalSession {
            let ann = try sandbox.terminal("--as", "Ann")
            try ann.waitUntilShown("1 here")
            return ann
        }

        @Test(arguments: ["[smile]", ":smile:", ":)"]) func anEmoticonIsDrawnInTwoRows(code: String) throws {
            let ann = try ann()
            try ann.type("hello \(code) there")
            let typed = try ann.waitUntilShown("there")
            #expect(typed.rows[22] == " hello 🙂 there", "an atom of one row while one writes")
            try ann.press("Enter")
            let screen = try ann.waitUntilShown("hello ▐••▌ there ✓")
            let row = try #require(screen.row(with: "there ✓"))
            let lower = screen.columns(of: "▐", row: row + 1)
            #expect(lower == screen.columns(of: "▐", row: row), "the lower half stands below the upper one")
            #expect(try sandbox.mingle("export").text.contains(#""text":"hello [smile] there""#))
        }

        @Test func oneBackspaceTakesAMentionAway() throws {
            let ann = try ann()
            let bea = try sandbox.terminal("--as", "Bea")
            try ann.waitUntilShown("2 here")

            try ann.type("ask @")
            let list = try ann.waitUntilShown("1 person here")
            #expect(list.contains("Bea"), "everybody but oneself")
            try bea.waitUntilShown("Ann is typing …")
            try ann.press("Enter")
            try ann.waitUntil("the mention is in the draft") { $0.rows[22] == " ask @Bea" && $0.cursor.x == 10 }
            try ann.press("BSpace")
            try ann.waitUntil("one Backspace took it, and its blank") { $0.rows[22] == " ask" && $0.cursor.x == 5 }

            try ann.type("@be")
            try ann.waitUntilShown("/bea")
            try ann.press("Tab")
            try ann.type("now")
            try ann.waitUntil("written on") { $0.rows[22] == " ask @Bea now" }
            try ann.press("Left", "Left", "Left", "Left", "BSpace")
            try ann.waitUntil("the token went whole") { $0.rows[22] == " ask  now" }
        }

        @Test func theExportTellsWhoIsMeant() throws {
            let ann = try ann()
            let bea = try sandbox.terminal("--as", "Bea")
            try ann.waitUntilShown("2 here")
            try ann.type("@be")
            try ann.waitUntilShown("/bea")
            try ann.press("Enter")
            try ann.type("and @ev")
            try ann.waitUntilShown("1 person here")
            try ann.press("Enter", "Enter")
            try bea.waitUntilShown("@Bea and @everyone")

            let message = try Exported(sandbox.mingle("export").lines.last)
            #expect(message.text == "@Bea and @everyone")
            #expect(message.mentions.map(\.id) == [sandbox.person("bea"), nil])
            #expect(message.mentions.map(\.name) == ["Bea", "everyone"])
            #expect(message.mentions.map(\.start) == [0, 9])
            #expect(message.mentions.map(\.end) == [4, 18])
            #expect(message.everyone == [sandbox.person("bea")])
        }

        @Test func aTypedNameThatWasNotTakenFromTheListIsText() throws {
            let ann = try ann()
            let bea = try sandbox.terminal("--as", "Bea")
            try ann.waitUntilShown("2 here")
            try ann.type("mail bea@Bea or @Bea")
            try ann.waitUntilShown("/bea")
            try ann.press("Escape")
            try ann.waitUntilGone("/bea")
            try ann.press("Enter")
            try bea.waitUntilShown("mail bea@Bea or @Bea")
            #expect(try Exported(sandbox.mingle("export").lines.last).mentions.isEmpty)
        }

        @Test func aPasteOfSeveralLinesSendsNothing() throws {
            let ann = try ann()
            try ann.paste("/quit\nfirst line\n@Ann second line\n")
            let screen = try ann.waitUntilShown("second line")
            #expect(screen.contains("1 here"), "nothing ran")
            #expect(screen.row(with: "first line") == 20, "it stands in the composer")
            #expect(try sandbox.mingle("export").output.isEmpty)

            try ann.press("C-_")
            try ann.waitUntilGone("second line")
            try ann.type("mine")
            try ann.waitUntil("undone at once, as one step") { $0.rows[22] == " mine" }
        }

        @Test func escapesInAPasteAreShownAndNotObeyed() throws {
            let ann = try ann()
            try ann.paste("a\u{1B}]2;PWNED\u{07}b\u{8}c\u{9B}31m")
            try ann.waitUntilShown(" a␛]2;PWNED␇b␈c�31m")
            try ann.press("Enter")
            try ann.waitUntilShown("a␛]2;PWNED␇b␈c�31m ✓")
            #expect(!ann.written.holds(Array("\u{1B}]2;PWNED".utf8)))
            #expect(try !ann.facts("#{pane_title}")[0].contains("PWNED"))
        }

        @Test func severalLinesAreOneMessage() throws {
            let ann = try ann()
            try ann.type("one")
            try ann.press("M-Enter")
            try ann.type("two")
            try ann.press("C-j")
            try ann.type("three")
            try ann.waitUntil("three rows") { $0.rows[20...22] == [" one", " two", " three"] }
            try ann.press("Enter")
            try ann.waitUntilShown("three ✓")
            #expect(try Exported(sandbox.mingle("export").lines.last).text == "one\ntwo\nthree")
        }

        @Test func anUnknownCommandSendsNothing() throws {
            let ann = try ann()
            try ann.say("/qit")
            try ann.waitUntilShown("There is no command /qit")
            #expect(try ann.screen.rows[22] == " /qit", "what was written stays")
            #expect(try sandbox.mingle("export").output.isEmpty)
        }
    }
}
