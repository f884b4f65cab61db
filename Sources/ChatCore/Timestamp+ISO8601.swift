extension Timestamp {
    /// The moment in ISO 8601, UTC, with milliseconds: `2026-11-30T09:14:05.250Z`.
    /// Moments outside the years 0 to 9999 are moved to the nearest end of them.
    public var iso8601: String {
        let (number, inDay) = CivilDate.split(bounded)
        let date = CivilDate(day: number)
        let clock = [
            Timestamp.padded(inDay / 3_600_000, 2), Timestamp.padded(inDay / 60_000 % 60, 2),
            Timestamp.padded(inDay / 1000 % 60, 2),
        ].joined(separator: ":")
        let day = [
            Timestamp.padded(Int64(date.year), 4), Timestamp.padded(Int64(date.month), 2),
            Timestamp.padded(Int64(date.day), 2),
        ]
        return day.joined(separator: "-") + "T" + clock + "." + Timestamp.padded(inDay % 1000, 3) + "Z"
    }

    /// Reads a moment in ISO 8601: a date, alone (its first moment) or with a time of hours and minutes, optional
    /// seconds and their fraction, and `Z` or an offset such as `+01:00`. A time without either is taken as UTC.
    /// Digits past the millisecond are dropped. Nil when the text is anything else or names no real moment.
    public init?(iso8601 text: String) {
        var reader = DigitReader(text)
        guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
            let day = reader.number(2),
            let start = CivilDate.day(year: Int(year), month: Int(month), day: Int(day))
        else { return nil }
        var result = start * 86_400_000
        if !reader.isAtEnd {
            guard reader.take("T") || reader.take("t") || reader.take(" "), let inDay = Timestamp.clock(&reader) else {
                return nil
            }
            result += inDay
        }
        guard reader.isAtEnd else { return nil }
        self.init(milliseconds: result)
    }

    /// The moment itself, or the end of the years 0 to 9999 that is nearest to it.
    package var bounded: Timestamp {
        Timestamp(milliseconds: min(max(milliseconds, Timestamp.firstMillisecond), Timestamp.lastMillisecond))
    }

    private static let firstMillisecond: Int64 = -62_167_219_200_000
    private static let lastMillisecond: Int64 = 253_402_300_799_999

    private static func clock(_ reader: inout DigitReader) -> Int64? {
        guard let hour = reader.number(2), hour < 24, reader.take(":"), let minute = reader.number(2), minute < 60
        else {
            return nil
        }
        var result = hour * 3_600_000 + minute * 60_000
        if reader.take(":") {
            guard let second = reader.number(2), second < 60 else { return nil }
            result += second * 1000
            if reader.take(".") || reader.take(",") {
                guard let fraction = reader.fraction() else { return nil }
                result += fraction
            }
        }
        if reader.isAtEnd || reader.take("Z") || reader.take("z") { return result }
        let isEast = reader.take("+")
        guard isEast || reader.take("-"), let hours = reader.number(2), hours < 24 else { return nil }
        _ = reader.take(":")
        guard let minutes = reader.number(2), minutes < 60 else { return nil }
        let offset = hours * 3_600_000 + minutes * 60_000
        return result + (isEast ? -offset : offset)
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

/// Reads fields of digits from a short ASCII text.
private struct DigitReader {
    private var rest: ArraySlice<UInt8>

    init(_ text: String) { rest = Array(text.utf8)[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == character.value else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(_ count: Int) -> Int64? {
        guard rest.count >= count else { return nil }
        var result: Int64 = 0
        for byte in rest.prefix(count) {
            guard (0x30...0x39).contains(byte) else { return nil }
            result = result * 10 + Int64(byte - 0x30)
        }
        rest.removeFirst(count)
        return result
    }

    /// One digit or more after the decimal sign, as milliseconds.
    mutating func fraction() -> Int64? {
        var result: Int64 = 0
        var scale: Int64 = 100
        let start = rest.startIndex
        while let byte = rest.first, (0x30...0x39).contains(byte) {
            result += Int64(byte - 0x30) * scale
            scale /= 10
            rest.removeFirst()
        }
        return rest.startIndex > start ? result : nil
    }
}
