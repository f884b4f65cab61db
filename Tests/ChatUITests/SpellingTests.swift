import ChatUI
import RichText
import Terminal
import Testing

/// What is asked of a dictionary, and what its answers do.
@Suite struct SpellingKeyTests {
    private func session() -> Session { Session(60, 10) { $0.checksSpelling = true } }

    private func asked(_ session: Session) -> [[String]] {
        session.effects.compactMap { if case .checkSpelling(let words) = $0 { words } else { nil } }
    }

    /// The characters of the row of the draft that are underlined.
    private func underlined(_ session: Session) -> String {
        let frame = session.frame
        let y = frame.size.height - 2
        return (0..<frame.size.width).map { frame[$0, y] }.filter { $0.style.attributes.contains(.underline) }
            .map(\.text).joined()
    }

    @Test func wordsAreLookedUpAfterAPauseAndOnce() {
        var session = session()
        session.type("teh cup ")
        #expect(asked(session).isEmpty)
        session.wait(milliseconds: 500)
        #expect(asked(session) == [["teh", "cup"]])
        session.type("of teh ")
        session.wait(milliseconds: 500)
        #expect(asked(session) == [["teh", "cup"], ["of"]])
    }

    @Test func aWrongWordIsUnderlinedUnlessOneIsWritingIt() {
        var session = session()
        session.type("a teh cup")
        session.hearSpelling(.spelled(["teh": false, "cup": false]))
        #expect(underlined(session) == "teh")
        session.type(" ")
        #expect(underlined(session) == "tehcup")
        session.hearSpelling(.spelled(["teh": true]))
        #expect(underlined(session) == "cup")
    }

    @Test func aSuggestionTakesThePlaceOfTheWordInOneStep() {
        var session = session()
        session.type("a teh cup")
        session.press("Left Left Left Left M-$")
        #expect(session.effects.last == .suggestSpelling("teh"))
        session.hearSpelling(.spellings(of: "teh", isRight: false, ["the", "tea"]))
        #expect(session.shows("add “teh” to your words"))
        session.press("Down Enter")
        #expect(session.shows(" a tea cup"))
        session.press("C-_")
        #expect(session.shows(" a teh cup"))
    }

    @Test func aWordCanBeLearnt() {
        var session = session()
        session.type("ncurses ")
        session.hearSpelling(.spelled(["ncurses": false]))
        session.press("M-$")
        session.hearSpelling(.spellings(of: "ncurses", isRight: false, []))
        session.press("Enter")
        #expect(session.effects.contains(.learnWord("ncurses")))
        #expect(underlined(session).isEmpty)
        #expect(session.shows(" ncurses"))
    }

    @Test func anAnswerThatComesTooLateChangesNothing() {
        var session = session()
        session.type("teh ")
        session.press("M-$")
        session.type("x")
        session.hearSpelling(.spellings(of: "teh", isRight: false, ["the"]))
        #expect(!session.shows("add “teh”"))
        session.press("Enter")
        #expect(session.sent.map { FlatText($0.body).text } == ["teh x"])
    }

    @Test func aRightWordIsSaidToBeSo() {
        var session = session()
        session.type("tea")
        session.press("M-$")
        session.hearSpelling(.spellings(of: "tea", isRight: true, []))
        #expect(session.shows("“tea” is right"))
    }

    @Test func withoutADictionaryNothingIsAsked() {
        var session = Session(60, 10)
        session.type("teh ")
        session.wait(milliseconds: 2_000)
        session.press("M-$")
        #expect(asked(session).isEmpty)
        #expect(session.shows("No dictionary of your language"))
    }
}
