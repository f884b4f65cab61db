import Foundation
import Testing

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

    /// As when the window of a connection has stopped: nobody will ever read what is on its way.
    @Test(arguments: [SIGTERM, SIGHUP]) func aTerminalThatTakesNothingDoesNotKeepTheProgram(number: Int32) throws {
        let session = try Session()
        func frames() -> Int { session.probe.events.count { $0.hasPrefix("shown") } }
        var isStuck = false
        for _ in 0..<100 where !isStuck {
            let before = frames()
            session.terminal.typeUnread("c")
            let end = Date() + 2
            while frames() == before, Date() < end { usleep(5_000) }
            isStuck = frames() == before
        }
        #expect(isStuck, "the terminal takes all")
        kill(session.terminal.process, number)
        #expect(session.terminal.endUnread() == 0)
        #expect(session.probe.events.suffix(2) == ["terminate", "closed"])
        #expect(session.terminal.settings == session.settingsBefore)
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
        let end = Date() + 60
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
