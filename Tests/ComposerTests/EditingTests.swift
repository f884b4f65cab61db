import Composer
import RichText
import Testing

@Suite struct EditingTests {
    @Test(arguments: ["👍🏽", "🇦🇺", "👨‍👩‍👧‍👦", "❤️", "e\u{301}", "1️⃣", "각", "क्षि"])
    func oneBackspaceRemovesOneVisibleCharacter(_ cluster: String) {
        checkStep(cluster + "|", .command(.backspace), "|")
        checkStep("|" + cluster, .command(.delete), "|")
        check("a" + cluster + "|", [.command(.left)], "a|" + cluster)
        var composer = Composer()
        for scalar in cluster.unicodeScalars { composer.type(String(scalar), at: 0) }
        #expect(composer.elements == [.cluster(cluster)])
        composer.perform(.undo, at: 0)
        #expect(composer.isEmpty)
    }

    @Test func charactersThatMeetAreJoined() {
        checkStep("🇦x|🇺", .command(.backspace), "🇦🇺|")
        check("|🇦🇺🇩🇪", [.type("🇧")], "🇧🇦|🇺🇩🇪")
        checkStep("e⏎|\u{301}", .command(.backspace), "e\u{301}|")
    }

    @Test func motions() {
        check("ab|", [.command(.left), .command(.left), .command(.left)], "|ab")
        check("one  two_2.|", [.command(.wordLeft)], "one  |two_2.")
        check("|  one two", [.command(.wordRight)], "  one| two")
        check("|日本語テキスト", [.command(.wordRight)], "日本語|テキスト")
        check("ab⏎c|d⏎e", [.command(.lineStart)], "ab⏎|cd⏎e")
        check("ab⏎c|d⏎e", [.command(.lineEnd)], "ab⏎cd|⏎e")
        check("ab⏎c|d⏎e", [.command(.draftStart)], "|ab⏎cd⏎e")
        check("ab⏎c|d⏎e", [.command(.draftEnd)], "ab⏎cd⏎e|")
        check("^abc|", [.command(.left)], "|abc")
        check("|abc^", [.command(.right)], "abc|")
        check("ab|", [.move(99)], "ab|")
        check("ab|", [.move(-99)], "|ab")
    }

    @Test func selections() {
        check("ab|", [.command(.selectLeft)], "a|b^")
        check("a|b", [.command(.selectRight), .command(.selectLeft)], "a|b")
        check("one two|", [.command(.selectWordLeft)], "one |two^")
        check("a|b⏎c", [.command(.selectLineEnd)], "a^b|⏎c")
        check("a|b", [.command(.selectAll)], "^ab|")
        check("abc|", [.select(1)], "a|bc^")
        checkStep("a^bc|d", .command(.backspace), "a|d")
        checkStep("a^bc|d", .command(.delete), "a|d")
        checkStep("a^bc|d", .type("x"), "ax|d")
        checkStep("a^bc|d", .paste("1\r\n2"), "a1⏎2|d")
        checkStep("a^bc|d", .command(.killBlankWordLeft), "a|d")
    }

    @Test(arguments: [
        (0, "^one| ‹@Ann›日本."), (2, "^one| ‹@Ann›日本."), (3, "one^ |‹@Ann›日本."), (4, "one ^‹@Ann›|日本."),
        (6, "one ‹@Ann›^日本|."), (7, "one ‹@Ann›日本^.|"), (99, "one ‹@Ann›日本^.|"),
    ])
    func aDoubleClickSelectsAWordOrAToken(_ position: Int, _ after: String) {
        var composer = Drawing.composer("one ‹@Ann›日本.|")
        composer.selectWord(at: position)
        #expect(Drawing.draw(composer) == after)
    }

    @Test func kills() {
        checkStep("a|b⏎c", .command(.killToLineEnd), "a|⏎c")
        checkStep("ab|⏎c", .command(.killToLineEnd), "ab|c")
        checkStep("ab⏎cd|e", .command(.killToLineStart), "ab⏎|e")
        checkStep("ab⏎|e", .command(.killToLineStart), "ab|e")
        checkStep("one two|", .command(.killWordLeft), "one |")
        checkStep("a b-c |", .command(.killBlankWordLeft), "a |")
        checkStep("|one two", .command(.killWordRight), "| two")
        checkStep("a|b", .command(.killDraft), "|")
    }

    @Test func killsInARowAreOnePiece() {
        check("one two|", [.command(.killWordLeft), .command(.killWordLeft), .command(.yank)], "one two|")
        check("|one two", [.command(.killWordRight), .command(.killWordRight), .command(.yank)], "one two|")
        check(
            "one two|", [.command(.killWordLeft), .command(.left), .command(.killWordLeft), .command(.yank)],
            "one| ")
    }

    @Test func yankPopGoesRound() {
        let kills: [Action] = [
            .command(.killWordLeft), .command(.left), .command(.right), .command(.killWordLeft), .command(.yank),
        ]
        check("a b|", kills, "a |")
        check("a b|", kills + [.command(.yankPop)], "b|")
        check("a b|", kills + [.command(.yankPop), .command(.yankPop)], "a |")
        check("a b|", kills + [.command(.left), .command(.yankPop)], "a| ")
    }

    @Test func whatWasCutIsBoundedAndTheNewestIsAlwaysThere() {
        var composer = Composer()
        composer.paste("kept", at: 0)
        composer.perform(.killDraft, at: 0)
        composer.paste(String(repeating: "a", count: 200_000), at: 0)
        for _ in 0..<3 {
            composer.perform(.killDraft, at: 0)
            composer.perform(.yank, at: 0)
        }
        composer.perform(.yankPop, at: 0)
        composer.perform(.yankPop, at: 0)
        #expect(composer.elements.count == 200_000, "older ones went to make room")
        composer.perform(.selectAll, at: 0)
        for _ in 0..<2 { composer.perform(.copy, at: 0) }
        composer.perform(.yank, at: 0)
        #expect(composer.elements.count == 200_000)
    }

    @Test func whatWasCutIsTakenAlongFromDraftToDraft() {
        var composer = Drawing.composer("one two|")
        composer.perform(.killWordLeft, at: 0)
        var other = Drawing.composer("x y|")
        other.enter(with: composer.leave())
        other.perform(.yank, at: 0)
        #expect(Drawing.draw(other) == "x ytwo|")
        other.perform(.killWordLeft, at: 0)
        composer.enter(with: other.leave())
        composer.perform(.killWordLeft, at: 0)
        composer.perform(.yank, at: 0)
        #expect(Drawing.draw(composer) == "one |", "a cut in another draft parts those of this one")
        other.perform(.yank, at: 0)
        #expect(Drawing.draw(other) == "x |", "it is in one place")
    }

    @Test func transpositions() {
        checkStep("ab|", .command(.transpose), "ba|")
        checkStep("a|bc", .command(.transpose), "ba|c")
        check("|ab", [.command(.transpose)], "|ab")
        check("a|⏎b", [.command(.transpose)], "a|⏎b")
        checkStep("a‹@Ann›|", .command(.transpose), "‹@Ann›a|")
        checkStep("one two|", .command(.transposeWords), "two one|")
        checkStep("one| two", .command(.transposeWords), "two one|")
        checkStep("one |two three", .command(.transposeWords), "two one| three")
        checkStep("‹@Ann›, you|", .command(.transposeWords), "you, ‹@Ann›|")
        check("one|", [.command(.transposeWords)], "one|")
        check("|", [.command(.transposeWords)], "|")
    }

    @Test func caseChanges() {
        checkStep("|straße x", .command(.upcaseWord), "STRASSE| x")
        checkStep("|ΟΔΟΣ ΑΣ", .command(.downcaseWord), "οδος| ΑΣ")
        checkStep("| hELLO x", .command(.capitaliseWord), " Hello| x")
        check("|‹@ann› x", [.command(.upcaseWord)], "‹@ann›| x")
        check("|日本", [.command(.upcaseWord)], "日本|")
    }

    @Test func undoGroupsByKindPlaceAndTime() {
        var composer = Composer()
        composer.type("a", at: 0)
        composer.type("b", at: 500)
        composer.type("c", at: 1001)
        composer.perform(.undo, at: 1001)
        #expect(Drawing.draw(composer) == "ab|")
        composer.perform(.undo, at: 1001)
        #expect(Drawing.draw(composer) == "|")
        composer.perform(.redo, at: 1001)
        composer.perform(.redo, at: 1001)
        #expect(Drawing.draw(composer) == "abc|")
        composer.perform(.backspace, at: 1100)
        composer.perform(.backspace, at: 1200)
        composer.type("x", at: 1300)
        composer.perform(.undo, at: 1300)
        #expect(Drawing.draw(composer) == "a|")
        composer.perform(.undo, at: 1300)
        #expect(Drawing.draw(composer) == "abc|")
        composer.type("d", at: 1400)
        composer.perform(.left, at: 1400)
        composer.type("e", at: 1400)
        composer.perform(.undo, at: 1400)
        #expect(Drawing.draw(composer) == "abc|d", "a motion ends a group")
        composer.perform(.redo, at: 1400)
        composer.type("f", at: 1400)
        composer.perform(.redo, at: 1400)
        #expect(Drawing.draw(composer) == "abcef|d", "an edit forgets what could be done again")
    }

    @Test func aPasteIsOneStepAndHarmless() {
        checkStep("a|", .paste("1\r\n2\r3\u{1B}[31m"), "a1⏎2⏎3␛[31m|")
        check("|", [.paste("")], "|")
        check("|", [.type("x"), .paste("y"), .command(.undo)], "x|", apart: 1)
    }

    @Test func aFloodOfMarksIsCut() {
        var composer = Composer()
        composer.type("a", at: 0)
        for _ in 0..<100 { composer.type("\u{301}", at: 0) }
        #expect(composer.elements.count == 1)
        #expect(composer.elements[0].text.unicodeScalars.count == HarmlessText.longestCluster)
        var pasted = Composer()
        for _ in 0..<5 { pasted.paste(String(repeating: "\u{301}", count: 20), at: 0) }
        #expect(pasted.elements.allSatisfy { $0.text.unicodeScalars.count <= HarmlessText.longestCluster })
    }

    @Test func replacingTheWholeDraftIsOneStep() {
        var composer = Drawing.composer("a|b")
        composer.replace(with: RichText([.text("x ", .plain), .mention(Drawing.mention("Ann"))]), at: 0)
        #expect(Drawing.draw(composer) == "x ‹@Ann›|")
        composer.perform(.undo, at: 0)
        #expect(Drawing.draw(composer) == "a|b")
    }

    @Test func picturesBecomeWordsAndStylesAreLeftBehind() {
        let picture = Picture(
            source: .init(.localStatic, "/a.png"), size: CellSize(width: 2, height: 1), alt: "a\u{1B}cat")
        let rich = RichText([.text("red", .init(colour: "red")), .lineBreak, .picture(picture)])
        #expect(Drawing.draw(Composer(rich)) == "red⏎a␛cat|")
        #expect(Composer(rich).richText == RichText(plain: "red\na␛cat"))
    }
}
