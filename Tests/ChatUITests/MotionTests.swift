import ChatCore
import ChatUI
import RichText
import Terminal
import TestSupport
import Testing

@Suite struct MotionTests {
    @Test func motionsUpAndDownKeepTheirColumn() {
        var session = Session(40, 18)
        session.type("a long first line")
        session.press("M-Enter")
        session.type("x")
        session.press("M-Enter")
        session.type("a long third line")
        session.press("Left Left Left Up Up")
        session.type("!")
        #expect(session.rows.contains(" a long first l!ine"))
        session.press("Down Down")
        session.type("?")
        #expect(session.rows.contains(" a long third li?ne"))
    }

    @Test func homeAndEndGoToTheEdgesOnTheScreenThenToThoseOfTheLine() {
        var session = Session(22, 18)
        session.type("one two three four five six")
        #expect(session.rows.contains(" one two three four") && session.rows.contains(" five six"))
        session.press("Home")
        #expect(session.frame.cursor?.x == 1 && session.frame.cursor?.y == session.place(of: "five")?.y)
        session.press("Home")
        #expect(session.frame.cursor?.y == session.place(of: "one two")?.y)
        session.press("End")
        #expect(session.frame.cursor?.y == session.place(of: "one two")?.y)
        #expect((session.frame.cursor?.x ?? 0) >= 19)
        session.press("End")
        #expect(session.frame.cursor?.y == session.place(of: "five")?.y)
    }

    /// Lines are kept from key to key; a resize away and back makes them anew, and nothing may change.
    @Test(arguments: 1...10) func keptLinesAreThoseThatAreMadeAnew(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let width = Int.random(in: 3...40, using: &random)
        var session = Session(width, 40)
        let pieces = [
            "a", "bc", "word", " ", " ", "  ", "\n", "你好", "，", "👍🏽", "-", "(", ")", "http://a.bc/d?e=f&g=h_i", "3月",
            "\"",
            "한국", "e\u{301}", "\t", ":", "/", "1,5", "…", "🇦", "🇺",
        ]
        for step in 0..<100 {
            switch Int.random(in: 0..<12, using: &random) {
            case 0...4: session.send(.paste(pieces.randomElement(using: &random) ?? "a"))
            case 5: session.send(.paste((0..<30).map { _ in pieces.randomElement(using: &random) ?? "a" }.joined()))
            case 6: session.press(["Backspace", "Delete", "M-d", "C-k"].randomElement(using: &random) ?? "Delete")
            case 7: session.press(["Left", "Right", "M-b", "M-f"].randomElement(using: &random) ?? "Left")
            case 8: session.press("Up Up Up")
            case 9: session.press("C-_ C-_")
            case 10: session.press("C-w C-y")
            default:
                session.send(.paste("@"))
                session.press("M-m Enter")
            }
            let frame = session.frame
            session.resize(width + 1, 40)
            session.resize(width, 40)
            guard session.frame == frame else {
                Issue.record("seed \(seed), step \(step): \(frame.text(row: 38))")
                return
            }
        }
    }

    @Test func aVeryLongDraftIsReachedAtBothEnds() {
        var session = Session(30, 30)
        session.send(.paste((1...190).map { "line \($0)" }.joined(separator: "\n")))
        session.send(.paste("\n" + (191...380).map { "line \($0)" }.joined(separator: "\n")))
        #expect(session.rows.contains(" line 380"))
        for _ in 0..<379 { session.press("Up") }
        #expect(session.rows.contains(" line 1"))
        session.press("Up Up")
        session.type("x")
        for _ in 0..<379 { session.press("Down") }
        #expect(session.rows.contains(" line 380"))
        session.resize(31, 30)
        #expect(session.rows.contains(" line 380"))
        session.press("C-_")
        #expect(session.rows.contains(" line 1"))
    }
}
