import JSON
import RichText

/// An object of JSON whose members are asked for by key and kind; it knows the way to itself, to name a mistake.
struct JSONObject {
    private let members: [String: JSONValue]
    private let path: String

    /// The object that `value` is; `path` is how mistakes name it, empty for the whole line.
    init(_ value: JSONValue, path: String) throws(MessageJSONError) {
        guard case .object(let members) = value else {
            throw path.isEmpty ? .notAnObject : .wrong(key: path, expected: "an object")
        }
        self.members = members
        self.path = path
    }

    /// The object that a whole line is.
    init(line: [UInt8]) throws(MessageJSONError) {
        let value: JSONValue
        do throws(JSONFault) {
            value = try JSONValue(line)
        } catch {
            throw .notJSON(byte: error.byte)
        }
        try self.init(value, path: "")
    }

    /// How mistakes name the member `key`.
    func name(_ key: String) -> String { path.isEmpty ? key : path + "." + key }

    private func value(_ key: String) -> JSONValue? {
        if case .null? = members[key] { return nil }
        return members[key]
    }

    /// A text, or nil when it is absent.
    func text(_ key: String) throws(MessageJSONError) -> String? {
        guard let value = value(key) else { return nil }
        guard case .string(let text) = value else { throw .wrong(key: name(key), expected: "a text") }
        return text
    }

    /// A text of one line, filtered, of 1 to `limit` code points, or nil when it is absent.
    func line(_ key: String, limit: Int = JSONObject.longestLine) throws(MessageJSONError) -> String? {
        guard let raw = try text(key) else { return nil }
        let line = HarmlessText.line(raw)
        guard !line.isEmpty else { throw .wrong(key: name(key), expected: "a text that is not empty") }
        guard line.unicodeScalars.count <= limit else {
            throw .wrong(key: name(key), expected: "at most \(limit) characters long")
        }
        return line
    }

    /// Yes or no, or nil when it is absent.
    func flag(_ key: String) throws(MessageJSONError) -> Bool? {
        guard let value = value(key) else { return nil }
        guard case .bool(let flag) = value else { throw .wrong(key: name(key), expected: "true or false") }
        return flag
    }

    /// The most code points of names and ids from outside.
    static let longestLine = 1024

    /// A whole number of `range`, or nil when it is absent.
    func integer(_ key: String, in range: ClosedRange<Int>) throws(MessageJSONError) -> Int? {
        guard let value = value(key) else { return nil }
        guard case .number(let number?) = value, let result = Int(exactly: number), range.contains(result) else {
            throw .wrong(key: name(key), expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return result
    }

    /// The elements of an array, each with the way to it; nil when the array is absent.
    func array(_ key: String) throws(MessageJSONError) -> [(value: JSONValue, path: String)]? {
        guard let value = value(key) else { return nil }
        guard case .array(let elements) = value else { throw .wrong(key: name(key), expected: "an array") }
        let name = name(key)
        return elements.enumerated().map { ($0.element, "\(name)[\($0.offset)]") }
    }

    /// The object under `key`, or nil when it is absent.
    func object(_ key: String) throws(MessageJSONError) -> JSONObject? {
        guard let value = value(key) else { return nil }
        return try JSONObject(value, path: name(key))
    }

    /// The ids in an array of texts, or nil when it is absent.
    func ids(_ key: String) throws(MessageJSONError) -> [PersonID]? {
        guard let elements = try array(key) else { return nil }
        var result: [PersonID] = []
        for element in elements {
            guard case .string(let text) = element.value else {
                throw .wrong(key: element.path, expected: "a text")
            }
            result.append(PersonID(HarmlessText.line(text)))
        }
        return result
    }

    /// `value`, or the mistake that `key` is missing.
    func required<Value>(_ value: Value?, _ key: String) throws(MessageJSONError) -> Value {
        guard let value else { throw .missing(key: name(key)) }
        return value
    }
}
