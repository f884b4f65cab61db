/// JSON as it is written: values are put at the end of one text, which is the whole line in the end.
public struct JSONText {
    /// What was written.
    public private(set) var text = ""
    private var needsComma = false

    /// Nothing.
    public init() {}

    /// Puts `{` or `[`, what `body` writes, and the closing sign.
    mutating func nest(_ open: String, _ close: String, _ body: (inout JSONText) -> Void) {
        separate()
        text += open
        needsComma = false
        body(&self)
        text += close
        needsComma = true
    }

    /// Puts an object.
    public mutating func object(_ body: (inout JSONText) -> Void) { nest("{", "}", body) }

    /// Puts a key, whose value must follow.
    public mutating func key(_ key: String) {
        separate()
        text += "\"" + key + "\":"
        needsComma = false
    }

    /// Puts the key and an array of what `body` writes for each of `elements`.
    public mutating func array<Element>(_ key: String, _ elements: [Element], _ body: (inout JSONText, Element) -> Void)
    {
        self.key(key)
        nest("[", "]") { json in
            for element in elements { body(&json, element) }
        }
    }

    /// Puts the key and a text.
    public mutating func member(_ key: String, _ value: String) {
        self.key(key)
        string(value)
    }

    /// Puts the key and a whole number.
    public mutating func member(_ key: String, _ value: Int) {
        self.key(key)
        literal(String(value))
    }

    /// Puts a value that needs no quotes.
    public mutating func literal(_ value: String) {
        separate()
        text += value
        needsComma = true
    }

    /// Puts a text in quotes. Controls are written as escapes, C1 too, so that a line is harmless on a terminal.
    public mutating func string(_ value: String) {
        separate()
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\r": text += "\\r"
            case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value):
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { text += "," }
    }
}
