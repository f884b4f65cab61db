/// The one filter that text from people, rooms, files, servers and packs passes before it enters the program.
///
/// What could steer a terminal or turn around the text of others is replaced by a visible mark, one code point for
/// one, so that ranges over the text stay right:
/// - C0 controls and DEL by their control pictures (ESC by `␛`); a line feed and a tab stay where lines are allowed;
/// - C1 controls, noncharacters, bidirectional overrides, embeddings and isolates, line and paragraph separators by
///   U+FFFD;
/// - combining marks past the 20th in a row by U+FFFD, once for each such run.
///
/// Ill-formed UTF-8 becomes U+FFFD for each maximal subpart (Unicode 17, section 3.9) when the text is decoded.
public enum HarmlessText {
    /// The most combining marks in a row that are let through.
    public static let longestRunOfMarks = 20

    /// Decodes and filters a text of several lines; `\r\n` and a lone `\r` become line feeds.
    public static func lines(_ bytes: some Collection<UInt8>) -> String {
        lines(String(decoding: bytes, as: UTF8.self))
    }

    /// Filters a text of several lines; `\r\n` and a lone `\r` become line feeds.
    public static func lines(_ text: String) -> String {
        if isPlain(text) || isClean(text, keepsLines: true) { return text }
        return filter(text, keepsLines: true)
    }

    /// Filters a text that stands on one line, such as a name or a topic: line breaks and tabs become blanks, and
    /// blanks at both ends go, unless `trims` is false.
    public static func line(_ text: String, trims: Bool = true) -> String {
        let filtered = isPlain(text) || isClean(text, keepsLines: false) ? text : filter(text, keepsLines: false)
        if hasNothingToTrim(filtered, trims) { return filtered }
        let scalars = filtered.unicodeScalars
        guard trims else { return String(String.UnicodeScalarView(scalars.map { $0 == "\n" ? " " : $0 })) }
        guard let first = scalars.firstIndex(where: { $0 != " " && $0 != "\n" }),
            let last = scalars.lastIndex(where: { $0 != " " && $0 != "\n" })
        else { return "" }
        let kept = scalars[first...last]
        guard kept.contains("\n") else { return String(kept) }
        return String(String.UnicodeScalarView(kept.map { $0 == "\n" ? " " : $0 }))
    }

    /// Whether the text is printable ASCII and line feeds only, which is most of what is written.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { ($0 >= 0x20 && $0 < 0x7F) || $0 == 0x0A }
    }

    /// Whether no line is in it, and no blank at its ends that would have to go.
    private static func hasNothingToTrim(_ text: String, _ trims: Bool) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return true }
        return !(trims && (first == 0x20 || last == 0x20)) && !text.utf8.contains(0x0A)
    }

    /// Whether the filter would leave all as it is, as with nearly every text; making the same text anew takes longer.
    private static func isClean(_ text: String, keepsLines: Bool) -> Bool {
        var marks = 0
        for scalar in text.unicodeScalars {
            marks = isMark(scalar) ? marks + 1 : 0
            guard marks <= longestRunOfMarks, replacement(for: scalar, keepsLines: keepsLines) == scalar else {
                return false
            }
        }
        return true
    }

    private static func filter(_ text: String, keepsLines: Bool) -> String {
        var result = String.UnicodeScalarView()
        var marks = 0
        var afterReturn = false
        for scalar in text.unicodeScalars {
            if scalar == "\n" && afterReturn {
                afterReturn = false
                continue
            }
            afterReturn = scalar == "\r"
            marks = isMark(scalar) ? marks + 1 : 0
            if marks > longestRunOfMarks {
                if marks == longestRunOfMarks + 1 { result.append("\u{FFFD}") }
                continue
            }
            result.append(replacement(for: scalar, keepsLines: keepsLines))
        }
        return String(result)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // No mark is among these, and most of what is written is: not to ask saves most of the time.
        case 0..<0x300, 0x370..<0x483, 0x2010..<0x2027, 0x2100..<0x2C00, 0x3041..<0x3097, 0x30A0..<0xA000,
            0xAC00..<0xD7A4, 0xFF01..<0xFFE0, 0x1_F300..<0x1_FB00:
            return false
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: return true
        default: return false
        }
    }

    private static func replacement(for scalar: Unicode.Scalar, keepsLines: Bool) -> Unicode.Scalar {
        switch scalar.value {
        case 0x0A, 0x0D: keepsLines ? "\n" : " "
        case 0x09: keepsLines ? "\t" : " "
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        case 0x80..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFDD0...0xFDEF: "\u{FFFD}"
        default: scalar.value & 0xFFFE == 0xFFFE ? "\u{FFFD}" : scalar
        }
    }
}
