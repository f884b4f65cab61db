import JSON
import RichText

/// Reads the keys of one object of a manifest and keeps what is wrong with them.
struct ManifestReader {
    let file: String
    let emoticon: String?
    private let keys: [String: JSONValue]
    private(set) var mistakes: [PackMistake] = []

    init(_ keys: [String: JSONValue], file: String, emoticon: String? = nil) {
        self.keys = keys
        self.file = file
        self.emoticon = emoticon
    }

    mutating func fail(_ key: String?, _ reason: String) {
        mistakes.append(PackMistake(file: file, emoticon: emoticon, key: key, reason: reason))
    }

    /// The value of `key`, or nil; a required one that is not there is a mistake.
    mutating func value(_ key: String, isRequired: Bool = false) -> JSONValue? {
        if let value = keys[key] { return value }
        if isRequired { fail(key, "is missing") }
        return nil
    }

    /// A text, made harmless; nil when there is none or when it is no text.
    mutating func text(_ key: String, isRequired: Bool = false) -> String? {
        guard let value = value(key, isRequired: isRequired) else { return nil }
        guard case .string(let text) = value else { return failKind(key, value, "a text") }
        let line = HarmlessText.line(text)
        if line.isEmpty && isRequired {
            fail(key, "is empty")
            return nil
        }
        return line
    }

    /// A list of texts, made harmless; empty when there is none.
    mutating func texts(_ key: String) -> [String] {
        guard let value = value(key) else { return [] }
        return texts(value, key) ?? []
    }

    /// A list of texts that stands in `value`.
    mutating func texts(_ value: JSONValue, _ key: String) -> [String]? {
        guard case .array(let values) = value else { return failKind(key, value, "a list") }
        var result: [String] = []
        for value in values {
            guard case .string(let text) = value else { return failKind(key, value, "a text") }
            result.append(HarmlessText.line(text))
        }
        return result
    }

    /// Two whole numbers, such as a size.
    mutating func pair(_ key: String, within limits: ClosedRange<Int>) -> (Int, Int)? {
        guard let value = value(key) else { return nil }
        guard case .array(let values) = value, values.count == 2 else { return failKind(key, value, "two numbers") }
        var numbers: [Int] = []
        for value in values {
            guard case .number(let number?) = value, let whole = Int(exactly: number), limits.contains(whole) else {
                fail(key, "must be whole numbers from \(limits.lowerBound) to \(limits.upperBound)")
                return nil
            }
            numbers.append(whole)
        }
        return (numbers[0], numbers[1])
    }

    /// An object; empty when there is none.
    mutating func object(_ key: String) -> [String: JSONValue] {
        guard let value = value(key) else { return [:] }
        guard case .object(let keys) = value else { return failKind(key, value, "an object") ?? [:] }
        return keys
    }

    /// The name of a file in the pack's own folder: no path, and nothing hidden.
    mutating func fileName(_ key: String) -> String? {
        guard let name = text(key) else { return nil }
        guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")), !name.hasPrefix(".") else {
            fail(key, "must be the plain name of a file in the pack's folder")
            return nil
        }
        return name
    }

    private mutating func failKind<Value>(_ key: String, _ value: JSONValue, _ wanted: String) -> Value? {
        fail(key, "must be \(wanted), not \(value.kind)")
        return nil
    }
}
