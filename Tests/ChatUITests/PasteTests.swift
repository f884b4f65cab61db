import ChatCore
import ChatUI
import RichText
import Terminal
import Testing

@Suite struct PasteTests {
    private static let long = (1...200).map { "\($0)\n" }.joined() + "end"

    @Test func aVeryLongPasteAsksAndAYesPutsItInAsOneStep() {
        var session = Session(80, 12)
        session.type("a")
        session.send(.paste(PasteTests.long))
        #expect(session.shows("Paste 201 lines"))
        // CL-042: what comes before the answer is kept with it, and nothing leaks into the draft.
        session.send(.mouse(MouseEvent(.press, .left, at: Point(x: 1, y: 10))))
        session.type("xq")
        session.send(.paste("4"))
        session.press("Enter Tab")
        session.type("y")
        #expect(session.sent.isEmpty)
        session.press("Enter")
        #expect(session.sent.map { FlatText($0.body).text } == ["a" + PasteTests.long + "4"])
    }

    @Test func aNoDropsItAndUndoTakesAllOfItBack() {
        var session = Session(80, 12)
        session.type("a")
        session.send(.paste(String(repeating: "x", count: 70_000)))
        #expect(session.shows("Paste 1 lines, 69 KiB?"))
        session.type("n")
        #expect(session.rows.contains(" a"))
        session.send(.paste(PasteTests.long))
        session.type("y")
        session.press("C-_")
        #expect(session.rows.contains(" a"))
    }

    /// CL-040
    @Test func theEndOfOneCopiedLineIsNoNewLine() {
        var session = Session(80, 12)
        session.send(.paste("hunter-two\n"))
        session.press("Enter")
        #expect(session.sent.map { FlatText($0.body).text } == ["hunter-two"])
    }

    @Test func aResizeWhileItAsksKeepsTheQuestion() {
        var session = Session(80, 12)
        session.send(.paste(PasteTests.long))
        session.resize(40, 10)
        #expect(session.shows("Paste 201 lines"))
        session.resize(1, 1)
        session.press("Escape")
        session.resize(80, 12)
        #expect(!session.shows("Paste 201 lines"))
    }
}
