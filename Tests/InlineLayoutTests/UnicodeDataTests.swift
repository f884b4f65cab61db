import Glibc
import InlineLayout
import Testing

/// The test files of the Unicode standard: those of Debian's unicode-data (15.0), and with UNICODE_TEST_DATA=DIR others.
@Suite struct UnicodeDataTests {
    private static let debian = "/usr/share/unicode/"
    private static let folder = getenv("UNICODE_TEST_DATA").map { String(cString: $0) }

    @Test(.enabled("Tools/unicode/prepare installs unicode-data") { access(debian, R_OK) == 0 })
    func linesEndWhereVersion15SaysButForWhatChangedSince() throws {
        let cases = try standardCases(Self.debian + "auxiliary/LineBreakTest.txt")
        #expect(cases.count > 7_000)
        let differing = cases.filter { lineBreaks($0.scalars) != $0.places }.map(\.scalars)
        let changed = Self.changedSince15.split(separator: "\n").map { line in
            let parts = line.split(separator: ";")
            #expect(lineBreaks(scalars(parts[0])) == parts[1].split(separator: " ").compactMap { Int($0) })
            return scalars(parts[0])
        }
        #expect(differing == changed)
    }

    @Test(.enabled("Tools/unicode/prepare installs unicode-data") { access(debian, R_OK) == 0 })
    func clustersEndWhereVersion15SaysButForWhatChangedSince() throws {
        let cases = try standardCases(Self.debian + "auxiliary/GraphemeBreakTest.txt")
        #expect(cases.count > 600)
        let differing = cases.filter { clusterEnds($0.scalars) != $0.places }
        // The scissors are no longer Extended_Pictographic.
        #expect(differing.map(\.scalars) == [["\u{2701}", "\u{200D}", "\u{2701}"]])
    }

    @Test(.enabled("Tools/unicode/prepare installs unicode-data") { access(debian, R_OK) == 0 })
    func everyEmojiIsTwoCells() throws {
        let lines = try lines(of: Self.debian + "emoji/emoji-test.txt").filter { $0.contains("; fully-qualified") }
        #expect(lines.count > 3_600)
        for line in lines {
            let text = String(String.UnicodeScalarView(scalars(line.prefix { $0 != ";" })))
            #expect(text.cellWidth == 2, "\(line)")
        }
    }

    @Test(.enabled("UNICODE_TEST_DATA names no folder") { folder != nil })
    func theFilesOfTheFolderHoldWhole() throws {
        let folder = try #require(Self.folder)
        for (name, found) in [("line-break", lineBreaks), ("grapheme-break", clusterEnds)] {
            let lines = try lines(of: "\(folder)/\(name).txt").filter { !$0.hasPrefix("#") }
            let wrong = lines.filter { line in
                let parts = line.split(separator: ";")
                return found(scalars(parts[0])) != parts[1].split(separator: " ").compactMap { Int($0) }
            }
            print("\(name): \(lines.count - wrong.count) of \(lines.count)")
            #expect(wrong.isEmpty)
        }
        let emoji = try lines(of: "\(folder)/emoji.txt").filter { !$0.hasPrefix("#") }
        let wide = emoji.filter { String(String.UnicodeScalarView(scalars($0[...]))).cellWidth == 2 }
        print("emoji: \(wide.count) of \(emoji.count)")
        #expect(wide.count == emoji.count)
    }

    /// The cases of 15.0 that later versions decide in another way, with their places now: a hyphen before a word (LB20a of
    /// 16.0), a number behind a separator (LB15c, LB25 of 16.0), and quotation marks beside brackets (LB15a of 15.1).
    private static let changedSince15 = """
        002D 0023 ; 2
        002D 0308 0023 ; 3
        002D 05D0 ; 2
        002D 0308 05D0 ; 3
        002D 00A7 ; 2
        002D 0308 00A7 ; 3
        002D 50005 ; 2
        002D 0308 50005 ; 3
        002D 0E01 ; 2
        002D 0308 0E01 ; 3
        002C 0030 ; 2
        002C 0308 0030 ; 3
        0022 0020 2329 ; 2 3
        0022 0308 0020 2329 ; 3 4
        0022 0020 0028 ; 2 3
        0022 0308 0020 0028 ; 3 4
        0065 0071 0075 0061 006C 0073 0020 002E 0033 0035 0020 0063 0065 006E 0074 0073 ; 7 11 16
        0061 006D 0062 0069 0067 0075 0028 00AB 0020 0308 0020 00BB 0029 0028 0065 0308 0029 ; 13 17
        0061 006D 0062 0069 0067 0075 00AB 0020 0028 0020 0308 0020 0029 0020 00BB 0028 0065 0308 0029 ; 8 14 19
        0061 006D 0062 0069 0067 0075 007B 00AB 0020 0308 0020 00BB 007D 0028 0065 0308 0029 ; 13 17
        0061 006D 0062 0069 0067 0075 00AB 0020 007B 0020 0308 0020 007D 0020 00BB 0028 0065 0308 0029 ; 8 14 19
        0061 002E 0032 0020 ; 4
        0061 002E 0032 0020 0915 ; 4 5
        0061 002E 0032 0020 672C ; 4 5
        0061 002E 0032 3000 672C ; 4 5
        0061 002E 0032 3000 307E ; 4 5
        0061 002E 0032 3000 0033 ; 4 5
        0041 002E 0031 0020 BABB ; 4 5
        BD24 C5B4 002E 0020 0041 002E 0032 0020 BCFC ; 1 4 8 9
        BD10 C694 002E 0020 0041 002E 0033 0020 BABB ; 1 4 8 9
        C694 002E 0020 0041 002E 0034 0020 BABB ; 3 7 8
        0061 002E 0032 3000 300C ; 4 5
        05D0 002D 05D0 ; 2 3
        """

    /// A file of the standard: `÷ 0020 × 0308 ÷ # comment`.
    private func standardCases(_ path: String) throws -> [(scalars: [Unicode.Scalar], places: [Int])] {
        try lines(of: path).compactMap { line in
            let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" }
            if words.isEmpty { return nil }
            let scalars = words.compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
            var places: [Int] = [], index = 0
            for word in words.dropFirst() {
                if word == "÷" { places.append(index) } else if word != "×" { index += 1 }
            }
            return (scalars, places)
        }
    }
}

/// What a line of hexadecimal code points stands for.
func scalars(_ line: Substring) -> [Unicode.Scalar] {
    line.split(separator: " ").compactMap { UInt32($0, radix: 16) }.map { Unicode.Scalar($0) ?? "\u{FFFD}" }
}

/// Where a line may end, in scalars, each place asked alone.
func lineBreaks(_ scalars: [Unicode.Scalar]) -> [Int] {
    let utf8 = Array(String(String.UnicodeScalarView(scalars)).utf8)
    var offset = 0
    return utf8.withUnsafeBufferPointer { bytes in
        scalars.indices.compactMap { index in
            offset += UTF8.width(scalars[index])
            return isLineBreakOpportunity(bytes, at: offset) ? index + 1 : nil
        }
    }
}

/// Where clusters end, in scalars.
func clusterEnds(_ scalars: [Unicode.Scalar]) -> [Int] {
    var count = 0
    return Clusters(String(String.UnicodeScalarView(scalars))).map { cluster in
        count += cluster.text.unicodeScalars.count
        return count
    }
}

/// The lines of a file.
func lines(of path: String) throws -> [String] {
    let file = try #require(fopen(path, "rb"), "cannot read \(path)")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { String($0) }
}
