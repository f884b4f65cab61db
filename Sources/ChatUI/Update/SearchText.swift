import ChatCore
import RichText

/// A search as it is written: words, and `from:NAME`, `mentions:me`, `before:DATE`, `after:DATE`.
///
/// `before:` and `after:` leave out the day itself. What follows `from:` may stand in quotes to hold blanks.
struct SearchText {
    /// What cannot be searched for, in one sentence.
    struct Mistake: Error, Hashable {
        let sentence: String
    }

    /// What is meant.
    let meaning: Result<Search, Mistake>

    init(_ text: String, me: PersonID?, calendar: LocalCalendar) {
        var search = Search()
        for part in SearchText.parts(of: text) {
            let name = part.prefix { $0 != ":" }.lowercased()
            let value = String(part.dropFirst(name.count + 1))
            var date: Timestamp?
            if name == "before" || name == "after" {
                date = calendar.moment(ofDate: value)
                if date == nil {
                    meaning = .failure(Mistake(sentence: "\(name): needs a date such as 2026-11-30"))
                    return
                }
            }
            switch name {
            case "from" where value.lowercased() == "me": search.author = me
            case "from" where !value.isEmpty: search.from = value
            case "mentions" where value.lowercased() == "me": search.mentions = me
            case "mentions":
                meaning = .failure(Mistake(sentence: "mentions: knows only mentions:me"))
                return
            case "before": search.before = date
            case "after": search.since = date.flatMap { calendar.startOfDay($0, plus: 1) }
            default: search.words.append(part)
            }
        }
        meaning = search.isEmpty ? .failure(Mistake(sentence: "Nothing to search for")) : .success(search)
    }

    /// Splits at blanks outside quotes, and drops the quotes.
    private static func parts(of text: String) -> [String] {
        var parts: [String] = []
        var part = String.UnicodeScalarView()
        var isQuoted = false
        for scalar in text.unicodeScalars {
            if scalar == "\"" {
                isQuoted.toggle()
            } else if scalar.properties.isWhitespace && !isQuoted {
                if !part.isEmpty { parts.append(String(part)) }
                part.removeAll()
            } else {
                part.append(scalar)
            }
        }
        if !part.isEmpty { parts.append(String(part)) }
        return parts
    }
}
