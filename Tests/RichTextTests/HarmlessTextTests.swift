import RichText
import TestSupport
import Testing

@Suite struct HarmlessTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("a\u{1B}[2Jb", "a␛[2Jb"), ("bell\u{07}", "bell␇"), ("nul\u{00}", "nul␀"), ("\u{7F}", "␡"),
        ("c1\u{9B}2J", "c1\u{FFFD}2J"), ("x\u{202E}y", "x\u{FFFD}y"), ("x\u{2066}y\u{2069}", "x\u{FFFD}y\u{FFFD}"),
        ("a\r\nb\rc", "a\nb\nc"), ("tab\tstays", "tab\tstays"),
        ("👨‍👩‍👧 é 王伟 עברית", "👨‍👩‍👧 é 王伟 עברית"), ("soft\u{AD}hyphen", "soft\u{AD}hyphen"),
    ])
    func controlsBecomeVisibleMarks(text: String, expected: String) {
        #expect(HarmlessText.lines(text) == expected)
    }

    @Test(arguments: [
        ("Ana\nBob\r", "Ana Bob"), ("  Ann  ", "Ann"), ("", ""), ("\u{1B}]0;x\u{07}", "␛]0;x␇"), ("a\tb", "a b"),
    ])
    func namesStandOnOneLine(text: String, expected: String) {
        #expect(HarmlessText.line(text) == expected)
    }

    @Test func illFormedBytesAreMarkedByMaximalSubparts() {
        let bytes: [UInt8] = [0x61, 0xF0, 0x9F, 0x98, 0x62, 0xC0, 0x80, 0xED, 0xA0, 0x80]
        #expect(HarmlessText.lines(bytes) == "a\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}")
    }

    @Test func noncharactersAreMarked() {
        #expect(
            HarmlessText.lines([0xEF, 0xBF, 0xBE, 0xEF, 0xB7, 0x90, 0xF0, 0x9F, 0xBF, 0xBF])
                == "\u{FFFD}\u{FFFD}\u{FFFD}")
    }

    @Test func chipsKeepTheirBlanks() {
        #expect(HarmlessText.line("  x\t\u{1B} ", trims: false) == "  x ␛ ")
    }

    @Test func longRunsOfCombiningMarksEndInAMark() {
        let text = "a" + String(repeating: "\u{301}", count: 500) + "b"
        #expect(HarmlessText.lines(text) == "a" + String(repeating: "\u{301}", count: 20) + "\u{FFFD}b")
    }

    @Test(arguments: [
        "e" + String(repeating: String(repeating: "\u{301}", count: 20) + "\u{200D}", count: 50),
        "a" + String(repeating: "\u{200D}", count: 1_000), "👍" + String(repeating: "🏽", count: 1_000),
        "ｶ" + String(repeating: "\u{FF9E}", count: 1_000), "🏴" + String(repeating: "\u{E0061}", count: 1_000),
        String(repeating: "👩\u{200D}", count: 1_000), String(repeating: "क\u{94D}", count: 1_000),
        String(repeating: "\u{1100}", count: 1_000), String(repeating: "\u{600}", count: 1_000),
        "का" + String(repeating: "\u{93E}", count: 1_000),
    ])
    func noClusterIsLong(text: String) {
        let filtered = HarmlessText.lines(text + "\nb")
        #expect(filtered.allSatisfy { $0.unicodeScalars.count <= HarmlessText.longestCluster + 1 })
        #expect(filtered.unicodeScalars.contains("\u{FFFD}"))
        #expect(filtered.hasSuffix("\nb"))
    }

    @Test(arguments: [
        "👩🏽\u{200D}❤\u{FE0F}\u{200D}💋\u{200D}👩🏿", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
        "👨\u{200D}👩\u{200D}👧\u{200D}👦", "कार्त्स्न्य", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}",
        "ཨོཾ་མ་ཎི་པདྨེ་ཧཱུྃ", "ﷺ", "က္ကျွန်ုပ်", "1\u{FE0F}\u{20E3}",
    ])
    func realClustersPass(text: String) {
        #expect(HarmlessText.lines(text).unicodeScalars.elementsEqual(text.unicodeScalars))
        let many = String(repeating: text, count: 30)
        #expect(HarmlessText.lines(many).unicodeScalars.elementsEqual(many.unicodeScalars))
    }

    @Test(arguments: 0..<100) func whatHasPassedPassesAgainAndIsCounted(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let pieces = [
            "a", "\u{301}", "\u{200D}", "👩", "🏽", "\r\n", "\r", "\n", "\u{1B}", "\u{600}", "\u{1100}", "क\u{94D}", " ",
            "\u{202E}",
        ]
        for _ in 0..<20 {
            let many = String(repeating: pieces.randomElement(using: &generator) ?? "", count: 25)
            let some = (0..<20).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let text = some + many + some
            for filtered in [HarmlessText.lines(text), HarmlessText.line(text)] {
                #expect(HarmlessText.lines(filtered).unicodeScalars.elementsEqual(filtered.unicodeScalars))
            }
            let offsets = HarmlessText.offsets(inLines: text)
            #expect(offsets.count == text.unicodeScalars.count + 1)
            #expect(offsets.last == HarmlessText.lines(text).unicodeScalars.count)
            #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $1 - $0 == 0 || $1 - $0 == 1 })
        }
    }

    @Test(arguments: 0..<100) func nothingThatSteersATerminalPasses(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let controls = HarmlessText.lines(bytes).unicodeScalars.filter {
            ($0.value < 0x20 && $0 != "\n" && $0 != "\t") || (0x7F..<0xA0).contains($0.value)
        }
        #expect(controls.isEmpty)
        #expect(!HarmlessText.line(String(decoding: bytes, as: UTF8.self)).unicodeScalars.contains("\n"))
    }
}
