import Foundation
import Testing

@Suite struct InputTests {
    @Test func keysAreRead() throws {
        let session = try Session()
        try session.terminal.type("\u{1B}OA\u{1B}[1;5C\r\n\u{1B}\rж\u{1B}[I\u{1B}[27;2;13~")
        try session.wait(for: "key S-Enter")
        let keys = session.probe.events.filter { !$0.hasPrefix("shown") }.dropFirst()
        #expect(
            Array(keys) == [
                "key Up", "key C-Right", "key Enter", "key C-j", "key M-Enter", "key ж", "focus true", "key S-Enter",
            ])
    }

    @Test func aLoneEscapeIsReadSoon() throws {
        let session = try Session()
        let start = Date()
        try session.terminal.type("\u{1B}")
        try session.wait(for: "key Escape")
        let seconds = Date().timeIntervalSince(start)
        #expect(seconds >= 0.05)
    }

    @Test func aPastedMegabyteIsOneEvent() throws {
        let session = try Session()
        let text = String(repeating: "0123456789abcde\r", count: 1 << 16)
        try session.terminal.type("\u{1B}[200~\(text)\u{1B}[201~x")
        try session.wait(for: "key x")
        #expect(session.probe.events.filter { $0.hasPrefix("paste") }.count == 1)
        #expect(session.probe.events.contains { $0.hasPrefix("paste 1048576 \"0123456789abcde\\n0123") })
    }

    @Test func aThousandSizesLeaveTheLastOne() throws {
        let session = try Session(["你好 ❤️ 👨‍👩‍👧‍👦\n" + String(repeating: "你", count: 300)])
        var size = (width: 1, height: 1)
        for step in 0..<1000 {
            size = step == 999 ? (33, 7) : ([1, 2, 3, 40, 79, 500][step % 6], [1, 2, 10, 200][step % 4])
            session.terminal.resize(width: size.width, height: size.height)
            if step % 10 == 0 { try session.terminal.type("j") }
        }
        try session.wait(for: "resize 33x7")
        try session.terminal.type("q")
        #expect(try session.terminal.waitForEnd() == 0)
        session.expectRestored()
    }

    @Test func aFrameThatIsShownAlreadyCostsNothing() throws {
        let session = try Session(["plain\n❤️ 👨‍👩‍👧‍👦 🇫🇷"])
        try session.terminal.type("\u{1B}[I")
        try session.wait(for: "focus true")
        let before = session.terminal.output.count
        try session.terminal.type("\u{1B}[O")
        try session.wait(for: "focus false")
        try session.terminal.type("x")
        try session.wait(for: "key x")
        #expect(session.terminal.output.count == before)
    }

    @Test func aStopThatNoProgramCanCatchIsMadeUpFor() throws {
        let session = try Session()
        kill(session.terminal.process, SIGSTOP)
        kill(session.terminal.process, SIGCONT)
        try session.wait(for: "resumed")
        try session.terminal.wait("the screen once more") {
            session.terminal.text.components(separatedBy: "hello").count > 2
        }
        try session.terminal.type("q")
        #expect(try session.terminal.waitForEnd() == 0)
        session.expectRestored()
    }

    @Test func coloursDoNotRunOut() throws {
        let session = try Session()
        session.terminal.resize(width: 200, height: 60)
        try session.wait(for: "resize 200x60")
        // Five rounds use 60,000 pairs, of which ncurses can hold half. The last begins with pair 60,000.
        for _ in 0..<5 {
            let shown = session.probe.events.filter { $0.hasPrefix("shown") }.count
            try session.terminal.type("c")
            try session.terminal.wait("the next round") {
                session.probe.events.filter { $0.hasPrefix("shown") }.count > shown
            }
        }
        try session.terminal.wait("the last pair") {
            session.terminal.text.contains("\u{1B}[38;5;96m\u{1B}[48;5;234mh")
        }
        try session.terminal.type("q")
        #expect(try session.terminal.waitForEnd() == 0)
    }

    @Test func aTerminalOfFewPairsShowsWhatItCan() throws {
        let session = try Session(environment: ["TERM=xterm", "LANG=C.UTF-8"])
        try session.terminal.type("cccq")
        #expect(try session.terminal.waitForEnd() == 0)
        session.expectRestored()
    }
}
