extension JSONReader {
    /// Skips comments and the blanks that JSON does not know.
    mutating func skipMoreBlanks() throws(JSONFault) {
        while let byte = next {
            switch byte {
            case 0x20, 0x09...0x0D: place += 1
            case 0xC2 where follows([0xC2, 0xA0]): place += 2
            case 0xE2 where follows([0xE2, 0x80, 0xA8]) || follows([0xE2, 0x80, 0xA9]): place += 3
            case 0xEF where follows([0xEF, 0xBB, 0xBF]): place += 3
            case UInt8(ascii: "/") where follows(Array("//".utf8)):
                while let inner = next, inner != 0x0A, inner != 0x0D { place += 1 }
            case UInt8(ascii: "/") where follows(Array("/*".utf8)): try skipComment()
            default: return
            }
        }
    }

    private mutating func skipComment() throws(JSONFault) {
        let start = fault("the comment has no end")
        place += 2
        while !follows(Array("*/".utf8)) {
            if next == nil { throw start }
            place += 1
        }
        place += 2
    }

    private func follows(_ text: [UInt8]) -> Bool { bytes[place...].starts(with: text) }

    /// A key without quotes: letters, digits, `_` and `$`, and anything beyond ASCII; no digit comes first.
    mutating func bareKey() throws(JSONFault) -> String {
        let start = place
        while let byte = next {
            let isDigit = (0x30...0x39).contains(byte)
            let isLetter = byte >= 0x80 || (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F || byte == 0x24
            guard isLetter || (isDigit && place > start) else { break }
            place += 1
        }
        if place == start { throw fault(next == nil ? "the } at its end is missing" : "a key is missing before this") }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    /// A number as JSON5 has it: with a plus sign, in hexadecimal, with nothing before or behind its point, `Infinity`
    /// and `NaN`. Of these, whole numbers are kept.
    mutating func looseNumber() throws(JSONFault) -> JSONValue {
        let isNegative = take(UInt8(ascii: "-"))
        if !isNegative { _ = take(UInt8(ascii: "+")) }
        for word in ["Infinity", "NaN"] where follows(Array(word.utf8)) {
            place += word.utf8.count
            return .number(nil)
        }
        if take(UInt8(ascii: ".")) {
            try digits()
            try skipExponent()
            return .number(nil)
        }
        guard let byte = next, (0x30...0x39).contains(byte) else {
            let isBare =
                next.map { (0x61...0x7A).contains($0 | 0x20) || $0 >= 0x80 || $0 == 0x2F || $0 == 0x7E } ?? false
            throw fault(isBare ? "a text needs quotes around it" : "a value is missing before this")
        }
        let isHexadecimal = follows(Array("0x".utf8)) || follows(Array("0X".utf8))
        guard case .number(let value?) = try isHexadecimal ? hexadecimalNumber() : number() else {
            return .number(nil)
        }
        return .number(isNegative ? -value : value)
    }

    private mutating func hexadecimalNumber() throws(JSONFault) -> JSONValue {
        place += 2
        let start = place
        while let byte = next, byte < 0x80, Character(Unicode.Scalar(byte)).isHexDigit { place += 1 }
        if place == start { throw fault }
        return .number(Int64(String(decoding: bytes[start..<place], as: UTF8.self), radix: 16))
    }

    private mutating func skipExponent() throws(JSONFault) {
        guard take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) else { return }
        if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
        try digits()
    }

    /// Whether the escape that has begun is the end of a line, which is passed over.
    mutating func isContinuedLine() -> Bool {
        if take(0x0D) {
            _ = take(0x0A)
            return true
        }
        return take(0x0A)
    }

    /// An escape that JSON does not know; any other character stands for itself.
    mutating func looseEscape() throws(JSONFault) -> Unicode.Scalar {
        guard let byte = next, byte < 0x80, !(0x31...0x39).contains(byte) else { throw fault }
        place += 1
        switch byte {
        case UInt8(ascii: "v"): return "\u{B}"
        case UInt8(ascii: "0"): return "\0"
        case UInt8(ascii: "x"): return Unicode.Scalar(try hexadecimal(digits: 2)) ?? "\u{FFFD}"
        default: return Unicode.Scalar(byte)
        }
    }
}
