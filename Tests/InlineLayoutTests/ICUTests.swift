import Glibc
import InlineLayout
import TestSupport
import Testing

/// The engine against ICU 78 and wcwidth, on random strings over all classes.
@Suite(.enabled("Tools/unicode/prepare installs ICU 78") { access(Oracle.python, X_OK) == 0 })
struct ICUTests {
    @Test func linesEndWhereICUSays() throws {
        try compare("lbreak", lineBreaks)
    }

    @Test func clustersEndWhereICUSays() throws {
        try compare("gbreak", clusterEnds)
    }

    private func compare(_ question: String, _ found: ([Unicode.Scalar]) -> [Int]) throws {
        let strings = Self.randomStrings(count: 20_000, seed: 7)
        let answers = try Oracle.answers(question, strings)
        try #require(answers.count == strings.count)
        for (string, answer) in zip(strings, answers) {
            let places = answer.split(separator: " ").compactMap { Int($0) }
            if found(string) != places {
                Issue.record("\(string.map { String($0.value, radix: 16) }) \(found(string)) ICU: \(places)")
            }
        }
    }

    /// Strings of 1 to 12 scalars. Half the scalars are anything assigned in any way, half those on which rules turn.
    /// ICU breaks Thai, Lao, Khmer and Myanmar by dictionaries: their blocks are left out.
    static func randomStrings(count: Int, seed: UInt64) -> [[Unicode.Scalar]] {
        var random = SeededGenerator(seed: seed)
        let special = Array(
            """
            a1 ,.-/()[]{}!?"'$%&=+*\t“”«»‘’—–…·가각각漢かッー。、「」（）！％￥\u{301}\u{308}\u{200D}\u{200B}\u{2060}\u{A0}\u{AD}\u{FEFF}\u{25CC}
            👍🏽👨👩❤\u{FE0F}\u{FE0E}\u{20E3}🇦🇧☝☺🏻\u{1F8FF}\u{600}א־न\u{94D}क\u{93F}\u{1B05}\u{1B44}\u{1B13}\u{A9C0}\u{11003}\u{11046}\u{D4E}\u{2010}‐‼₩°℃〜゠
            """.unicodeScalars)
        func scalar() -> Unicode.Scalar {
            if Bool.random(using: &random) { return special.randomElement(using: &random) ?? "a" }
            let limit: UInt32 = [0x800, 0x3100, 0x10000, 0x20000].randomElement(using: &random) ?? 0x800
            return Unicode.Scalar(UInt32.random(in: 0x20..<limit, using: &random)) ?? "a"
        }
        func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
            let blocks: [ClosedRange<UInt32>] = [
                0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x1950...0x19FF, 0x1A20...0x1AAF, 0xA9E0...0xA9FF,
                0xAA60...0xAADF, 0x11700...0x1174F, 0x116D0...0x116FF,
            ]
            return blocks.contains { $0.contains(scalar.value) }
        }
        return (0..<count).map { _ in
            (0..<Int.random(in: 1...12, using: &random)).map { _ in scalar() }.filter { !isLeftOut($0) } + ["x"]
        }
    }
}

/// The Python program that asks others.
enum Oracle {
    static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    static let python = root + "/.build/oracle/bin/python"

    /// A line of answer for each string.
    static func answers(_ question: String, _ strings: [[Unicode.Scalar]]) throws -> [String] {
        let base = "\(root)/.build/oracle/\(question)-\(getpid())-\(strings.count)"
        let file = try #require(fopen(base + ".in", "wb"))
        for string in strings {
            fputs(string.map { String($0.value, radix: 16) }.joined(separator: " ") + "\n", file)
        }
        fclose(file)
        defer {
            unlink(base + ".in")
            unlink(base + ".out")
        }
        let command = "'\(python)' '\(root)/Tools/unicode/oracle.py' \(question) < '\(base).in' > '\(base).out'"
        try #require(system(command) == 0)
        return try lines(of: base + ".out")
    }
}
