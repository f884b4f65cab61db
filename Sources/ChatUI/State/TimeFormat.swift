import InlineLayout

/// How a time of day or a date is written, in the signs of strftime(3).
public struct TimeFormat: Hashable, Sendable {
    private enum Piece: Hashable {
        case text(String)
        case sign(Character)
    }

    /// The signs that are known, and what they stand for.
    static let signs: [(sign: Character, meaning: String)] = [
        ("H", "hour 00-23"), ("I", "hour 01-12"), ("M", "minute"), ("p", "AM or PM"), ("d", "day 01-31"),
        ("e", "day 1-31"), ("m", "month 01-12"), ("b", "month, short"), ("B", "month"), ("a", "weekday, short"),
        ("A", "weekday"), ("y", "year 00-99"), ("Y", "year"), ("%", "a percent sign"),
    ]

    private let pieces: [Piece]

    /// Reads a format such as `%H:%M`; nil where a sign is not known or nothing would be shown.
    public init?(_ text: String) {
        var pieces: [Piece] = []
        var literal = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            guard character == "%" else {
                literal.append(character)
                continue
            }
            guard let sign = rest.popFirst(), TimeFormat.signs.contains(where: { $0.sign == sign }) else { return nil }
            if !literal.isEmpty { pieces.append(.text(literal)) }
            literal = ""
            pieces.append(.sign(sign))
        }
        if !literal.isEmpty { pieces.append(.text(literal)) }
        guard !pieces.isEmpty else { return nil }
        self.pieces = pieces
    }

    private init(signs: Piece...) { pieces = signs }

    /// `09:14`
    static let clock = TimeFormat(signs: .sign("H"), .text(":"), .sign("M"))

    /// `Monday 30 November 2026`
    static let day = TimeFormat(
        signs: .sign("A"), .text(" "), .sign("e"), .text(" "), .sign("B"), .text(" "), .sign("Y"))

    /// The cells that a time takes at most.
    var width: Int {
        let noon = LocalCalendar.Components(year: 2000, month: 12, day: 30, weekday: 3, hour: 22, minute: 30)
        return text(of: noon, months: ["September"], weekdays: ["Wednesday"]).cellWidth
    }

    /// What `parts` read as; names are taken from the lists in turn, or from their end where they are short.
    func text(of parts: LocalCalendar.Components, months: [String], weekdays: [String]) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .sign(let sign): TimeFormat.text(of: sign, parts, months, weekdays)
            }
        }.joined()
    }

    private static func text(
        of sign: Character, _ parts: LocalCalendar.Components, _ months: [String], _ weekdays: [String]
    ) -> String {
        let hour = parts.hour % 12
        switch sign {
        case "H": return twoDigits(parts.hour)
        case "I": return twoDigits(hour == 0 ? 12 : hour)
        case "M": return twoDigits(parts.minute)
        case "p": return parts.hour < 12 ? "AM" : "PM"
        case "d": return twoDigits(parts.day)
        case "e": return String(parts.day)
        case "m": return twoDigits(parts.month)
        case "b": return String(name(parts.month - 1, in: months).prefix(3))
        case "B": return name(parts.month - 1, in: months)
        case "a": return String(name(parts.weekday, in: weekdays).prefix(3))
        case "A": return name(parts.weekday, in: weekdays)
        case "y": return twoDigits(parts.year % 100)
        case "Y": return String(parts.year)
        default: return "%"
        }
    }

    private static func name(_ index: Int, in names: [String]) -> String {
        names.indices.contains(index) ? names[index] : names.last ?? ""
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
