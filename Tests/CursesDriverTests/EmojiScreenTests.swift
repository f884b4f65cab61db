import Foundation
import Testing

/// Lines that terminals count in different ways; code points that cannot be seen are written as `\u{…}`.
let trickyLines: [String] = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("CursesProbe/tricky.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { line in
        var parts = line.components(separatedBy: "\\u{")
        var result = String.UnicodeScalarView(parts.removeFirst().unicodeScalars)
        for part in parts {
            let pieces = part.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
            result.append(UInt32(pieces[0], radix: 16).flatMap { Unicode.Scalar($0) } ?? "\u{FFFD}")
            if pieces.count > 1 { result.append(contentsOf: pieces[1].unicodeScalars) }
        }
        return String(result)
    }
}()

/// Every fully-qualified sequence of Unicode's emoji-test.txt.
private func everyEmoji() throws -> [String] {
    let text = try String(contentsOfFile: "/usr/share/unicode/emoji/emoji-test.txt", encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
        let fields = line.split(separator: ";")
        guard fields.count > 1, fields[1].hasPrefix(" fully-qualified") else { return nil }
        let scalars = fields[0].split(separator: " ").compactMap {
            UInt32($0, radix: 16).flatMap { Unicode.Scalar($0) }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}

@Suite struct EmojiScreenTests {
    /// Rows that are full up to the border: 39 emoji side by side, or 38 and a letter before them, so that one is cut.
    @Test func noEmojiOfUnicodeMovesTheBorder() throws {
        let emoji = try everyEmoji()
        #expect(emoji.count > 3000)
        var rows: [String] = []
        for start in stride(from: 0, to: emoji.count, by: 39) {
            let row = emoji[start..<min(start + 39, emoji.count)].joined()
            rows.append(rows.count % 2 == 0 ? row : "x" + row)
        }
        try expectStraightBorder(rows, width: 80)
    }

    @Test(arguments: [9, 41, 80]) func noTrickyLineMovesTheBorder(width: Int) throws {
        #expect(trickyLines.count > 30)
        try expectStraightBorder(trickyLines, width: width)
    }

    /// Shows the rows page after page, and asks tmux what stands in the border's column of each.
    private func expectStraightBorder(_ rows: [String], width: Int) throws {
        let height = 24
        let pages = stride(from: 0, to: rows.count, by: height).map { rows[$0..<min($0 + height, rows.count)] }
        let screen = try Screen(pages.map { $0.joined(separator: "\n") }, width: width, height: height)
        var broken = 0
        for (number, page) in pages.enumerated() {
            if number > 0 { try screen.press("Space") }
            _ = try screen.rows()
            for (y, row) in page.enumerated() {
                let cursor = try screen.cursor(inRow: y, column: width - 1)
                #expect(cursor == "|", "\(row)")
                if cursor != "|" { broken += 1 }
                try screen.press("j")
            }
            // The cursor goes round to the first row.
            for _ in page.count..<height { try screen.press("j") }
        }
        #expect(broken == 0)
    }
}
