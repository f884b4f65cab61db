/// A date of the proleptic Gregorian calendar, and the way between dates and days counted from 1970-01-01.
///
/// The year is counted from March on inside, so that the leap day is a year's last day, in cycles of 400 years.
public struct CivilDate: Hashable, Sendable {
    /// The year; 0 is the year before 1.
    public var year: Int
    /// The month, 1…12.
    public var month: Int
    /// The day of the month, 1…31.
    public var day: Int

    /// The date of the day that is `number` days after 1970-01-01.
    public init(day number: Int64) {
        let (cycle, dayOfCycle) = CivilDate.divide(number + 719_468, 146_097)
        let leapDays = dayOfCycle / 1460 - dayOfCycle / 36_524 + dayOfCycle / 146_096
        let yearOfCycle = (dayOfCycle - leapDays) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
        month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        year = Int(yearOfCycle + cycle * 400) + (month <= 2 ? 1 : 0)
    }

    /// The days from 1970-01-01 to a date, or nil when there is no such date.
    public static func day(year: Int, month: Int, day: Int) -> Int64? {
        guard (1...12).contains(month), day >= 1 else { return nil }
        let (cycle, yearOfCycle) = divide(Int64(month > 2 ? year : year - 1), 400)
        let dayOfYear = Int64((153 * ((month + 9) % 12) + 2) / 5 + day - 1)
        let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
        let number = cycle * 146_097 + dayOfCycle - 719_468
        // A day past the month's end counts on into the next month.
        let back = CivilDate(day: number)
        return back.month == month && back.day == day ? number : nil
    }

    /// A moment as its day, counted from 1970-01-01 UTC, and the milliseconds since that day began.
    public static func split(_ moment: Timestamp) -> (day: Int64, milliseconds: Int64) {
        let (day, rest) = divide(moment.milliseconds, 86_400_000)
        return (day, rest)
    }

    /// Divides so that the rest is never negative.
    private static func divide(_ number: Int64, _ divisor: Int64) -> (quotient: Int64, rest: Int64) {
        let rest = (number % divisor + divisor) % divisor
        return ((number - rest) / divisor, rest)
    }
}
