/// Folds text for comparison: without regard to case, to accents and to full or half width.
///
/// Latin, Greek and Cyrillic letters lose their marks, fullwidth forms become ASCII, halfwidth katakana full ones;
/// every other scalar stays, in small form. Blanks of all kinds are one blank.
public enum Folding {
    /// The folded form of `text`.
    public static func fold(_ text: String) -> String { String(decoding: bytes(of: text), as: UTF8.self) }

    /// The folded form of `text` in UTF-8.
    static func bytes(of text: String) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        append(text, to: &result)
        return result
    }

    /// Puts the folded form of `text` behind what is in `result`.
    static func append(_ text: String, to result: inout [UInt8]) {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x41...0x5A: result.append(UInt8(scalar.value) + 0x20)
            case 0..<0x80: result.append(UInt8(scalar.value))
            case 0x300...0x36F, 0x200B...0x200D, 0xFE00...0xFE0F, 0xFF9E, 0xFF9F: continue
            case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: result.append(0x20)
            case 0xFF01...0xFF5E: append(String(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar), to: &result)
            case 0xFF66...0xFF9D: result += String(katakana[Int(scalar.value) - 0xFF66]).utf8
            default:
                for small in scalar.properties.lowercaseMapping.unicodeScalars where !(0x300...0x36F ~= small.value) {
                    if let folded = table[small] { result += folded } else { result += String(small).utf8 }
                }
            }
        }
    }

    private static let table: [Unicode.Scalar: [UInt8]] = {
        var table: [Unicode.Scalar: [UInt8]] = [:]
        for group in foldedLetters {
            for letter in group.letters.unicodeScalars { table[letter] = Array(group.folded.utf8) }
        }
        return table
    }()

    private static let katakana = Array(widenedKatakana.unicodeScalars)
}
