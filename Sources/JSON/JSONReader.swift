/// Reads JSON from bytes, or JSON5.
struct JSONReader {
    let bytes: [UInt8]
    let isJSON5: Bool
    var place = 0
    /// Where members stand, for who wants to know.
    var outline: JSONOutline?

    init(_ bytes: [UInt8], isJSON5: Bool = false) {
        self.bytes = bytes
        self.isJSON5 = isJSON5
    }

    mutating func wholeText() throws(JSONFault) -> JSONValue {
        let result = try value(depth: 0)
        try skipBlanks()
        if place < bytes.count { throw fault("there is more behind its end") }
        return result
    }

    var fault: JSONFault { fault("this is not known here") }

    func fault(_ reason: String) -> JSONFault { JSONFault(byte: place + 1, reason: reason) }

    /// What is wrong where a list or an object neither goes on nor ends.
    private func unended(_ closing: Unicode.Scalar) -> JSONFault {
        fault(next == nil ? "the \(closing) at its end is missing" : "a comma is missing before this")
    }

    var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    mutating func skipBlanks() throws(JSONFault) {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { place += 1 }
        if isJSON5 { try skipMoreBlanks() }
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        place += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONFault) -> JSONValue {
        try skipBlanks()
        guard let byte = next else { throw fault("a value is missing") }
        guard depth < JSONValue.deepest else { throw fault("it is nested too deeply") }
        switch byte {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "'") where isJSON5: return .string(try string())
        case _ where isJSON5: return try looseNumber()
        default: return try number()
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONFault) -> JSONValue {
        for offset in 0..<word.utf8CodeUnitCount where !take(word.utf8Start[offset]) {
            throw fault("a text needs quotes around it")
        }
        return value
    }

    private mutating func object(depth: Int) throws(JSONFault) -> JSONValue {
        place += 1
        var pairs: [(key: String, value: JSONValue)] = []
        try skipBlanks()
        outline?.close(at: place, endsWithComma: true, depth: depth)
        if take(UInt8(ascii: "}")) { return .object([:]) }
        var endsWithComma = false
        repeat {
            try skipBlanks()
            endsWithComma = isJSON5 && next == UInt8(ascii: "}")
            if endsWithComma { break }
            let start = place
            let key = try key()
            try skipBlanks()
            guard take(UInt8(ascii: ":")) else { throw fault("a colon is missing before this") }
            try skipBlanks()
            let valueStart = place
            outline?.path.append(key)
            let value = try value(depth: depth + 1)
            outline?.note(value, from: start, range: valueStart..<place)
            pairs.append((key, value))
            try skipBlanks()
        } while take(UInt8(ascii: ","))
        outline?.close(at: place, endsWithComma: endsWithComma, depth: depth)
        guard take(UInt8(ascii: "}")) else { throw unended("}") }
        // Made once at its size: growing with each member takes longer than all else here. Of equal keys the last counts.
        var members: [String: JSONValue] = Dictionary(minimumCapacity: pairs.count)
        for (key, value) in pairs { members[key] = value }
        return .object(members)
    }

    private mutating func key() throws(JSONFault) -> String {
        if next == UInt8(ascii: "\"") { return try string() }
        guard isJSON5 else { throw fault }
        return next == UInt8(ascii: "'") ? try string() : try bareKey()
    }

    private mutating func array(depth: Int) throws(JSONFault) -> JSONValue {
        place += 1
        var elements: [JSONValue] = []
        try skipBlanks()
        if take(UInt8(ascii: "]")) { return .array(elements) }
        repeat {
            try skipBlanks()
            if isJSON5 && next == UInt8(ascii: "]") { break }
            elements.append(try value(depth: depth + 1))
            try skipBlanks()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw unended("]") }
        return .array(elements)
    }

    mutating func digits() throws(JSONFault) {
        let start = place
        while let byte = next, (0x30...0x39).contains(byte) { place += 1 }
        if place == start { throw fault }
    }

    mutating func number() throws(JSONFault) -> JSONValue {
        let start = place
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            let isDigit = next.map { $0 >= 0x30 && $0 <= 0x39 } ?? false
            if isDigit || !isJSON5 { try digits() }
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
        let quote = bytes[place]
        place += 1
        let start = place
        // Most texts hold no escape and are taken as they are.
        while let byte = next, byte != quote, byte != UInt8(ascii: "\\"), byte >= 0x20 { place += 1 }
        if next == quote {
            place += 1
            return String(decoding: bytes[start..<place - 1], as: UTF8.self)
        }
        var units = Array(bytes[start..<place])
        while let byte = next {
            place += 1
            switch byte {
            case quote: return String(decoding: units, as: UTF8.self)
            case UInt8(ascii: "\\"):
                if isJSON5 && isContinuedLine() { continue }
                units.append(contentsOf: String(try escape()).utf8)
            case 0..<0x20:
                place -= 1
                throw fault("the text has no closing quote in its line")
            default: units.append(byte)
            }
        }
        throw fault("the text has no closing quote")
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
            guard isJSON5 else { throw fault }
            return try looseEscape()
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

    mutating func hexadecimal(digits: Int = 4) throws(JSONFault) -> UInt32 {
        var result: UInt32 = 0
        for _ in 0..<digits {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw fault
            }
            result = result << 4 | UInt32(digit)
            place += 1
        }
        return result
    }
}
