/// The sequences by which terminals show a notice, with text that can steer nothing.
public enum NoticeSequence {
    /// The dialects.
    public enum Dialect: Sendable {
        /// iTerm2's: one text (OSC 9).
        case osc9
        /// rxvt-unicode's: title and body (OSC 777).
        case osc777
        /// kitty's: title and body, in parts (OSC 99).
        case osc99
    }

    /// The most code points of a title and of a body.
    public static let longest = 200

    /// What is to be written for a notice.
    public static func bytes(title: String, body: String, _ dialect: Dialect) -> [UInt8] {
        let title = harmless(title, dialect)
        let body = harmless(body, dialect)
        let text =
            switch dialect {
            case .osc9: "\u{1B}]9;\(title): \(body)\u{1B}\\"
            case .osc777: "\u{1B}]777;notify;\(title);\(body)\u{1B}\\"
            case .osc99: "\u{1B}]99;i=mingle:d=0:p=title;\(title)\u{1B}\\\u{1B}]99;i=mingle:d=1:p=body;\(body)\u{1B}\\"
            }
        return Array(text.utf8)
    }

    /// A semicolon parts fields, and behind a digit it is another command for some (OSC 9;4 is progress).
    private static func harmless(_ text: String, _ dialect: Dialect) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(longest) {
            guard scalar.value >= 0x20, !(0x7F..<0xA0).contains(scalar.value) else { continue }
            result.append(scalar == ";" && dialect != .osc99 ? "," : scalar)
        }
        return String(result)
    }
}
