import Testing

extension EndToEnd {
    /// Vi's commands, in a narrow and in a wide terminal, with a mention in the way of each.
    @Suite final class ViTyping {
        private let sandbox = Sandbox()

        /// The draft `one @Bea two.three`, in normal mode at its start.
        private func ann(at desk: Desk) throws -> Writer {
            try sandbox.terminal("--as", "Bea").waitUntilShown("1 here")
            let ann = try Writer("Ann", at: desk, in: sandbox, here: 2)
            try ann.expect("one |", after: "'one ")
            try ann.mention("be", "/bea", "one @Bea |")
            try ann.expect("one @Bea two.three|", after: "'two.three")
            try ann.normal()
            try ann.expect("|one @Bea two.three", after: "'0")
            return ann
        }

        @Test(arguments: Desk.vi) func motionsTakeATokenAsOneWord(desk: Desk) throws {
            let ann = try ann(at: desk)
            let walk = [
                ("w", "one |@Bea two.three"), ("w", "one @Bea |two.three"), ("w", "one @Bea two|.three"),
                ("b", "one @Bea |two.three"), ("B", "one |@Bea two.three"), ("l", "one @Bea| two.three"),
                ("h", "one |@Bea two.three"), ("e", "one @Bea tw|o.three"), ("E", "one @Bea two.thre|e"),
                ("0", "|one @Bea two.three"), ("2w", "one @Bea |two.three"), ("^", "|one @Bea two.three"),
                ("fe", "on|e @Bea two.three"), (";", "one @Bea two.thr|ee"), (",", "on|e @Bea two.three"),
                ("$", "one @Bea two.thre|e"), ("Ft", "one @Bea two.|three"), ("0", "|one @Bea two.three"),
                ("tt", "one @Bea| two.three"), ("Tn", "on|e @Bea two.three"), ("W", "one |@Bea two.three"),
                ("gg", "|one @Bea two.three"), ("G", "|one @Bea two.three"),
            ]
            for (keys, drawing) in walk { try ann.expect(drawing, after: "'" + keys) }
        }

        @Test(arguments: Desk.vi) func operatorsTakeATokenWhole(desk: Desk) throws {
            let ann = try ann(at: desk)
            let changes = [
                ("wx", "one | two.three"), ("u", "one |@Bea two.three"), ("dw", "one |two.three"),
                ("u", "one |@Bea two.three"), ("daw", "one |two.three"), ("u", "one |@Bea two.three"),
                ("diw", "one | two.three"), ("P", "one |@Bea two.three"), ("D", "one| "), ("u", "one |@Bea two.three"),
                ("yiw$p", "one @Bea two.three|@Bea"), ("u", "one @Bea two.thre|e"), ("0dd", "|"),
                ("u", "|one @Bea two.three"), ("X", "|one @Bea two.three"), ("lX", "|ne @Bea two.three"),
                ("u", "o|ne @Bea two.three"), ("0~", "O|ne @Bea two.three"), ("rx", "O|xe @Bea two.three"),
                ("l.", "Ox|x @Bea two.three"), ("3u", "|one @Bea two.three"), ("2dw", "|two.three"),
                ("u", "|one @Bea two.three"), ("dw", "|@Bea two.three"), (".", "|two.three"),
                ("2u", "|one @Bea two.three"),
            ]
            for (keys, drawing) in changes { try ann.expect(drawing, after: "'" + keys) }
            try ann.expect("|@Bea two.three", after: "'dw")
            try ann.expect("|one @Bea two.three", after: "'u")
            try ann.expect("|@Bea two.three", after: "C-r")
            try ann.expect("|one @Bea two.three", after: "'u")
            // Sent, the token is still Bea.
            try ann.see("✓", after: "'wyiwP", "Enter")
            let ids = try Exported(sandbox.mingle("export").lines.last).mentions.map(\.id)
            #expect(ids == [sandbox.person("bea"), sandbox.person("bea")])
        }

        @Test(arguments: Desk.vi) func insertModeIsEnteredInEveryWay(desk: Desk) throws {
            let ann = try ann(at: desk)
            try ann.expect("one x|@Bea two.three", after: "'wix")
            try ann.normal()
            try ann.expect("one @Beay| two.three", after: "'u", "'ay")
            try ann.normal()
            try ann.expect("z|one @Bea two.three", after: "'uIz")
            try ann.normal()
            try ann.expect("one @Bea two.threew|", after: "'uAw")
            try ann.normal()
            try ann.expect("one see| two.three", after: "'u0wciwsee")
            try ann.normal()
            try ann.expect("s|one @Bea two.three", after: "'u0is")
            try ann.normal()
            try ann.expect("new|", after: "'uonew")
            try ann.normal()
            try ann.press(["'uOup"])
            try ann.terminal.waitUntil("a line above") { $0.rows[21...22] == [" up", " one @Bea two.three"] }
            try ann.normal()
            try ann.expect("|one @Bea two.three", after: "'u0")
            // A count repeats what was typed, and a dot does it again.
            try ann.press(["'3iab"])
            try ann.normal()
            try ann.expect("ababa|bone @Bea two.three")
        }

        @Test(arguments: Desk.vi) func visualModeSelectsTokens(desk: Desk) throws {
            let ann = try ann(at: desk)
            try ann.see("-- VISUAL --", after: "'v")
            try ann.see("@Bea is local:", after: "'vwv")
            try ann.expect("one | two.three", after: "'d")
            try ann.expect("one |@Bea two.three", after: "'u")
            try ann.see("@Bea is local:", after: "'viw")
            try ann.expect("one x| two.three", after: "'cx")
            try ann.normal()
            try ann.expect("one |@Bea two.three", after: "'u")
            try ann.expect("|", after: "'0v$d")
            try ann.expect("one @Bea two.thre|e", after: "'p")
        }
    }
}
