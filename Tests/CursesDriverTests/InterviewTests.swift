import CursesDriver
import Foundation
import Testing

@Suite struct InterviewTests {
    private let kitty =
        "\u{1B}[2;3R\u{1B}[2;19R\u{1B}[2;35R\u{1B}P>|kitty(0.41.1)\u{1B}\\\u{1B}[?2026;2$y\u{1B}[?0u\u{1B}[?62;c"

    @Test func theFirstFrameWaitsForNoAnswer() throws {
        // A terminal that never answers: the frame is there all the same, and nothing of the questions is left.
        let session = try Session()
        try session.terminal.wait("the frame") { session.terminal.text.contains("hello") }
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

    /// A terminal that was busy for as long as it may take is believed when it answers at last.
    @Test func whatIsAnsweredLateCountsWhenItComes() throws {
        let session = try Session(["a 🎉    b http://a.b/c\n\nc"])
        try session.terminal.type("l")
        try session.wait(for: "key l")
        try session.terminal.type("\u{1B}[?62;c")
        try session.terminal.wait("links") { session.terminal.text.contains("\u{1B}]8;;\u{1B}\\") }
        try session.terminal.type("\u{1B}[?0u")
        try session.terminal.wait("the keyboard protocol") { session.terminal.text.contains("\u{1B}[>1u") }
        try session.terminal.type("\u{1B}[7;19R")
        try session.terminal.wait("the large one") { session.terminal.text.contains("\u{1B}]66;s=2:w=2;🎉\u{1B}\\") }
        try session.terminal.type("q")
        #expect(try session.terminal.waitForEnd() == 0)
    }

    @Test func aPauseIsNoticedWhereItEnds() {
        var pause = InputPause()
        let times: [Int64] = [100, 5099, 10_099, 10_100]
        let ends = times.map { pause.ends(at: $0) }
        #expect(ends == [false, false, true, false])
    }

    @Test func whoeverAttachesToTmuxIsAskedAnew() throws {
        let session = try Session(environment: [
            "TERM=xterm-256color", "LANG=C.UTF-8", "PROBE_ASKS=\u{1B}_Gask\u{1B}\\",
        ])
        func questions() -> Int { session.terminal.text.components(separatedBy: "_Gask").count - 1 }
        #expect(questions() == 1)
        try session.terminal.type("\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[?62;c\u{1B}[I")
        try session.wait(for: "focus true")
        try session.terminal.wait("the question anew") { questions() >= 2 }
        try session.terminal.type("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}P>|kitty(0.41.1)\u{1B}\\x")
        try session.wait(for: "key x")
        let asked = questions()
        session.terminal.resize(width: 50, height: 12)
        try session.terminal.wait("another size, another terminal") { questions() > asked }
        try session.terminal.type("q")
        #expect(try session.terminal.waitForEnd() == 0)
        #expect(session.probe.events.filter { $0.hasPrefix("key") } == ["key x", "key q"])
    }

    @Test func aTerminalThatStandsAloneIsAskedOnce() throws {
        let session = try Session(environment: [
            "TERM=xterm-256color", "LANG=C.UTF-8", "PROBE_ASKS=\u{1B}_Gask\u{1B}\\",
        ])
        try session.terminal.type("\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[?62;c\u{1B}[Iq")
        #expect(try session.terminal.waitForEnd() == 0)
        #expect(session.terminal.text.components(separatedBy: "_Gask").count == 2)
    }

    @Test func linksCarryOneIdOverAllTheirPieces() throws {
        let session = try Session(["see http://a.b/c and\nhttp://a.b/c there"])
        #expect(!session.terminal.text.contains("]8;"), "nothing is known of the terminal yet")
        try session.terminal.type("\u{1B}[?62;c")
        try session.terminal.wait("links") { session.terminal.text.contains("\u{1B}]8;;\u{1B}\\") }
        let linked = session.terminal.text.components(separatedBy: "\u{1B}]8;id=").dropFirst().joined()
        let pieces = linked.components(separatedBy: "\u{1B}]8;;")[0].components(separatedBy: "http://a.b/c")
        #expect(pieces.count == 4, "the address and two pieces of text, in one link")
        try session.terminal.type("q")
        #expect(try session.terminal.waitForEnd() == 0)
    }

    @Test func aLinkStaysALinkWhereTheTerminalMovesItsRow() throws {
        let lines = (0..<30).map { $0 % 6 == 4 ? "go to http://a.b/\($0) now" : "row \($0) says something of its own" }
        let screens = (0..<6).map { start in lines[start..<start + 10].joined(separator: "\n") }
        let session = try Session(screens)
        try session.terminal.type("\u{1B}[?62;c")
        try session.terminal.wait("links") { session.terminal.text.contains("\u{1B}]8;;\u{1B}\\") }
        for number in 1..<6 {
            try session.terminal.type(" ")
            try session.wait(for: "shown \(number)")
        }
        try session.terminal.type("q")
        #expect(try session.terminal.waitForEnd() == 0)
        let text = session.terminal.text
        let end = try #require(text.range(of: "\u{1B}[?1049l", options: .backwards))
        var grid = LinkedGrid(width: 40, height: 10)
        grid.write(String(text[..<end.lowerBound]))
        #expect(grid.unknown == [])
        #expect(grid.moves > 0, "the terminal was asked to move rows")
        // The last screen begins with row 5.
        #expect(grid.text(to: "http://a.b/10") == [5: "http://a.b/10"])
        #expect(grid.text(to: "http://a.b/4").isEmpty)
        for y in 0..<10 { #expect(String(grid.rows[y]).hasPrefix(lines[y + 5]), "row \(y)") }
    }

    @Test func textIsLargeWhereTheTerminalHasShownThatItCanDrawIt() throws {
        let screens = ["a 🎉    b\n\nc", "a 🎉    b\n  x\nc"]
        let session = try Session(screens)
        try session.terminal.type("l")
        try session.wait(for: "key l")
        // The blank in double size took two cells.
        try session.terminal.type("\u{1B}[7;19R\u{1B}[?62;c")
        try session.terminal.wait("the large one") { session.terminal.text.contains("\u{1B}]66;s=2:w=2;🎉\u{1B}\\") }
        try session.terminal.takeAll()
        let count = session.terminal.output.count
        // On the next screen something stands in the block: it is drawn small, and all of the block anew.
        try session.terminal.type(" ")
        try session.terminal.wait("the next screen") {
            let later = String(decoding: session.terminal.output[count...], as: UTF8.self)
            return later.contains("🎉") && later.contains("x")
        }
        let later = String(decoding: session.terminal.output[count...], as: UTF8.self)
        #expect(!later.contains("]66;s=2:"))
        #expect(later.contains("x"))
    }

    @Test func elsewhereTextKeepsItsSize() throws {
        let session = try Session(["a 🎉    b\n\nc"])
        try session.terminal.type("\u{1B}[7;17R\u{1B}[?62;cl")
        try session.wait(for: "key l")
        try session.terminal.type("q")
        #expect(try session.terminal.waitForEnd() == 0)
        #expect(!session.terminal.text.contains("]66;s=2:w=2;🎉"))
    }

    @Test func whatGoesByIsMovedByTheTerminal() throws {
        let lines = (0..<12).map { "line \($0) of a text 🎉 that goes by" }
        let screens = (0..<3).map { "title\n" + lines[$0..<$0 + 7].joined(separator: "\n") + "\nstatus" }
        let session = try Session(screens + [screens[0]])
        var count = session.terminal.output.count
        for (step, expected) in [(1, "\u{1B}[2;8r"), (2, "\u{1B}[2;8r"), (3, "\u{1B}[2T")] {
            try session.terminal.type(" ")
            try session.wait(for: "shown \(step)")
            try session.terminal.wait("the rows that come in") {
                String(decoding: session.terminal.output[count...], as: UTF8.self).contains("goes by")
            }
            let bytes = String(decoding: session.terminal.output[count...], as: UTF8.self)
            #expect(bytes.contains("\u{1B}[2;8r"), "\(bytes.debugDescription)")
            #expect(bytes.contains(expected))
            #expect(bytes.contains("\u{1B}[1;10r"), "all rows move again")
            #expect(bytes.components(separatedBy: "goes by").count <= 3, "no more is written than what comes in")
            try session.terminal.takeAll()
            count = session.terminal.output.count
        }
    }

    @Test func aColourOfTheOverlayEndsWithIt() throws {
        // The corner is the overlay's, and in colour; the next screen begins in the terminal's own.
        let session = try Session(["a", "b"])
        try session.terminal.wait("the overlay") { session.terminal.text.hasSuffix("\u{1B}[?7h") }
        let overlay = try #require(session.terminal.text.components(separatedBy: "\u{1B}[?7l").last)
        let parts = overlay.components(separatedBy: "|")
        #expect(parts[0].contains("\u{1B}[48;5;201m"))
        #expect(parts[1].contains("\u{1B}[m") || parts[1].contains("\u{1B}[49m") || parts[1].contains("\u{1B}[39;49m"))
    }

    @Test func theClipboardGetsTheText() throws {
        let session = try Session()
        try session.terminal.type("yq")
        #expect(try session.terminal.waitForEnd() == 0)
        #expect(session.terminal.text.contains("\u{1B}]52;c;Y2xpcCDQtg=="))
    }
}

@Suite struct DirectColourTests {
    @Test func aTerminalThatSaysSoShowsTrueColour() throws {
        let cache = FileManager.default.temporaryDirectory.appendingPathComponent("mingle-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: cache) }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let variables = [
            "TERM=xterm-256color", "LANG=C.UTF-8", "COLORTERM=truecolor", "XDG_CACHE_HOME=\(cache.path)",
            "PATH=\(path)",
        ]
        for _ in 0..<2 {
            let session = try Session(environment: variables)
            #expect(session.probe.events.first == "open 40x10 direct")
            try session.terminal.wait("the palette beside it") {
                session.terminal.text.contains("\u{1B}[48;5;201m")
            }
            try session.terminal.type("d")
            try session.terminal.wait("a colour") { session.terminal.text.contains("38;2;18;52;86") }
            try session.terminal.type("q")
            #expect(try session.terminal.waitForEnd() == 0)
            session.expectRestored()
        }
        let made = try FileManager.default.subpathsOfDirectory(atPath: cache.path)
        #expect(made.contains { $0.hasSuffix("/m/mingle-xterm-256color") })
        #expect(!made.contains { $0.contains("new-") })
    }

    @Test(arguments: ["COLORTERM=yes", "PATH=/nonexistent", "NO_COLOR=1", "TERM=xterm"])
    func withoutTheMeansThePaletteStays(variable: String) throws {
        var variables = [
            "TERM": "xterm-256color", "LANG": "C.UTF-8", "COLORTERM": "truecolor", "PATH": "/usr/bin:/bin",
            "HOME": NSTemporaryDirectory() + "mingle-\(UUID().uuidString)",
        ]
        defer { try? FileManager.default.removeItem(atPath: variables["HOME"] ?? "") }
        let parts = variable.split(separator: "=").map(String.init)
        variables[parts[0]] = parts[1]
        let session = try Session(environment: variables.map { "\($0)=\($1)" })
        #expect(session.probe.events.first?.hasSuffix("direct") == false)
        try session.terminal.type("q")
        #expect(try session.terminal.waitForEnd() == 0)
    }
}
