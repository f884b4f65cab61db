import ChatCore

/// Turns moments into the reader's days and hours; the rules of the time zone come from outside.
public struct LocalCalendar: Sendable {
    /// A date and a time of day where the reader is.
    public struct Components: Hashable, Sendable {
        /// Year, month 1…12 and day 1…31.
        public var year: Int, month: Int, day: Int
        /// Day of the week, 0 for Sunday.
        public var weekday: Int
        /// Hour 0…23 and minute.
        public var hour: Int, minute: Int

        /// Components as a calendar gives them.
        public init(year: Int, month: Int, day: Int, weekday: Int, hour: Int, minute: Int) {
            self.year = year
            self.month = month
            self.day = day
            self.weekday = weekday
            self.hour = hour
            self.minute = minute
        }
    }

    private let components: @Sendable (Timestamp) -> Components
    /// How the time of day is written.
    public var time = TimeFormat.clock
    /// How the day is written; the standard format stands for the way of ``dayStyle``.
    public var date = TimeFormat.day
    /// The names of days and months, and how dates are written by those who use them.
    let dayStyle: DayStyle

    /// A calendar by the pure function `components`, which writes days in that style.
    public init(dayStyle: DayStyle = .english, _ components: @escaping @Sendable (Timestamp) -> Components) {
        self.components = components
        self.dayStyle = dayStyle
    }

    /// The same days, written in another style.
    public func writing(_ style: DayStyle) -> LocalCalendar { LocalCalendar(dayStyle: style, components) }

    /// The date and time of day of `moment`.
    func components(of moment: Timestamp) -> Components { components(moment) }

    /// A calendar in which every day begins at midnight UTC.
    public static let utc = LocalCalendar { moment in
        let (day, inDay) = CivilDate.split(moment)
        let date = CivilDate(day: day)
        let minute = Int(inDay / 60_000)
        // The first day of 1970 was a Thursday.
        let weekday = Int((day % 7 + 11) % 7)
        return Components(
            year: date.year, month: date.month, day: date.day, weekday: weekday, hour: minute / 60,
            minute: minute % 60)
    }

    /// When the day begins where the reader is; nil when there is no such date.
    func start(year: Int, month: Int, day: Int) -> Timestamp? {
        guard (1...9999).contains(year), let number = CivilDate.day(year: year, month: month, day: day) else {
            return nil
        }
        let midnight = Timestamp(milliseconds: number * 86_400_000)
        // The zone's distance at midnight UTC is right but around a change of the clocks; the second look settles that.
        let guess = midnight + -distance(at: midnight)
        return midnight + -distance(at: guess)
    }

    /// When the day of `moment` begins, or one `days` later.
    func startOfDay(_ moment: Timestamp, plus days: Int64 = 0) -> Timestamp? {
        let parts = components(moment)
        guard let number = CivilDate.day(year: parts.year, month: parts.month, day: parts.day) else { return nil }
        let date = CivilDate(day: number + days)
        return start(year: date.year, month: date.month, day: date.day)
    }

    /// Milliseconds by which the reader's clock is ahead of UTC at `moment`, in whole minutes.
    private func distance(at moment: Timestamp) -> Int64 {
        let parts = components(moment)
        let day = CivilDate.day(year: parts.year, month: parts.month, day: parts.day) ?? 0
        let minutes = day * 1440 + Int64(parts.hour * 60 + parts.minute)
        let (utcDay, inDay) = CivilDate.split(moment)
        return (minutes - utcDay * 1440 - inDay / 60_000) * 60_000
    }

    /// `30 Nov 2026 09:14`
    func dateAndClock(_ moment: Timestamp) -> String {
        let parts = components(moment)
        switch dayStyle.order {
        case .yearFirst:
            return "\(parts.year)-\(twoDigits(parts.month))-\(twoDigits(parts.day)) " + clock(moment)
        case .dayFirst, .monthFirst:
            let month = dayStyle.months[parts.month - 1].prefix(3)
            let date = dayStyle.order == .dayFirst ? "\(parts.day) \(month)" : "\(month) \(parts.day)"
            return date + " \(parts.year) " + clock(moment)
        }
    }

    /// `09:14`
    public func clock(_ moment: Timestamp) -> String { text(of: moment, time) }

    /// `Monday 30 November 2026`, or as the reader's language or settings have it.
    func day(_ moment: Timestamp) -> String {
        date == .day ? dayStyle.text(components(moment)) : text(of: moment, date)
    }

    private func text(of moment: Timestamp, _ format: TimeFormat) -> String {
        format.text(of: components(moment), months: dayStyle.months, weekdays: dayStyle.weekdays)
    }

    /// Whether both moments fall on one day.
    func isSameDay(_ left: Timestamp, _ right: Timestamp) -> Bool {
        let (left, right) = (components(left), components(right))
        return left.day == right.day && left.month == right.month && left.year == right.year
    }
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
