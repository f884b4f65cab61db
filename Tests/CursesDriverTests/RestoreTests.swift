import Foundation
import Testing

/// A probe that runs on a terminal, from its first frame on.
private struct Session {
    let probe: Probe
    let terminal: PseudoTerminal
    let settingsBefore: [UInt32]

    init(_ screens: [String] = ["hello"], environment: [String] = ["TERM=xterm-256color", "LANG=C.UTF-8"]) throws {
        let probe = try Probe(screens: screens)
        self.probe = probe
        terminal = try PseudoTerminal([probe.program, probe.frames, probe.log], environment: environment)
        try terminal.wait("the first frame") { probe.events.contains("shown 0") }
        settingsBefore = try PseudoTerminal.untouchedSettings()
    }

    func wait(for event: String) throws {
        try terminal.wait(event) { probe.events.contains(event) }
    }

    func expectRestored(_ location: SourceLocation = #_sourceLocation) {
        #expect(terminal.settings == settingsBefore, sourceLocation: location)
        for (on, off) in [("?1049h", "?1049l"), ("?2004h", "?2004l"), ("?1004h", "?1004l"), ("?1h", "?1l")] {
            let text = terminal.text
            let taken = text.range(of: "\u{1B}[\(on)", options: .backwards)?.lowerBound
            let given = text.range(of: "\u{1B}[\(off)", options: .backwards)?.lowerBound
            #expect(taken != nil, "\(on) was set", sourceLocation: location)
            #expect((given ?? text.startIndex) > (taken ?? text.endIndex), "\(off) came last", sourceLocation: location)
        }
        let shown = terminal.text.range(of: "\u{1B}[?25h", options: .backwards)?.lowerBound
        let hidden = terminal.text.range(of: "\u{1B}[?25l", options: .backwards)?.lowerBound
        #expect(hidden == nil || (shown ?? terminal.text.startIndex) > (hidden ?? terminal.text.endIndex))
    }
}

@Suite struct RestoreTests {
    @Test func theTerminalIsGivenBackAtTheEnd() throws {
        let session = try Session()
        #expect(session.terminal.settings != session.settingsBefore)
        try session.terminal.type("mq")
        #expect(try session.terminal.waitForEnd() == 0)
        session.expectRestored()
        #expect(session.terminal.text.contains("\u{1B}[?1002l"))
        #expect(session.probe.events.last == "closed")
    }

    @Test func anExitWithoutCloseGivesTheTerminalBack() throws {
        let session = try Session()
        try session.terminal.type("e")
        #expect(try session.terminal.waitForEnd() == 3)
        session.expectRestored()
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
    func askedToEndByASignalIsAnEvent(number: Int32) throws {
        let session = try Session()
        kill(session.terminal.process, number)
        #expect(try session.terminal.waitForEnd() == 0)
        session.expectRestored()
        #expect(session.probe.events.suffix(2) == ["terminate", "closed"])
    }

    @Test(arguments: [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE])
    func aFatalSignalGivesTheTerminalBackAndKills(number: Int32) throws {
        let session = try Session()
        kill(session.terminal.process, number)
        #expect(try session.terminal.waitForEnd() == -number)
        session.expectRestored()
    }

    @Test func aTrapOfSwiftGivesTheTerminalBack() throws {
        let session = try Session()
        try session.terminal.type("!")
        #expect([-SIGTRAP, -SIGILL].contains(try session.terminal.waitForEnd()))
        session.expectRestored()
    }

    @Test func aTerminalThatIsGoneEndsTheProgram() throws {
        let probe = try Probe(screens: ["hello"])
        var terminal: PseudoTerminal? = try PseudoTerminal([
            "/bin/sh", "-c",
            "trap '' HUP; '\(probe.program)' '\(probe.frames)' '\(probe.log)'; echo $? >'\(probe.folder.path)/code'",
        ])
        try terminal?.wait("the first frame") { probe.events.contains("shown 0") }
        // The shell is killed and the line closed; the probe, which the shell made deaf to SIGHUP, meets the end of input.
        terminal = nil
        let end = Date() + 10
        while !probe.events.contains("closed") && Date() < end { usleep(10_000) }
        #expect(probe.events.suffix(2) == ["terminate", "closed"])
    }

    @Test func theWindowsNameIsGivenBackAndCannotCarryControls() throws {
        let session = try Session()
        try session.terminal.type("tq")
        #expect(try session.terminal.waitForEnd() == 0)
        #expect(session.terminal.text.contains("\u{1B}[22;2t\u{1B}]2;atitle\u{7}"))
        #expect(session.terminal.text.contains("\u{1B}[23;2t"))
    }
}

@Suite struct RefusalTests {
    @Test(arguments: [
        (["LANG=C.UTF-8"], "The variable TERM is not set, so the terminal's kind is not known."),
        (["TERM=", "LANG=C.UTF-8"], "The variable TERM is not set, so the terminal's kind is not known."),
        (["TERM=dumb", "LANG=C.UTF-8"], "A terminal of kind “dumb” cannot show a screen."),
        (["TERM=nonesuch", "LANG=C.UTF-8"], "A terminal of kind “nonesuch” cannot show a screen."),
    ])
    func aTerminalThatCannotServeIsLeftAlone(environment: [String], sentence: String) throws {
        let probe = try Probe(screens: ["hello"])
        let terminal = try PseudoTerminal([probe.program, probe.frames, probe.log], environment: environment)
        #expect(try terminal.waitForEnd() == 1)
        #expect(terminal.text == sentence + "\r\n")
    }

    @Test func withoutATerminalThereIsASentence() throws {
        let probe = try Probe(screens: ["hello"])
        let (code, text) = try run([probe.program, probe.frames, probe.log], environment: ["TERM=xterm-256color"])
        #expect(code == 1)
        #expect(text == "Standard input and output must be a terminal.\n")
    }

    @Test func anUnsetLocaleGivesWayToUTF8() throws {
        let session = try Session(environment: ["TERM=xterm-256color"])
        try session.terminal.type("жq")
        #expect(try session.terminal.waitForEnd() == 0)
        #expect(session.probe.events.contains("key ж"))
    }

    @Test(arguments: [
        (["TERM=xterm-256color"], "palette"), (["TERM=xterm"], "eight"), (["TERM=vt220"], "monochrome"),
        (["TERM=xterm-256color", "NO_COLOR=1"], "monochrome"), (["TERM=xterm-256color", "NO_COLOR="], "palette"),
    ])
    func coloursAreThoseOfTheTerminal(environment: [String], depth: String) throws {
        let session = try Session(environment: environment + ["LANG=C.UTF-8"])
        #expect(session.probe.events.first == "open 40x10 \(depth)")
    }
}

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
        #expect(seconds >= 0.05 && seconds < 2)
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
}
