import ChatUI
import Glibc
import RichText

/// What the locale (LC_TIME) says of days.
enum LocaleDays {
    /// The names and the order of the locale that `setlocale` has chosen; English where it is not of UTF-8.
    static var style: DayStyle {
        guard let name = setlocale(LC_TIME, nil).map({ String(cString: $0) }) else { return .english }
        let language = String(name.prefix { $0 != "_" && $0 != "." && $0 != "@" })
        let weekdays = (0..<7).compactMap { text(DAY_1 + $0) }
        let months = (0..<12).compactMap { text(MON_1 + $0) }
        guard language != "C", language != "POSIX", let format = text(D_FMT) else { return .english }
        return DayStyle(language: language, order: order(format), weekdays: weekdays, months: months)
    }

    /// Nil for what is not UTF-8 or no short line.
    private static func text(_ item: Int) -> String? {
        guard let bytes = nl_langinfo(nl_item(item)), strlen(bytes) <= 64, let text = String(validatingCString: bytes)
        else { return nil }
        return HarmlessText.line(text)
    }

    /// The order of the parts of a format of strftime.
    private static func order(_ format: String) -> DayStyle.Order {
        for letter in format {
            switch letter {
            case "d", "e", "x": return .dayFirst
            case "m", "b", "B", "D": return .monthFirst
            case "Y", "y", "F", "E", "C", "G": return .yearFirst
            default: continue
            }
        }
        return .dayFirst
    }
}
