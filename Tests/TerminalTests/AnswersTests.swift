import Terminal
import TestSupport
import Testing

/// What is known of a terminal after it has sent that.
private func answers(_ text: String, size: Size = Size(width: 80, height: 24)) -> TerminalAnswers {
    var decoder = KeyDecoder()
    var answers = TerminalAnswers(size: size)
    #expect(decoder.received(text.utf8, now: 0) + decoder.elapsed(now: 10_000) == [], "an answer was typed")
    for answer in decoder.takeAnswers() { answers.note(answer) }
    return answers
}

@Suite struct AnswersTests {
    @Test func kittyTellsAllThatItCanDo() {
        let kitty = answers(Recorded.kitty)
        #expect(kitty.isComplete)
        #expect(kitty.name == "kitty(0.41.1)")
        #expect(kitty.synchronizesOutput == true)
        #expect(kitty.keyboard == 0)
        #expect(kitty.cellPixels == Size(width: 9, height: 18))
        #expect(kitty.others == ["_Gi=31;OK"])
        #expect(kitty.doublesSize)
        #expect(kitty.attributes == [62, 52])
        for probe in TerminalProbe.allCases { #expect(kitty.widths[probe] == probe.width) }
    }

    @Test(
        arguments: [
            (Recorded.xterm, "XTerm(379)", false, nil), (Recorded.oldKitty, "kitty(0.26.5)", true, 0),
            (Recorded.alacritty, nil, nil, nil), (Recorded.vte, nil, false, nil),
            (Recorded.tmux, "tmux 3.3a", nil, nil),
            (Recorded.foot, "foot(1.16.2)", true, 0), (Recorded.console, nil, nil, nil),
            (Recorded.tmuxWithPassthrough, "tmux 3.3a", nil, nil), ("", nil, nil, nil),
        ] as [(String, String?, Bool?, Int?)])
    func othersTellWhatTheyKnow(text: String, name: String?, synchronizes: Bool?, keyboard: Int?) {
        let answers = answers(text)
        #expect(answers.name == name)
        #expect(answers.synchronizesOutput == synchronizes)
        #expect(answers.keyboard == keyboard)
        #expect(answers.isComplete == !text.isEmpty)
        #expect(!answers.doublesSize)
    }

    /// All that a decoder makes of `parts`, each of which comes so many milliseconds after the one before, as the driver
    /// listens: for three seconds it expects answers.
    private func heard(_ parts: [(bytes: [UInt8], after: Int64)]) -> (events: [TerminalEvent], answers: TerminalAnswers)
    {
        var decoder = KeyDecoder()
        decoder.expectsAnswers = true
        var answers = TerminalAnswers(size: Size(width: 80, height: 24))
        var events: [TerminalEvent] = []
        var now: Int64 = 0
        for (bytes, pause) in parts {
            if now < 3000, now + pause >= 3000 {
                events += decoder.elapsed(now: 3000)
                decoder.expectsAnswers = false
            }
            now += pause
            events += decoder.elapsed(now: now) + decoder.received(bytes, now: now)
            for answer in decoder.takeAnswers() { answers.note(answer) }
        }
        return (events, answers)
    }

    /// Wherever answers are cut in two and however late the rest is: nothing of them is typed, all is heard. Of a cut right
    /// behind the first byte or two time makes a key, which is no text, and nothing more.
    @Test(arguments: [Recorded.kitty, Recorded.xterm, Recorded.tmux, Recorded.vte, Recorded.tmuxWithPassthrough])
    func anAnswerThatIsLateOrCutIsNeverTyped(text: String) {
        let bytes = Array(text.utf8) + Array("\u{1B}]11;rgb:1010/1414/1818\u{1B}\\".utf8)
        let whole = heard([(bytes, 0)]).answers
        for cut in 1..<bytes.count {
            for pause: Int64 in [0, 400, 600, 2999, 3400, 60_000] {
                let (events, answers) = heard([(Array(bytes[..<cut]), 0), (Array(bytes[cut...]) + [0x78], pause)])
                let begins = bytes[max(cut - 2, 0)..<cut].contains(0x1B)
                let stray = begins && pause >= 500 ? events.dropLast().map { "\($0)" } : []
                #expect(stray.count <= 1, "cut at \(cut), \(pause) ms")
                #expect(Array(events.dropFirst(stray.count)) == presses("x"), "cut at \(cut), \(pause) ms")
                #expect(answers == whole, "cut at \(cut), \(pause) ms")
                if case .key(let key)? = events.dropLast().first {
                    #expect(key.key == .escape || key.modifiers == .alt, "cut at \(cut), \(pause) ms")
                }
            }
        }
    }

    /// Cut into any number of pieces with any pauses, as long as each answer's first three bytes come together.
    @Test(arguments: 1...40) func answersInManyPiecesAreNeverTyped(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let bytes = Array(
            [Recorded.kitty, Recorded.xterm, Recorded.tmuxWithPassthrough].randomElement(using: &random)!.utf8)
        let whole = heard([(bytes, 0)]).answers
        var parts: [(bytes: [UInt8], after: Int64)] = []
        var start = 0
        while start < bytes.count {
            var end = min(start + Int.random(in: 1...9, using: &random), bytes.count)
            while end < bytes.count, bytes[max(end - 2, 0)..<end].contains(0x1B), bytes[end - 1] != 0x5C { end += 1 }
            let isLast = end == bytes.count
            parts.append(
                (Array(bytes[start..<end]) + (isLast ? [0x78] : []), Int64.random(in: 0...9000, using: &random)))
            start = end
        }
        let (events, answers) = heard(parts)
        #expect(events == presses("x"), "seed \(seed): \(parts)")
        #expect(answers == whole, "seed \(seed)")
    }

    @Test func aLostReportSpoilsNoOther() {
        let reports = Recorded.xterm.split(separator: "R").filter { !$0.hasSuffix(";37") }.joined(separator: "R")
        let answers = answers(reports)
        #expect(answers.widths[.skinTone] == nil)
        #expect(answers.widths[.family] == 8)
        #expect(answers.widths[.saraAm] == 2)
    }

    @Test(arguments: [(80, 24), (20, 5), (16, 40), (200, 4), (40, 2), (15, 9), (80, 1), (1, 1), (0, 0)])
    func probesHaveRoomOfTheirOwnOnAnyScreen(width: Int, height: Int) {
        let size = Size(width: width, height: height)
        let places = TerminalProbe.allCases.compactMap { $0.place(in: size) }
        #expect(Set(places).count == places.count)
        #expect(places.allSatisfy { $0.y > 0 && $0.y < height && $0.x + 16 <= width })
        #expect(places.isEmpty == (width < 16 || height < 2))
    }

    @Test func aKeyInTheFirstRowStaysAKey() {
        var decoder = KeyDecoder()
        #expect(decoder.received("\u{1B}[1;5R".utf8, now: 0) == presses("C-F3"))
        #expect(decoder.takeAnswers() == [])
    }

    /// Pictures are made by the size of a cell, so one that no screen has is not believed.
    @Test(arguments: ["6;999999999;999999999", "6;1001;8", "6;16;999999999", "6;0;8", "6;-1;8", "6;16"])
    func aCellThatNoScreenHasIsNotBelieved(told: String) {
        #expect(answers("\u{1B}[\(told)t").cellPixels == nil)
        #expect(answers("\u{1B}[6;1000;1000t\u{1B}[\(told)t").cellPixels == Size(width: 1_000, height: 1_000))
    }

    @Test func aFloodOfAnswersIsNotKept() {
        var decoder = KeyDecoder()
        #expect(decoder.received(String(repeating: "\u{1B}[5;5R", count: 100_000).utf8, now: 0) == [])
        #expect(decoder.takeAnswers().count == 64)
    }

    @Test func theConsoleIsAskedOnlyWhatItUnderstands() {
        let size = Size(width: 80, height: 25)
        let asked = String(decoding: TerminalQueries.bytes(for: size, isConsole: true), as: UTF8.self)
        #expect(!asked.contains("$p") && !asked.contains("\u{1B}]") && !asked.contains(">0q"))
        #expect(asked.hasSuffix("\u{1B}[c"))
        let hook = String(decoding: TerminalQueries.bytes(for: size, isConsole: false, further: [0x21]), as: UTF8.self)
        #expect(hook.hasSuffix("!\u{1B}[c"))
    }
}

@Suite struct DrawnFormsTests {
    private static let tricky = [
        ("👨‍👩‍👧‍👦", 2), ("👍🏽", 2), ("👩🏿‍🚀", 2), ("🇫🇷", 2), ("❤️", 2), ("🏳️‍🌈", 2), ("กำ", 1), ("क्षि", 1), ("स्ते", 1), ("e\u{301}", 1),
        ("a", 1), ("你", 2), ("a\u{200D}", 1), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("1️⃣", 2),
        ("\u{1112}\u{1161}\u{11AB}", 2),
    ]

    private func drawn(_ text: String) -> String {
        let forms = DrawnForms(answers(text))
        return DrawnFormsTests.tricky.map { forms.form(of: $0.0, width: $0.1) }.joined(separator: " ")
    }

    @Test func whatATerminalCanDrawStaysAsItIs() {
        let all = "👨‍👩‍👧‍👦 👍🏽 👩🏿‍🚀 🇫🇷 ❤️ 🏳️‍🌈 กำ क्षि स्ते e\u{301} a 你 a 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ \u{1112}\u{1161}\u{11AB}"
        #expect(drawn(Recorded.kitty) == all)
        #expect(drawn("") == all)
    }

    @Test func whatItCannotGivesWayToTheNearestThing() {
        let all = "👨 👍 👩 🇫🇷 ❤️ 🏳️ กํ क् स् e\u{301} a 你 a 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ \u{1112}\u{1161}\u{11AB}"
        #expect(drawn(Recorded.xterm) == all)
        #expect(drawn(Recorded.vte) == all)
        #expect(drawn(Recorded.oldKitty) == "👨 👍🏽 👩🏿 🇫🇷 ❤️ 🏳️ กํ क् स् e\u{301} a 你 a 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ 한")
    }

    @Test func oldTmuxGetsNoClusterThatItWouldCut() {
        let forms = DrawnForms(answers(Recorded.tmux))
        #expect(forms.form(of: "👨‍👩‍👧‍👦", width: 2) == "👨")
        #expect(forms.form(of: "👨‍👩‍👧", width: 2) == "👨‍👩‍👧")
        #expect(forms.form(of: "👩‍❤️‍💋‍👨", width: 2) == "👩")
        #expect(forms.hidesUnknown)
    }

    @Test func aFlagOfWideLettersBecomesPlainLetters() {
        let forms = DrawnForms(answers("\u{1B}[2;21R"))
        #expect(forms.form(of: "🇫🇷", width: 2) == "FR")
    }

    @Test func aFormIsNeverEmptyNorWider() {
        for text in [Recorded.xterm, Recorded.oldKitty, Recorded.tmux, Recorded.foot, ""] {
            let forms = DrawnForms(answers(text))
            for scalar in stride(from: 0x20, to: 0x1FAFF, by: 37).compactMap({ Unicode.Scalar($0) }) {
                for tail in ["", "\u{301}", "\u{FE0F}", "\u{200D}", "\u{1F3FD}", "\u{94D}क", "\u{E33}"] {
                    let form = forms.form(of: String(scalar) + tail, width: 2)
                    #expect(!form.isEmpty)
                    #expect(form.unicodeScalars.count <= tail.unicodeScalars.count + 1)
                }
            }
        }
    }
}
