import Foundation
import Testing

@Suite struct InterviewTests {
    private let kitty =
        "\u{1B}[2;3R\u{1B}[2;19R\u{1B}[2;35R\u{1B}P>|kitty(0.41.1)\u{1B}\\\u{1B}[?2026;2$y\u{1B}[?0u\u{1B}[?62;c"

    @Test func theFirstFrameWaitsForNoAnswer() throws {
        // A terminal that never answers: the frame is there all the same, and nothing of the questions is left.
        let session = try Session()
        let text = session.terminal.text
        let asked = try #require(text.range(of: "\u{1B}[c"))
        #expect(text[asked.upperBound...].contains("hello"))
        #expect(text[asked.upperBound...].contains("\u{1B}[2J") || text[asked.upperBound...].contains("\u{1B}[J"))
        try session.terminal.type("q")
        #expect(try session.terminal.waitForEnd() == 0)
    }

    @Test func answersAreUsedAndNeverTyped() throws {
        let session = try Session()
        try session.terminal.type(kitty)
        try session.terminal.wait("the keyboard protocol") { session.terminal.text.contains("\u{1B}[>1u") }
        try session.terminal.type("j\u{1B}[13;2u")
        try session.wait(for: "key S-Enter")
        try session.terminal.wait("one update") { session.terminal.text.contains("\u{1B}[?2026h") }
        try session.terminal.type("q")
        #expect(try session.terminal.waitForEnd() == 0)
        session.expectRestored()
        let text = session.terminal.text
        let on = try #require(text.range(of: "\u{1B}[>1u", options: .backwards))
        let off = try #require(text.range(of: "\u{1B}[<u", options: .backwards))
        #expect(off.lowerBound > on.upperBound)
        let screen = try #require(text.range(of: "\u{1B}[?1049l", options: .backwards))
        #expect(off.upperBound <= screen.lowerBound, "the protocol belongs to the screen that it was asked for")
        let keys = session.probe.events.filter { $0.hasPrefix("key") }
        #expect(keys == ["key j", "key S-Enter", "key q"])
    }

    @Test func aCrashEndsTheKeyboardProtocolToo() throws {
        let session = try Session()
        try session.terminal.type(kitty)
        try session.terminal.wait("the keyboard protocol") { session.terminal.text.contains("\u{1B}[>1u") }
        kill(session.terminal.process, SIGSEGV)
        #expect(try session.terminal.waitForEnd() == -SIGSEGV)
        #expect(session.terminal.text.contains("\u{1B}[<u"))
        session.expectRestored()
    }

    @Test func aClusterThatWouldBeTooWideIsDrawnInItsNearestForm() throws {
        let session = try Session(["👨‍👩‍👧‍👦 👍🏽"])
        // 80 columns are not there: at 40 the places of the probes are two in a row.
        try session.terminal.type("\u{1B}[3;21R\u{1B}[3;5R\u{1B}[3;25R\u{1B}[?6c")
        let before = session.terminal.output.count
        try session.terminal.wait("a frame in other forms") {
            let later = String(decoding: session.terminal.output[before...], as: UTF8.self)
            return later.contains("👨") && later.contains("👍") && !later.contains("\u{200D}")
                && !later.contains("\u{1F3FD}")
        }
    }

    @Test func anAnswerAfterTheTimeIsNotTyped() throws {
        let session = try Session()
        try session.terminal.type("\u{1B}[?62;c")
        try session.terminal.type("\u{1B}[3;3R\u{1B}P>|late\u{1B}\\x")
        try session.wait(for: "key x")
        #expect(session.probe.events.filter { $0.hasPrefix("key") } == ["key x"])
    }
}
