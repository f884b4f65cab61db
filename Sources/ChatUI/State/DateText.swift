import ChatCore

extension LocalCalendar {
    /// When the day begins that somebody wrote; nil for what is no day.
    ///
    /// `2026-11-30` is understood everywhere; numbers in the order of the reader's own dates (`30.11.2026`, `11/30/26`);
    /// a day and the name of a month or its first three letters (`30 November`, `Nov 30 2025`). With `now`, a date without
    /// a year is the last such day, and the name of a weekday is the last one before today.
    func moment(ofDate text: some StringProtocol, now: Timestamp? = nil) -> Timestamp? {
        let text = text.lowercased()
        if let weekday = index(of: text, in: dayStyle.weekdays, DayStyle.english.weekdays) {
            return now.flatMap { lastDay(weekday: weekday, before: $0) }
        }
        let words = text.split { " ./-,年月日년월일".contains($0) }.map(String.init)
        guard (1...4).contains(words.count) else { return nil }
        var numbers: [(value: Int, digits: Int)] = []
        var month: Int?
        for word in words {
            if let number = Int(word), number >= 0 {
                numbers.append((number, word.utf8.count))
            } else if month == nil, let found = index(of: word, in: dayStyle.months, DayStyle.english.months) {
                month = found + 1
            } else {
                return nil
            }
        }
        guard let date = date(numbers, month: month) else { return nil }
        if let year = date.year { return start(year: year, month: date.month, day: date.day) }
        guard let now else { return nil }
        let year = components(of: now).year
        let thisYear = start(year: year, month: date.month, day: date.day)
        if let thisYear, thisYear.milliseconds <= now.milliseconds { return thisYear }
        return start(year: year - 1, month: date.month, day: date.day)
    }

    private typealias Number = (value: Int, digits: Int)

    private func date(_ numbers: [Number], month: Int?) -> (year: Int?, month: Int, day: Int)? {
        var rest = numbers
        var year: Int?
        if let index = rest.firstIndex(where: { $0.digits == 4 }) {
            year = rest.remove(at: index).value
        } else if rest.count == (month == nil ? 3 : 2) {
            let short = dayStyle.order == .yearFirst ? rest.removeFirst() : rest.removeLast()
            guard short.digits == 2 else { return nil }
            year = 2000 + short.value
        }
        if let month { return rest.count == 1 ? (year, month, rest[0].value) : nil }
        guard rest.count == 2 else { return nil }
        // Where the year came first, so does the month.
        let yearLeads = year != nil && numbers.first?.digits == 4
        if dayStyle.order == .dayFirst && !yearLeads { return (year, rest[1].value, rest[0].value) }
        return (year, rest[0].value, rest[1].value)
    }

    private func lastDay(weekday: Int, before now: Timestamp) -> Timestamp? {
        let back = (components(of: now).weekday - weekday + 6) % 7 + 1
        return startOfDay(now, plus: Int64(-back))
    }

    /// The place of the name that is `word`, or begins with it where that is at least three letters.
    private func index(of word: String, in lists: [String]...) -> Int? {
        for list in lists {
            let names = list.map { $0.lowercased() }
            if let whole = names.firstIndex(of: word) { return whole }
            guard word.count >= 3, Int(word) == nil else { continue }
            if let start = names.firstIndex(where: { $0.hasPrefix(word) }) { return start }
        }
        return nil
    }
}
