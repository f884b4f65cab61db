import Testing

extension EndToEnd {
    /// Everything that one writes with, in both tables of keys, in a narrow and in a wide terminal.
    @Suite final class Keyboard {
        private let sandbox = Sandbox()

        private func settle(_ desk: Desk) -> [String: String] {
            _ = sandbox.file("config/mingle/settings.json5", "{keys: \"\(desk.keys)\"}")
            let editor = sandbox.file("editor", "#!/bin/sh\nsed -i '1s/$/from the editor/' \"$1\"\n")
            _ = try? sandbox.run("/bin/chmod", "0755", editor)
            return ["VISUAL": editor]
        }

        /// Takes the last step back; the caret stands at the end of the draft afterwards.
        private func undo(_ terminal: TerminalSession, _ desk: Desk) throws {
            if desk.keys == "emacs" { return try terminal.press("C-_", "C-e") }
            try terminal.press("Escape")
            try terminal.waitUntilShown("-- NORMAL --")
            try terminal.type("uA")
            try terminal.waitUntilGone("-- NORMAL --")
        }

        private func expectDraft(_ draft: String, in terminal: TerminalSession) throws {
            try terminal.waitUntil("the draft is “\(draft)”") { $0.rows[22] == (draft.isEmpty ? "" : " " + draft) }
        }

        /// A mention is taken, removed by one Backspace, brought back, and replaced where it is selected.
        private func mention(_ terminal: TerminalSession, _ desk: Desk, name: String, id: String) throws {
            try terminal.type("hi @" + name.prefix(2).lowercased())
            try terminal.waitUntilShown(id)
            try terminal.press("Enter")
            try expectDraft("hi @\(name)", in: terminal)
            try terminal.press("BSpace")
            try expectDraft("hi", in: terminal)
            try undo(terminal, desk)
            try expectDraft("hi @\(name)", in: terminal)
            // The blank that came with the token, and the token.
            try terminal.press("S-Left", "S-Left", "M-m")
            try terminal.waitUntilShown(id)
            try terminal.type("every")
            try terminal.waitUntilShown("here")
            try terminal.press("Enter")
            try expectDraft("hi @everyone", in: terminal)
            try undo(terminal, desk)
        }

        @Test(arguments: Desk.all) func twoPeopleWrite(desk: Desk) throws {
            let variables = settle(desk)
            let ann = try sandbox.terminal("--as", "Ann", width: desk.width, variables: variables)
            try ann.waitUntilShown("1 here")
            let bea = try sandbox.terminal("--as", "Bea", width: desk.width)
            try ann.waitUntilShown("2 here")
            try mention(ann, desk, name: "Bea", id: "/bea")
            try ann.press("C-c")
            try expectDraft("", in: ann)

            try ann.type("ask @be")
            try ann.waitUntilShown("/bea")
            try ann.press("Tab")
            try expectDraft("ask @Bea", in: ann)
            try ann.paste("/quit\nno")
            try ann.waitUntil("pasted") { $0.rows[21] == " ask @Bea /quit" && $0.rows[22] == " no" }
            try undo(ann, desk)
            try expectDraft("ask @Bea", in: ann)
            try ann.type(":) ")
            try expectDraft("ask @Bea 🙂", in: ann)
            try ann.press("M-v")
            try expectDraft("ask @Bea 🙂 from the editor", in: ann)
            try ann.press("Enter")
            try ann.waitUntilShown("✓")

            try ann.press("C-p")
            try expectDraft("ask @Bea 🙂 from the editor", in: ann)
            try ann.press("C-c")
            try expectDraft("", in: ann)
            try ann.press("Up")
            try ann.waitUntilShown("editing ┆ ask @Bea [smile]")
            try ann.type("!")
            try ann.press("Enter")
            try ann.waitUntilGone("editing ┆")
            for terminal in [ann, bea] {
                try terminal.waitUntil("both read the edit") { $0.contains("editor!") && $0.contains("(edited)") }
            }

            let message = try Exported(sandbox.mingle("export").lines.last)
            #expect(message.text == "ask @Bea [smile] from the editor!")
            #expect(message.mentions.map(\.id) == [sandbox.person("bea")])
        }

        @Test(arguments: Desk.all) func oneTriesTheDemo(desk: Desk) throws {
            let variables = settle(desk)
            let demo = try sandbox.terminal("demo", width: desk.width, variables: variables)
            try demo.waitUntilShown("5 here")
            try mention(demo, desk, name: "Bea", id: "demo:bea")
            try demo.press("Enter")
            try demo.waitUntilShown("✓")
            try demo.press("Up")
            try demo.waitUntilShown("editing ┆")
            try demo.type("all of you")
            try demo.press("Enter")
            try demo.waitUntilShown("(edited)")
        }
    }
}
