import UnicodeTables

/// Finds numbers with their units in text: a digit, a blank or none, a unit, and perhaps a slash and another.
enum Measures {
    /// The bytes around a place that tell whether it is inside a measure are fewer.
    static let reach = 16

    /// Whether a place inside a measure at which UAX #14 lets a line end may follow this byte.
    static func mayBreak(after byte: UInt8) -> Bool { byte == 0x20 || byte == 0x2F }

    /// Whether `place`, which follows a blank or a slash, is inside a measure.
    static func hold(_ place: Int, in text: UnsafePointer<UInt8>, count: Int) -> Bool {
        if text[place - 1] == 0x20 {
            return place > 1 && isDigit(text[place - 2]) && hasUnit(at: place, in: text, count: count)
        }
        let end = place - 1
        var start = end
        while start > 0 && end - start <= longest && !isDigit(text[start - 1]) && text[start - 1] != 0x20 { start -= 1 }
        let unit = start
        if start > 0 && text[start - 1] == 0x20 { start -= 1 }
        if start == 0 || !isDigit(text[start - 1]) || !hasUnit(at: place, in: text, count: count) { return false }
        return units.contains { $0.count == end - unit && starts(text + unit, with: $0) }
    }

    /// Whether a unit starts at `place`, and no letter, digit or mark is behind it; the endings of Korean may be.
    private static func hasUnit(at place: Int, in text: UnsafePointer<UInt8>, count: Int) -> Bool {
        units.contains { unit in
            let end = place + unit.count
            if end > count || !starts(text + place, with: unit) { return false }
            if end == count { return true }
            let next = PropertyTable.shared[UTF8Text.scalar(at: end, in: text).value]
            if LineClassSet.marks.contains(next.lineClass) { return false }
            return !next.isInWord || LineClassSet.hangul.contains(next.lineClass)
        }
    }

    private static func starts(_ text: UnsafePointer<UInt8>, with unit: [UInt8]) -> Bool {
        unit.indices.allSatisfy { text[$0] == unit[$0] }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    private static let units = """
        km m cm mm ft lb oz kg g mg l ml h min s ms W kW V A Hz kHz MHz GHz kB MB GB TB px mph °C °F % € $ £
        """.split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
    private static let longest = units.reduce(0) { max($0, $1.count) }
}
