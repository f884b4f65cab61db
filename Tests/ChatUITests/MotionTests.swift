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
    @Test(arguments: 1...12) func keptLinesAreThoseThatAreMadeAnew(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let (width, height) = (Int.random(in: 3...40, using: &random), Int.random(in: 6...40, using: &random))
        var kept = Session(width, height)
        var anew = Session(width, height)
        for step in 0..<120 {
            // At first a text that is far longer than what is shown.
            let keys = step == 0 ? .paste(pieces(400, &random)) : self.keys(&random)
            keys.press(on: &kept)
            keys.press(on: &anew)
            anew.resize(width + 1, height)
            anew.resize(width, height)
            guard kept.frame == anew.frame else {
                Issue.record("seed \(seed), step \(step): \(kept.rows)")
                return
            }
        }
    }

    private enum Keys {
        case paste(String)
        case press(String)

        func press(on session: inout Session) {
            switch self {
            case .paste(let text): session.send(.paste(text))
            case .press(let keys): session.press(keys)
            }
        }
    }

    private func pieces(_ count: Int, _ random: inout SeededGenerator) -> String {
        let pieces = [
            "a", "bc", "word", " ", " ", "  ", "\n", "你好", "，", "👍🏽", "-", "(", ")", "http://a.bc/d?e=f&g=h_i", "3月",
            "\"", "한국", "e\u{301}", "\t", ":", "/", "1,5", "…", "🇦", "🇺",
        ]
        return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "a" }.joined()
    }

    private func keys(_ random: inout SeededGenerator) -> Keys {
        let up = Array(repeating: "Up", count: Int.random(in: 1...30, using: &random)).joined(separator: " ")
        switch Int.random(in: 0..<14, using: &random) {
        case 0...4: return .paste(pieces(1, &random))
        case 5: return .paste(pieces(30, &random))
        case 6: return .press(["Backspace", "Delete", "M-d", "C-k"].randomElement(using: &random) ?? "Delete")
        case 7: return .press(["Left", "Right", "M-b", "M-f"].randomElement(using: &random) ?? "Left")
        case 8: return .press(up)
        case 9: return .press(up.split(separator: " ").map { _ in "Down" }.joined(separator: " "))
        case 10: return .press("C-_ C-_")
        case 11: return .press("C-w C-y")
        case 12: return .press("M-_")
        default: return .press("M-m Enter")
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
