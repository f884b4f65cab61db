import Glibc

/// Chat lines of 20 to 300 characters, 8 MB of them, made from the texts of installed Debian packages: always the same.
enum Corpus: String {
    /// English: fortunes.
    case ascii
    /// Chinese and Japanese: fortunes-zh, debian-reference-ja and -zh-cn, manpages-ja and -zh.
    case cjk
    /// Emoji sequences, a dozen scripts, stacked marks: emoji-test of unicode-data, and the samples below.
    case emoji
    /// All of these in turn, with links, emoticon codes and mentions.
    case mixed

    /// The bytes of the lines, or nil if a package is missing.
    func lines() -> [UInt8]? {
        var random = Dice(state: 17)
        guard let words = words() else { return nil }
        var lines: [UInt8] = []
        var at = 0
        while lines.count < 8_000_000 {
            let goal = 20 + random.roll(281)
            var length = 0
            while length < goal {
                let word = words[at % words.count]
                if length > 0 && length + word.count > 300 { break }
                let needsBlank = length > 0 && (self != .cjk || word[0].isASCII)
                lines += needsBlank ? [0x20] : []
                word.forEach { lines += Array(UTF8.encode($0) ?? UTF8.encodedReplacementCharacter) }
                length += word.count + (needsBlank ? 1 : 0)
                at += 1
            }
            lines.append(0x0A)
            // A stride between lines, so that a second round through a short text gives other lines.
            at += random.roll(7)
        }
        return lines
    }

    private func words() -> [[Unicode.Scalar]]? {
        switch self {
        case .ascii: return split(output(of: "cat /usr/share/games/fortunes/[a-n]*.u8")) { $0.allSatisfy(\.isASCII) }
        case .cjk:
            let command = """
                cat /usr/share/games/fortunes/{chinese,song100,tang300}.u8;
                zcat /usr/share/debian-reference/debian-reference.{ja,zh-cn}.txt.gz;
                zcat /usr/share/man/{ja,zh_CN}/man1/[a-f]*.gz | grep -av '^[.]'
                """
            return split(output(of: command)) { word in word.contains { $0.value >= 0x3000 } }
        case .emoji: return emojiWords()
        case .mixed: return mixedWords()
        }
    }

    private func emojiWords() -> [[Unicode.Scalar]]? {
        let command = "sed -n 's/ *; fully-qualified.*//p' /usr/share/unicode/emoji/emoji-test.txt"
        let sequences = output(of: command).split(separator: "\n").map { line in
            line.split(separator: " ").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
        }
        if sequences.isEmpty { return nil }
        let samples = Self.samples.split(separator: " ").map { Array($0.unicodeScalars) }
        return sequences.indices.flatMap { index in
            [sequences[index * 211 % sequences.count], samples[index % samples.count]]
        }
    }

    private func mixedWords() -> [[Unicode.Scalar]]? {
        let parts = [Corpus.ascii, .cjk, .emoji].compactMap { $0.words() }
        if parts.count < 3 { return nil }
        let extras = ["https://example.org/a/b?c=d&e=f", "[smile]", "@Ann", "@王伟", "(see", "below)", "10:30", "100%"]
        var random = Dice(state: 5)
        return (0..<60_000).flatMap { _ in
            let part = parts[[0, 0, 0, 1, 1, 2][random.roll(6)]]
            let start = random.roll(part.count)
            let run = Array(part[start..<min(start + 1 + random.roll(6), part.count)])
            return random.roll(4) == 0 ? run + [Array(extras[random.roll(extras.count)].unicodeScalars)] : run
        }
    }

    /// The words of a text that pass, without what typesets manual pages and tables.
    private func split(_ text: String, where passes: ([Unicode.Scalar]) -> Bool) -> [[Unicode.Scalar]]? {
        let words = text.split { " \n\t".contains($0) }.map { word in
            word.unicodeScalars.filter { !"\\%\u{1B}\u{8}─│├└".unicodeScalars.contains($0) && $0.value >= 0x20 }
        }
        let kept = words.map { Array($0) }.filter { !$0.isEmpty && $0.count <= 120 && passes($0) }
        return kept.isEmpty ? nil : kept
    }

    /// What a shell command of this file prints.
    private func output(of command: String) -> String {
        guard let pipe = popen("bash -c \"\(command)\" 2>/dev/null", "r") else { return "" }
        defer { pclose(pipe) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 { bytes += chunk[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let samples = """
        नमस्ते क्षत्रिय हिन्दी ভাষা বাংলা தமிழ் மொழி తెలుగు ಕನ್ನಡ മലയാളം ગુજરાતી ਪੰਜਾਬੀ सिंहल සිංහල שָׁלוֹם עולם مرحبا بالعالم \
        가나다라 안녕하세요 Việt ngữ ngữ́ ё Ελληνικά ἄνθρωπος Z̷̛̤a̶͖͝l̵̰̽g̴̩̈́o̸͙͗ ქართული Հայերեն ᚠᚢᚦ አማርኛ ᏣᎳᎩ \
        👍🏽👍🏽 🇦🇺🇻🇳🇳🇱 1️⃣2️⃣ ❤️‍🔥 e\u{301}e\u{302}e\u{303} ☕ ok lol :-)
        """
}

/// Small random numbers, the same every time.
struct Dice {
    var state: UInt64

    /// A number in `0 ..< sides`.
    mutating func roll(_ sides: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % sides
    }
}
