import Glibc
import InlineLayout
import TestSupport
import Testing

/// The profiles against the programs that they stand for.
@Suite struct WidthProfileTests {
    /// Words as people write them, one script a row, and emoji in all their forms.
    static let words = """
        hello it's 10:30 100% (see) naïve Größe żółć Việt ngữ́ ёлка Київ Ελληνικά ἄνθρωπος Հայերեն ქართული x² ½ № € → “so” – …
        早上好 咖啡 漢字 ，。！ 「引用」 コーヒー ｶﾀｶﾅ かな が Ａｂｃ 안녕하세요 \u{1112}\u{1161}\u{11AB} １２３ ㈱ ㎏ 々〆〇 𠮷野家
        שָׁלוֹם עולם مرحبا بِٱلْعَالَم سلام ނުކުރާށެ ܫܠܡܐ አማርኛ ᏣᎳᎩ ᚠᚢᚦ ไทย สวัสดี ลาว ខ្មែរ မြန်မာ བོད་ཡིག
        नमस्ते हिन्दी বাংলা தமிழ் తెలుగు ಕನ್ನಡ ગુજરાતી ਪੰਜਾਬੀ ଓଡ଼ିଆ සිංහල മലയാളം e\u{301}e\u{302} Z\u{337}\u{35B}a\u{336}
        👍 👍🏽 👨‍👩‍👧 🧑🏻‍💻 ❤️ ❤️‍🔥 ☕ ✅ ⌚ 🇦🇺 🇻🇳 1️⃣ #️⃣ ☀️ ☀ ✂ ♥ ⚡ 🏴‍☠️ 🏳️‍🌈 🫠 😮‍💨 ☎︎ ⭐ 🀄 ⚠️ ✌🏽 ☝️
        """.split { " \n".contains($0) }.map { Array($0.unicodeScalars) }

    /// Chat lines of 1 to 12 such words.
    private static func lines(_ count: Int, seed: UInt64) -> [[Unicode.Scalar]] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            let chosen = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                words.randomElement(using: &random) ?? []
            }
            return Array(chosen.joined(separator: [" "]))
        }
    }

    /// All scalars but surrogates and controls, each alone.
    private static var scalars: [[Unicode.Scalar]] {
        (0x20..<0x110000).filter { $0 != 0x7F && !(0x80..<0xA0).contains($0) }.compactMap { Unicode.Scalar($0) }
            .map { [$0] }
    }

    private static func cells(_ scalars: [Unicode.Scalar], _ profile: WidthProfile) -> Int {
        String(String.UnicodeScalarView(scalars)).cellWidth(profile)
    }

    private static func hex(_ scalars: [Unicode.Scalar]) -> String {
        scalars.map { String($0.value, radix: 16) }.joined(separator: " ")
    }

    @Test(.enabled("Tools/unicode/prepare installs wcwidth") { access(Oracle.python, X_OK) == 0 })
    func wcwidthIsWcwidthOnWhatPeopleWrite() throws {
        let lines = Self.lines(20_000, seed: 3) + Self.words
        let answers = try Oracle.answers("wcwidth", lines)
        try #require(answers.count == lines.count)
        let differing = zip(lines, answers).filter { Self.cells($0, .wcwidth) != Int($1) }
        #expect(differing.count * 1000 <= lines.count, "\(differing.prefix(5).map { Self.hex($0.0) })")
    }

    @Test(.enabled("Tools/unicode/prepare installs wcwidth") { access(Oracle.python, X_OK) == 0 })
    func wcwidthIsWcwidthOnAllScalarsButThoseNewerThanOurTables() throws {
        let scalars = Self.scalars
        let answers = try Oracle.answers("wcwidth", scalars)
        try #require(answers.count == scalars.count)
        let differing = zip(scalars, answers).filter { Self.cells($0, .wcwidth) != Int($1) }.map(\.0)
        #expect(differing.count * 1000 <= scalars.count)
        // Those that have no age in the standard library's data are newer.
        #expect(differing.filter { $0[0].properties.age != nil } == [["\u{3164}"]])
    }

    @Test func legacyIsTheSumOfTheCLibrary() throws {
        try #require(setlocale(LC_CTYPE, "C.UTF-8") != nil)
        let symbol = try #require(dlsym(nil, "wcwidth"))
        let cells = unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
        // What the library does not know (−1) has no sum.
        let known = Self.scalars.filter { cells(Int32($0[0].value)) >= 0 }
        #expect(known.count > 270_000)
        let differing = known.filter { Int(cells(Int32($0[0].value))) != Self.cells($0, .legacy) }.map {
            Int($0[0].value)
        }
        let stated: [ClosedRange<Int>] = [
            0x2630...0x2637, 0x268A...0x268F, 0x302E...0x302F, 0x3164...0x3164, 0x3248...0x324F, 0xFFA0...0xFFA0,
            0x1171E...0x1171E,
            0x16FF0...0x16FF1, 0x1D300...0x1D376,
        ]
        #expect(differing.filter { scalar in !stated.contains { $0.contains(scalar) } }.isEmpty, "\(differing)")
        for line in Self.lines(2_000, seed: 4) {
            let sum = line.reduce(0) { $0 + Int(cells(Int32($1.value))) }
            let isKnown = line.allSatisfy { cells(Int32($0.value)) >= 0 }
            #expect(!isKnown || Self.cells(line, .legacy) == sum, "\(Self.hex(line))")
        }
    }
}
