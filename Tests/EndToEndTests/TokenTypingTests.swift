import Testing

extension EndToEnd {
    /// A mention is one element whatever is done to it, at each desk.
    @Suite final class TokenTyping {
        private let sandbox = Sandbox()

        private func two(at desk: Desk, settings: String = "") throws -> (ann: Writer, bea: Writer) {
            let bea = try Writer("Bea", at: desk, in: sandbox)
            return (try Writer("Ann", at: desk, in: sandbox, here: 2, settings: settings), bea)
        }

        private func lastMentions() throws -> [String?] {
            try Exported(sandbox.mingle("export").lines.last).mentions.map(\.id)
        }

        @Test(arguments: Desk.all) func oneKeyStepsOverOrTakesAToken(desk: Desk) throws {
            let ann = try two(at: desk).ann
            try ann.expect("a |", after: "'a ")
            try ann.mention("be", "/bea", "a @Bea |")
            try ann.expect("a |", after: "BSpace")
            try ann.undo("a @Bea |")
            try ann.expect("a @Bea b|", after: "'b")
            try ann.expect("a @Bea| b", after: "Left", "Left")
            try ann.expect("a |@Bea b", after: "Left")
            try ann.expect("a @Bea| b", after: "Right")
            try ann.expect("a |@Bea b", after: "C-b")
            try ann.expect("a | b", after: "DC")
            try ann.undo("a @Bea b|")
            try ann.expect("a |@Bea b", after: "Left", "M-b")
            try ann.expect("a @Bea| b", after: "M-f")
            try ann.expect("a | b", after: "M-BSpace")
            try ann.undo("a @Bea b|")
            try ann.expect("a  b|", after: "Home", "Right", "Right", "M-d", "End")
            try ann.undo("a @Bea b|")
        }

        @Test(arguments: Desk.all) func cutAndPutATokenKeepsWhoIsMeant(desk: Desk) throws {
            let (ann, bea) = try two(at: desk)
            try ann.mention("be", "/bea", "@Bea |")
            try ann.expect("@Bea|", after: "Left", "DC")
            try ann.expect("|", after: "C-w")
            try ann.expect("@Bea|", after: "C-y")
            try ann.expect("@Bea @Bea|", after: "'\u{20}", "C-y")
            try ann.see("@Bea is local:", after: "S-Left")
            try ann.expect("@Bea |", after: "C-x")
            try ann.expect("@Bea one|", after: "'one")
            try ann.expect("@Bea |", after: "C-w")
            // What was cut before instead, and round again.
            try ann.expect("@Bea one|", after: "C-y")
            try ann.expect("@Bea @Bea|", after: "M-y")
            try ann.expect("@Bea @Bea|", after: "S-Left", "M-w", "Right")
            try ann.expect("@Bea @Bea@Bea|", after: "C-y")
            try ann.expect("@Bea @Beax|", after: "BSpace", "'x")
            try ann.expect("@Bea x@Bea|", after: "C-M-t")
            try ann.press(["Enter"])
            try bea.terminal.waitUntilShown("@Bea")
            #expect(try Set(lastMentions()) == [sandbox.person("bea")])
        }

        @Test(arguments: Desk.all) func undoHistoryAndEditsKeepWhoIsMeant(desk: Desk) throws {
            let (ann, bea) = try two(at: desk)
            try ann.mention("be", "/bea", "@Bea |")
            try ann.expect("@Bea one|", after: "'one")
            try ann.undo("@Bea |")
            try ann.undo(desk.isVi ? "@be|" : "@be|")
            try ann.expect("@Bea |", after: "M-_", "End")
            try ann.expect("@Bea one|", after: "M-_", "End")
            try ann.see("✓", after: "Enter")
            // What was sent comes back with its token, by either way.
            try ann.expect("@Bea one|", after: "C-p")
            try ann.expect("|", after: "C-c")
            try ann.see("search: on", after: "C-r", "'on")
            try ann.expect("@Bea one|", after: "Enter")
            try ann.expect("@Bea one two|", after: "'\u{20}two")
            try ann.press(["Enter"])
            try bea.terminal.waitUntilShown("@Bea one two")
            #expect(try lastMentions() == [sandbox.person("bea")])
            try ann.see("editing ┆ @Bea one two", after: "Up")
            try ann.expect("@Bea one three|", after: "M-BSpace", "'three")
            try ann.lose("editing ┆", after: "Enter")
            try bea.terminal.waitUntilShown("@Bea one three")
            #expect(try lastMentions() == [sandbox.person("bea")])
            try ann.see("editing ┆", after: "Up")
            try ann.expect("| one three", after: "Home", "DC")
        }

        @Test(arguments: Desk.all) func draftsAnswersAndEditsOutliveRoomsAndRestarts(desk: Desk) throws {
            let (ann, bea) = try two(at: desk)
            try bea.press(["'had coffee?", "Enter"])
            try ann.terminal.waitUntilShown("had coffee?")
            try ann.press(["'first", "Enter"])
            try ann.terminal.waitUntilShown("first ✓")
            try ann.see("answering ┆ Bea: had coffee?", after: "'/reply Bea", "Enter")
            try ann.mention("be", "/bea", "@Bea |")
            try ann.lose("answering ┆", after: "C-t", "'garden", "Enter")
            try ann.expect("flowers|", after: "'flowers")
            try ann.see("answering ┆ Bea: had coffee?", after: "M-1")
            try ann.expect("@Bea |", after: "End")
            // An edit over the answer, so that all there is to keep is kept.
            try ann.see("editing ┆ first", after: "M-s", "'e")
            try ann.expect("first light|", after: "'\u{20}light")
            try ann.press(["C-q"])
            #expect(try ann.terminal.waitUntilEnded() == 0)

            let again = try Writer("Ann", at: desk, in: sandbox, here: 2)
            try again.see("editing ┆ first")
            try again.expect("first light|")
            try again.lose("editing ┆", after: "Enter")
            try bea.terminal.waitUntilShown("first light")
            try again.see("answering ┆ Bea: had coffee?")
            try again.expect("|", after: "End", "BSpace", "BSpace")
            try again.undo("@Bea |")
            try again.expect("flowers|", after: "M-2", "End")
            try again.see("answering ┆ Bea: had coffee?", after: "M-1")
            try again.lose("answering ┆", after: "Enter")
            #expect(try lastMentions() == [sandbox.person("bea")])
            #expect(try sandbox.mingle("export").lines.last?.contains("\"replyTo\"") == true)
        }

        @Test(arguments: Desk.all) func aRenameShowsAndWhoLeavesIsStruck(desk: Desk) throws {
            let (ann, bea) = try two(at: desk)
            try ann.expect("to |", after: "'to ")
            try ann.mention("be", "/bea", "to @Bea |")
            try bea.press(["'/nick Beatrix", "Enter"])
            try ann.expect("to @Beatrix |")
            try bea.press(["C-q"])
            try ann.terminal.waitUntilShown("1 here")
            try ann.terminal.waitUntil("struck out") { _ in
                let row = try? ann.terminal.styledRow(with: "to @Beatrix")
                return row?.style(of: "@Beatrix")?.attributes.contains(9) == true
            }
            try ann.see("✓", after: "Enter")
            #expect(try lastMentions() == [sandbox.person("bea")])
        }

        @Test(arguments: Desk.all) func tokensStandTwiceSideBySideAndAtTheEdges(desk: Desk) throws {
            let (ann, bea) = try two(at: desk)
            try ann.mention("be", "/bea", "@Bea |")
            try ann.mention("be", "/bea", "@Bea @Bea |")
            try ann.expect("@Bea@Bea|", after: "Left", "DC", "Left", "Left", "DC", "End")
            try ann.expect("|@Bea@Bea", after: "Left", "Left")
            try ann.expect("@Bea|", after: "DC", "End")
            try ann.undo("@Bea@Bea|")
            try ann.press(["Enter"])
            try bea.terminal.waitUntilShown("@Bea@Bea")
            #expect(try lastMentions() == [sandbox.person("bea"), sandbox.person("bea")])
        }

        @Test(arguments: Desk.all) func aTokenWiderThanTheScreenIsClippedAndStaysOne(desk: Desk) throws {
            let name = String(repeating: "宽", count: 90)
            try sandbox.terminal("--as", name).waitUntilShown("1 here")
            let ann = try Writer("Ann", at: desk, in: sandbox, here: 2)
            try ann.press(["'@宽宽", "Enter", "Left", "DC"])
            try ann.terminal.waitUntil("clipped") { screen in
                let row = screen.rows[Writer.row - 1] + screen.rows[Writer.row]
                return row.contains(" @宽宽") && row.hasSuffix("…")
            }
            try ann.expect("|", after: "BSpace")
        }

        @Test(arguments: Desk.all) func theLogShowsWhoIsMeantAndLeadsToWhatMentionsOneself(desk: Desk) throws {
            let (ann, bea) = try two(at: desk)
            try ann.press(["'one @be", "Enter", "'here", "Enter"])
            try ann.press(["'Beate is no Bea, she says", "Enter", "'Beate came", "Enter"])
            let screen = try bea.terminal.waitUntilShown("Beate came")
            let own = try bea.terminal.styledRow(with: "one @Bea")?.style(of: "@Bea")
            let others = try ann.terminal.styledRow(with: "one @Bea")?.style(of: "@Bea")
            #expect(own != nil && others != nil && own != others, "a mention of oneself stands out")
            // What names oneself as a whole word counts, and what merely holds the name does not.
            for (key, text) in [("M-p", "Beate is no Bea"), ("M-p", "one @Bea"), ("M-n", "Beate is no Bea")] {
                try bea.press([key])
                try bea.terminal.waitUntil("\(key) leads to “\(text)”") { screen in
                    screen.rows.contains { $0.contains("▶") && $0.contains(text) }
                }
            }
            try bea.press(["Escape", "M->"])
            // Selecting a message, and pointing at a mention, tell who is meant.
            try ann.see("@Bea is local:", after: "M-s", "Up", "Up")
            try ann.lose("@Bea is local:", after: "Escape")
            let row = try #require(screen.row(with: "one @Bea"))
            let column = try #require(screen.columns(of: "@", row: row).last)
            try bea.lose("@Bea is local:")
            try bea.terminal.type("\u{1B}[<35;\(column + 2);\(row + 1)M")
            try bea.terminal.waitUntilShown("@Bea is local:")
        }
    }
}
