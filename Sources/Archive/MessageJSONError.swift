import RichText

/// What is wrong with a line that should be a message as JSON.
public enum MessageJSONError: Error, Hashable, Sendable {
    /// The line is not JSON from this byte on, counted from 1.
    case notJSON(byte: Int)
    /// The line is JSON, but not an object.
    case notAnObject
    /// The key is missing.
    case missing(key: String)
    /// The value of the key is not what it should be.
    case wrong(key: String, expected: String)

    /// What is wrong, as one line.
    public var sentence: String {
        switch self {
        case .notJSON(let byte): "not JSON at byte \(byte)"
        case .notAnObject: "not a JSON object"
        case .missing(let key): "the key \(HarmlessText.line(key)) is missing"
        case .wrong(let key, let expected): "the key \(HarmlessText.line(key)) should be \(expected)"
        }
    }
}
