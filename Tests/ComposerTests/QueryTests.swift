import Composer
import RichText
import Testing

@Suite struct QueryTests {
    private func query(_ before: String, _ actions: [Action]) -> CompletionQuery? {
        var composer = Drawing.composer(before)
        for action in actions { action.perform(on: &composer, at: 0) }
        return composer.query
    }

    @Test(arguments: ["", "hi ", "(", "你好", "こんにちは", "“", "/", "🙂", "1️⃣", "‹@Ann›", "‹[smile]›", "⏎", "ก"])
    func anAtSignOpensTheListAfter(_ before: String) {
        #expect(query(before + "|", [.type("@")])?.kind == .person)
    }

    @Test(arguments: ["a", "7", ".", "_", "%", "+", "-", "é", "ж", "λ", "한"])
    func anAtSignOpensNothingAfter(_ before: String) {
        #expect(query(before + "|", [.type("@")]) == nil)
    }

    @Test func theQueryFollowsWhatIsTyped() {
        let found = query("hi |", [.type("@Jan B")])
        #expect(found?.text == "Jan B")
        #expect(found?.range == 3..<9)
        #expect(query("|", [.type("@ab"), .command(.backspace)])?.text == "a")
        #expect(query("|", [.type("@a"), .command(.backspace), .command(.backspace)]) == nil)
        #expect(query("|", [.type("@ab"), .command(.left)])?.text == "a")
        #expect(query("|", [.type("@ab"), .command(.draftStart)]) == nil)
        #expect(query("|", [.type("@ab"), .command(.draftStart), .command(.draftEnd)]) == nil)
        #expect(query("|", [.type("@ab"), .command(.newLine)]) == nil)
        #expect(query("|", [.type("@ab"), .command(.undo)]) == nil)
        #expect(query("|x", [.type("@ab")])?.range == 0..<3)
    }

    @Test func escapeLeavesAPlainSignForGood() {
        #expect(query("|", [.type("@a"), .dismissQuery]) == nil)
        #expect(query("|", [.type("@a"), .dismissQuery, .type("n")]) == nil)
        #expect(query("|", [.type("@a"), .dismissQuery, .type(" @")])?.text == "")
        #expect(query("|", [.type("@an"), .dismissQuery, .openQuery])?.text == "an")
    }

    @Test func theCommandKeyOpensTheSameListWithoutASign() {
        #expect(query("hi |", [.openQuery])?.text == "")
        #expect(query("hi |", [.openQuery, .type("an")])?.text == "an")
        #expect(query("hi |", [.openQuery, .type("an")])?.range == 3..<5)
        #expect(query("hi ^all|", [.openQuery])?.range == 3..<6)
    }

    @Test func emoticonsOpenAfterTwoLetters() {
        #expect(query("|", [.type("[s")]) == nil)
        #expect(query("|", [.type("[sm")]) == CompletionQuery(kind: .emoticon, text: "sm", range: 0..<3))
        #expect(query("hi |", [.type(":sm")])?.kind == .emoticon)
        #expect(query("|", [.type("\\[sm")]) == nil)
        #expect(query("10|", [.type(":30")]) == nil)
        #expect(query("http|", [.type("://")]) == nil)
        #expect(query("|", [.type("[sm il")]) == nil)
        #expect(query("|", [.type("@[bot")])?.kind == .person)
        check("hi |", [.type(":sm"), .acceptEmoticon("smile")], "hi ‹[smile]›|")
    }

    @Test func aSlashOpensCommandsAtTheStartOnly() {
        #expect(query("|", [.type("/jo")]) == CompletionQuery(kind: .command, text: "jo", range: 0..<3))
        #expect(query("|", [.type("/join lobby")])?.text == "join lobby")
        #expect(query(" |", [.type("/jo")]) == nil)
        #expect(query("|", [.type("/invite @an")])?.kind == .person)
    }
}
