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
}

/// Reads JSON from bytes.
private struct JSONReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func wholeText() throws(JSONFault) -> JSONValue {
        let result = try value(depth: 0)
        skipBlanks()
        if place < bytes.count { throw fault }
        return result
    }

    private var fault: JSONFault { JSONFault(byte: place + 1) }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { place += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        place += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONFault) -> JSONValue {
        skipBlanks()
        guard let byte = next, depth < JSONValue.deepest else { throw fault }
        switch byte {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONFault) -> JSONValue {
        for offset in 0..<word.utf8CodeUnitCount where !take(word.utf8Start[offset]) { throw fault }
        return value
    }

    private mutating func object(depth: Int) throws(JSONFault) -> JSONValue {
        place += 1
        var members: [String: JSONValue] = [:]
        skipBlanks()
        if take(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipBlanks()
            guard next == UInt8(ascii: "\"") else { throw fault }
            let key = try string()
            skipBlanks()
            guard take(UInt8(ascii: ":")) else { throw fault }
            members[key] = try value(depth: depth + 1)
            skipBlanks()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw fault }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(JSONFault) -> JSONValue {
        place += 1
        var elements: [JSONValue] = []
        skipBlanks()
        if take(UInt8(ascii: "]")) { return .array(elements) }
        repeat {
            elements.append(try value(depth: depth + 1))
            skipBlanks()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw fault }
        return .array(elements)
    }

    private mutating func digits() throws(JSONFault) {
        let start = place
        while let byte = next, (0x30...0x39).contains(byte) { place += 1 }
        if place == start { throw fault }
    }

    private mutating func number() throws(JSONFault) -> JSONValue {
        let start = place
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            try digits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isWhole = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        if isWhole { return .number(Int64(text)) }
        return .number(Double(text).flatMap { Int64(exactly: $0) })
    }

    private mutating func string() throws(JSONFault) -> String {
        place += 1
        var units: [UInt8] = []
        while let byte = next {
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
            case UInt8(ascii: "\\"): units.append(contentsOf: String(try escape()).utf8)
            case 0..<0x20:
                place -= 1
                throw fault
            default: units.append(byte)
            }
        }
        throw fault
    }

    private mutating func escape() throws(JSONFault) -> Unicode.Scalar {
        guard let byte = next else { throw fault }
        place += 1
        switch byte {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "u"): return try codePoint()
        default:
            place -= 1
            throw fault
        }
    }

    /// The code point of `\uXXXX`, or of two that are a surrogate pair; a lone surrogate is U+FFFD.
    private mutating func codePoint() throws(JSONFault) -> Unicode.Scalar {
        let first = try hexadecimal()
        guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
        let start = place
        if take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
            let second = try hexadecimal()
            if (0xDC00..<0xE000).contains(second) {
                return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
            }
        }
        place = start
        return "\u{FFFD}"
    }

    private mutating func hexadecimal() throws(JSONFault) -> UInt32 {
        var result: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw fault
            }
            result = result << 4 | UInt32(digit)
            place += 1
        }
        return result
    }
}
