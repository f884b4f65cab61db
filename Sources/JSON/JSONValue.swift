/// A value of JSON (RFC 8259), read without Foundation, which would cost a start of the program several milliseconds.
public enum JSONValue: Hashable, Sendable {
    /// `null`
    case null
    /// `true` or `false`
    case bool(Bool)
    /// A number; one with a fraction or an exponent is kept only when it stands for a whole number.
    case number(Int64?)
    /// A text; escapes are resolved.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// An object; of several members with one key, the last.
    case object([String: JSONValue])

    /// The deepest nesting that is read.
    public static let deepest = 64

    /// Reads one value that fills `bytes`, but for blanks around it.
    /// Throws the number of the byte, from 1, at which the text stops being JSON.
    public init(_ bytes: [UInt8]) throws(JSONFault) {
        var reader = JSONReader(bytes)
        self = try reader.wholeText()
    }

    /// Reads one value of JSON5 (json5.org, version 1), as people write it: with comments, bare keys and commas at the end.
    public init(json5 bytes: [UInt8]) throws(JSONFault) {
        var reader = JSONReader(bytes, isJSON5: true)
        self = try reader.wholeText()
    }

    /// The value's kind in words, for a message.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a truth value"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

/// Where a text stops being JSON.
public struct JSONFault: Error, Hashable, Sendable {
    /// The number of the byte, from 1.
    public let byte: Int
    /// What is wrong there, as a part of a sentence without words of the text itself.
    public let reason: String

    /// The number of the line of `text` in which it is, from 1.
    public func line(of text: [UInt8]) -> Int { 1 + text.prefix(byte - 1).count { $0 == 0x0A } }

    /// The number of the character in its line, from 1, counted in code points.
    public func column(of text: [UInt8]) -> Int {
        let before = text.prefix(byte - 1)
        let line = before.suffix(from: before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)
        return 1 + line.count { $0 & 0xC0 != 0x80 }
    }
}
