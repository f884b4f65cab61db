import ChatCore
import ChatUI
import Glibc

/// Time, time zone and chance: what the pure modules get as arguments.
enum SystemClock {
    /// Now, by the clock of the machine.
    static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Milliseconds from any fixed moment, by a clock that nobody sets.
    static var steady: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Now, with an id that nothing else has: the time and 80 random bits.
    static var moment: Moment {
        let time = now
        let chance = UInt64.random(in: 0...UInt64.max)
        let more = UInt16.random(in: 0...UInt16.max)
        let id = [UInt64(bitPattern: time.milliseconds), chance, UInt64(more)].map { String($0, radix: 32) }
        return Moment(time: time, uniqueID: id.joined(separator: "-"))
    }

    /// The machine's time zone, and the locale's way of writing days.
    static let calendar = LocalCalendar(dayStyle: LocaleDays.style) { moment in
        var seconds = time_t(moment.milliseconds / 1000)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else {
            return LocalCalendar.Components(year: 1970, month: 1, day: 1, weekday: 4, hour: 0, minute: 0)
        }
        return LocalCalendar.Components(
            year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
            weekday: Int(parts.tm_wday), hour: Int(parts.tm_hour), minute: Int(parts.tm_min))
    }
}
