import Terminal
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

    @Test(arguments: [Recorded.kitty, Recorded.xterm, Recorded.tmux, Recorded.vte])
    func anAnswerThatIsLateOrCutIsNeverTyped(text: String) {
        let bytes = Array(text.utf8)
        for cut in 1..<bytes.count {
            var decoder = KeyDecoder()
            decoder.expectsAnswers = true
            #expect(decoder.received(bytes[..<cut], now: 0) == [])
            #expect(decoder.elapsed(now: 400) == [])
            #expect(decoder.received(bytes[cut...] + [0x78], now: 450) == presses("x"), "cut at \(cut)")
        }
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
