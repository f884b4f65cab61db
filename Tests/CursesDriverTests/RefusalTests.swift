import Foundation
import Testing

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
