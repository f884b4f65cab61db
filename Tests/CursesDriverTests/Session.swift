import Foundation
import Testing

/// A probe that runs on a terminal, from its first frame on.
struct Session {
    let probe: Probe
    let terminal: PseudoTerminal
    let settingsBefore: [UInt32]

    init(_ screens: [String] = ["hello"], environment: [String] = ["TERM=xterm-256color", "LANG=C.UTF-8"]) throws {
        let probe = try Probe(screens: screens)
        self.probe = probe
        terminal = try PseudoTerminal([probe.program, probe.frames, probe.log], environment: environment)
        try terminal.wait("the first frame") { probe.events.contains("shown 0") }
        try terminal.takeAll()
        settingsBefore = try PseudoTerminal.untouchedSettings()
    }

    /// Waits until the program has told of `event`, and takes in what it has written until then.
    func wait(for event: String) throws {
        try terminal.wait(event) { probe.events.contains(event) }
        try terminal.takeAll()
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
