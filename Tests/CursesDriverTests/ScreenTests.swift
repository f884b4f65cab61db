import Foundation
import TestSupport
import Testing

/// Text that terminals and libraries count in different ways.
private let tricky = [
    "plain", "你好，世界", "👨‍👩‍👧‍👦 family", "🇫🇷🇩🇪🇯🇵 flags", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 tags", "❤️ ☁️ ☀️ VS16", "❤︎ VS15", "1️⃣ #️⃣ keycaps", "👍🏽👩🏿‍🚀 tones",
    "e" + String(repeating: "\u{301}", count: 20) + " marks", "a\u{301}\u{302}\u{303}\u{304}\u{305} six", "กำลัง น้ำ ไทย",
    "नमस्ते क्षि स्त्री",
    "العربية", "עברית", "한국어 \u{1100}\u{1161}", "ｶﾞ ｶﾅ", "a\u{200D}b\u{200B}c", "so\u{AD}ft", "tab\tesc\u{1B}[31m",
    "\u{202E}bidi\u{2066}",
    "\u{E000}\u{F8FF} private", "\u{0378}\u{FFFD} unassigned", "🫩🪾 new", "a\u{A0}b nbsp", "─│┼ boxes", "①♥ ambiguous",
    "🧑‍🧑‍🧒‍🧒🧑‍🧑‍🧒‍🧒",
]

/// A probe in tmux, from its first frame on.
final class Screen {
    let probe: Probe
    let tmux: Tmux
    private var shown = 1

    init(_ screens: [String], width: Int, height: Int) throws {
        let probe = try Probe(screens: screens)
        self.probe = probe
        tmux = try Tmux("'\(probe.program)' '\(probe.frames)' '\(probe.log)'", width: width, height: height)
        try tmux.wait("the first frame and the answers") {
            probe.events.contains("shown 0") && probe.events.contains("answered")
        }
    }

    /// Presses a key and waits until the frame after it is on the screen.
    func press(_ key: String) throws {
        let before = count
        try tmux.press(key)
        try tmux.wait("a frame after \(key)") { self.count > before }
    }

    private var count: Int { probe.events.filter { $0.hasPrefix("shown") }.count }

    /// Waits until the screen stands still, and returns its rows.
    func rows() throws -> [String] { try tmux.waitForStillness() }

    /// What stands under the cursor once it is in that cell, as tmux counts cells; tmux may take a while to get there.
    func cursor(inRow y: Int, column x: Int) throws -> String {
        var seen = ""
        try tmux.wait("the cursor in row \(y)") {
            seen = try tmux.cursor()
            return seen.hasPrefix("\(x),\(y) ")
        }
        return String(seen.dropFirst("\(x),\(y) ".count).dropLast())
    }
}

@Suite struct ScreenTests {
    @Test(arguments: [12, 24, 40])
    func theRightBorderStandsInItsColumnOnEveryRow(width: Int) throws {
        let screen = try Screen([tricky.joined(separator: "\n")], width: width, height: tricky.count)
        let rows = try screen.rows()
        for y in 0..<tricky.count {
            #expect(try screen.cursor(inRow: y, column: width - 1) == "|", "row \(y): \(rows[y])")
            #expect(rows[y].filter { $0 == "|" }.count == 1, "row \(y): \(rows[y])")
            try screen.press("j")
        }
        // Where nothing is cut, what tmux can hold is seen whole.
        if width == 40 {
            for y in [0, 1, 3, 5, 25] { #expect(rows[y].hasPrefix(tricky[y].prefix(2))) }
        }
    }

    @Test func whatComesAfterLeavesNothingBehind() throws {
        let (all, blank) = (tricky.joined(separator: "\n"), "")
        let plain = tricky.map { _ in "x" }.joined(separator: "\n")
        let spaced = tricky.map { _ in "\u{A0}\u{A0} \u{A0}" }.joined(separator: "\n")
        let screens = [all, blank, all, plain, all, spaced, all]
        let screen = try Screen(screens, width: 30, height: tricky.count)
        let first = try screen.rows()
        for next in screens.dropFirst() {
            try screen.press("Space")
            let rows = try screen.rows()
            if next == all {
                #expect(rows == first)
            } else {
                let row = (next == plain ? "x" : " ").padding(toLength: 29, withPad: " ", startingAt: 0) + "|"
                #expect(rows == Array(repeating: row, count: tricky.count))
            }
        }
    }

    @Test(arguments: 1...4)
    func anyWayToAScreenLeadsToTheSame(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let unique = (0..<5).map { _ in
            (0..<8).map { _ in
                (0..<4).map { _ in tricky.randomElement(using: &random) ?? "" }.joined(
                    separator: [" ", ""].randomElement(using: &random) ?? "")
            }.joined(separator: "\n")
        }
        let order = (0..<24).map { _ in Int.random(in: 0..<5, using: &random) }
        let screen = try Screen(order.map { unique[$0] }, width: 37, height: 8)
        var seen: [Int: [String]] = [:]
        for (step, which) in order.enumerated() {
            if step > 0 { try screen.press("Space") }
            if step % 5 == 4 { try screen.press("r") }
            let rows = try screen.rows()
            #expect(rows == seen[which, default: rows], "seed \(seed), step \(step)")
            seen[which] = rows
            #expect(
                rows.allSatisfy { $0.hasSuffix("|") && $0.filter { $0 == "|" }.count == 1 },
                "seed \(seed), step \(step)")
        }
    }

    @Test func whatIsMovedByTheTerminalLooksLikeWhatIsDrawnAnew() throws {
        var random = SeededGenerator(seed: 7)
        let lines = (0..<60).map { "\($0) " + tricky[$0 % tricky.count] + " " + tricky[$0 * 7 % tricky.count] }
        var top = 20
        let screens = (0..<40).map { _ -> String in
            top = min(max(top + Int.random(in: -4...4, using: &random), 0), 45)
            return "title\n" + lines[top..<top + 12].joined(separator: "\n") + "\nstatus"
        }
        let screen = try Screen(screens, width: 50, height: 16)
        for step in 1..<screens.count {
            try screen.press("Space")
            let moved = try screen.rows()
            guard step % 4 == 0 else { continue }
            // Turned round and back, every cell is written.
            try screen.press("r")
            try screen.press("r")
            #expect(try screen.rows() == moved, "step \(step)")
        }
    }

    @Test func anotherSizeShowsTheFrameOfThatSize() throws {
        let screen = try Screen([tricky.joined(separator: "\n")], width: 60, height: 20)
        for (width, height) in [(20, 5), (100, 40), (3, 2), (60, 20), (1, 1), (41, 9)] {
            try screen.tmux.resize(width: width, height: height)
            try screen.tmux.wait("\(width) x \(height)") { screen.probe.events.contains("resize \(width)x\(height)") }
        }
        let rows = try screen.rows()
        #expect(rows.count == 9)
        #expect(rows.allSatisfy { $0.hasSuffix("|") })
        #expect(rows.first == "plain".padding(toLength: 40, withPad: " ", startingAt: 0) + "|")
        #expect(try screen.tmux.cursor().hasPrefix("40,0 |"))
    }

    @Test func stoppedAndContinuedItTakesTheScreenAgain() throws {
        let probe = try Probe(screens: ["hello ❤️ 👨‍👩‍👧‍👦 x"])
        let tmux = try Tmux("PS1='ready> ' bash --norc --noprofile -i", width: 250, height: 8)
        try tmux.wait("the shell") { try tmux.screen().contains { $0.hasPrefix("ready>") } }
        try tmux.press("'\(probe.program)' '\(probe.frames)' '\(probe.log)'", "Enter")
        try tmux.wait("the first frame and the answers") { probe.events.contains("answered") }
        try tmux.wait("its text") { try tmux.screen().first?.hasPrefix("hello") == true }
        let before = try tmux.waitForStillness()
        try tmux.press("C-z")
        try tmux.wait("the shell's screen") { try tmux.screen().contains { $0.contains("Stopped") } }
        try tmux.press("fg", "Enter")
        try tmux.wait("the return") { probe.events.contains("resumed") }
        try tmux.wait("the screen as it was") { try tmux.screen() == before }

        try tmux.press("q")
        try tmux.wait("the end") { probe.events.last == "closed" }
        // The shell goes on below what it said before, instead of writing over it.
        try tmux.wait("the prompt in its place") {
            let rows = try tmux.screen()
            guard let fg = rows.lastIndex(where: { $0.hasSuffix("fg") }) else { return false }
            return rows.lastIndex { $0.hasPrefix("ready>") }.map { $0 > fg } ?? false
        }
    }
}
