/// How days are written where the reader is at home: the names, and the order of the parts.
public struct DayStyle: Hashable, Sendable {
    /// Which of day, month and year comes first in a date of numbers.
    public enum Order: Hashable, Sendable {
        /// 30.11.2026
        case dayFirst
        /// 11/30/2026
        case monthFirst
        /// 2026-11-30
        case yearFirst
    }

    /// The names of the seven days, Sunday first.
    public let weekdays: [String]
    /// The names of the twelve months, as they stand beside a day.
    public let months: [String]
    /// The order of the parts of a date of numbers.
    public let order: Order
    private let pattern: String

    /// English names, the day first.
    public static let english = DayStyle(
        language: "en", order: .dayFirst,
        weekdays: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
        months: [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ])

    /// The style of a language, named as in a locale (`de`), with the names and the order that the locale has. Other numbers
    /// of names than seven and twelve, and empty names, give way to the English ones.
    public init(language: String, order: Order, weekdays: [String], months: [String]) {
        let isWhole = weekdays.count == 7 && months.count == 12 && !(weekdays + months).contains("")
        self.weekdays = isWhole ? weekdays : DayStyle.english.weekdays
        self.months = isWhole ? months : DayStyle.english.months
        self.order = order
        pattern = isWhole ? DayStyle.pattern(language, order) : DayStyle.pattern("en", order)
    }

    /// `w` the weekday, `d` the day, `M` the month's name, `m` its number, `y` the year; the rest as it stands.
    private static func pattern(_ language: String, _ order: Order) -> String {
        switch (language, order) {
        case ("ja", _), ("zh", _): "y年m月d日 w"
        case ("ko", _): "y년 m월 d일 w"
        case ("de", _), ("da", _), ("nb", _), ("nn", _), ("no", _): "w, d. M y"
        case ("sv", _): "w d M y"
        case ("fi", _): "w d. M'ta' y"
        case ("cs", _), ("sk", _), ("sl", _), ("hr", _), ("sr", _), ("bs", _): "w d. M y"
        case ("es", _), ("pt", _), ("gl", _): "w, d 'de' M 'de' y"
        case ("ca", _): "w, d M 'de' y"
        case ("hu", _): "y. M d., w"
        case ("lt", _): "y 'm.' M d 'd.', w"
        case ("lv", _): "w, y. 'gada' d. M"
        case ("ru", _), ("uk", _), ("be", _), ("pl", _), ("bg", _): "w, d M y"
        case (_, .monthFirst): "w, M d, y"
        case ("en", _), (_, .dayFirst): "w d M y"
        case (_, .yearFirst): "w, y M d"
        }
    }

    /// A day in words, such as `Montag, 30. November 2026`.
    func text(_ parts: LocalCalendar.Components) -> String {
        var result = ""
        var isQuoted = false
        for sign in pattern {
            switch sign {
            case "'": isQuoted.toggle()
            case "w" where !isQuoted: result += weekdays[parts.weekday]
            case "d" where !isQuoted: result += String(parts.day)
            case "M" where !isQuoted: result += months[parts.month - 1]
            case "m" where !isQuoted: result += String(parts.month)
            case "y" where !isQuoted: result += String(parts.year)
            default: result.append(sign)
            }
        }
        return result
    }
}
