import InlineLayout
import RichText

/// A value as a settings file has it.
public indirect enum SettingValue: Hashable, Sendable {
    /// A text.
    case text(String)
    /// `true` or `false`.
    case flag(Bool)
    /// A whole number.
    case number(Int)
    /// Names and their values.
    case map([SettingEntry])
    /// Anything else, told by its kind in words, such as `a list`.
    case other(String)

    /// The value as it is written in a settings file.
    public var source: String {
        switch self {
        case .text(let text): SettingValue.quoted(text)
        case .flag(let flag): flag ? "true" : "false"
        case .number(let number): String(number)
        case .map(let entries):
            entries.isEmpty
                ? "{}"
                : "{ " + entries.map { SettingValue.quoted($0.key) + ": " + $0.value.source }.joined(separator: ", ")
                    + " }"
        case .other(let kind): kind
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case "\n": result += "\\n"
            default:
                let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
                let hex = String(scalar.value, radix: 16)
                result += isControl ? "\\u" + String(repeating: "0", count: 4 - hex.count) + hex : String(scalar)
            }
        }
        return result + "\""
    }
}

/// A key of a settings file, its value, and the line in which it stands, from 1, where that is known.
public struct SettingEntry: Hashable, Sendable {
    /// The key.
    public var key: String
    /// Its value.
    public var value: SettingValue
    /// The line in which it stands.
    public var line: Int?

    /// A key and its value.
    public init(_ key: String, _ value: SettingValue, line: Int? = nil) {
        self.key = key
        self.value = value
        self.line = line
    }
}

/// What is wrong with a settings file at one place.
public struct SettingMistake: Error, Hashable, Sendable {
    /// The setting that it is about.
    public var key: String
    /// The line, from 1, where it is known.
    public var line: Int?
    /// What is wrong, with the name of the setting.
    public var sentence: String

    /// `line 3: mouse is true or false`
    public var text: String { (line.map { "line \($0): " } ?? "") + sentence }
}

/// One setting: an entry of ``SettingTable``, from which reading, `/set`, `mingle settings` and the man page are made.
public struct Setting: Sendable {
    /// What values it takes.
    public enum Kind: Hashable, Sendable {
        /// Any text.
        case text
        /// A text in which something is to be seen.
        case name
        /// The whole path of a file; `~/` is the home folder.
        case path
        /// `true` or `false`.
        case flag
        /// One of these texts.
        case choice([String])
        /// A whole number within bounds.
        case number(ClosedRange<Int>)
        /// Names and a text for each.
        case map
    }

    /// The name in the file.
    public let key: String
    /// What values it takes.
    public let kind: Kind
    /// What holds where the file says nothing; nil where that is told by its help.
    public let standard: SettingValue?
    /// What it does, in one line.
    public let help: String
    /// A value that somebody might want.
    public let example: SettingValue
    /// Whether it is for tests: no list shows it.
    var isHidden = false
    /// Puts a value of the right kind in force, or the standard one for nil; tells what is wrong with it, and then
    /// changes nothing.
    let adopt: @Sendable (inout ChatState.Settings, SettingValue?) -> [SettingMistake]

    /// The values in words, as in `true or false`.
    public var values: String {
        switch kind {
        case .text: "a text"
        case .name: "a text that can be seen"
        case .path: "a whole path, from / or ~/ on"
        case .flag: "true or false"
        case .choice(let names): Setting.list(names)
        case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .map: "{ \"name\": \"value\", … }"
        }
    }

    private static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }

    /// What is wrong with the kind of `value`; nil when nothing is.
    public func mistake(in value: SettingValue) -> String? {
        switch (kind, value) {
        case (.text, .text), (.flag, .flag): return nil
        case (.name, .text(let text)) where HarmlessText.line(text).cellWidth > 0: return nil
        case (.path, .text(let text)) where text.hasPrefix("/") || text.hasPrefix("~/"): return nil
        case (.map, .map(let entries)):
            let wrong = entries.first { if case .text = $0.value { false } else { true } }
            return wrong.map { "\($0.key) in \(key) needs a text" }
        case (.choice(let names), .text(let text)) where names.contains(text): return nil
        case (.choice, .text(let text)): return "\(key) is \(values), not \(text)"
        case (.number(let range), .number(let number)) where range.contains(number): return nil
        default: return key + ([.text, .name, .path].contains(kind) ? " needs " : " is ") + values
        }
    }

    /// Reads a value as it is written behind `/set KEY`: quotes are not needed.
    func value(written text: String) -> SettingValue? {
        switch kind {
        case .text, .name, .path, .choice:
            let isQuoted = text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
            return .text(isQuoted ? String(text.dropFirst().dropLast()) : text)
        case .flag:
            switch text.lowercased() {
            case "true", "on", "yes": return .flag(true)
            case "false", "off", "no": return .flag(false)
            default: return .text(text)
            }
        case .number: return Int(text).map(SettingValue.number) ?? .text(text)
        case .map: return nil
        }
    }
}
