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

    /// Now, where nothing comes into being that needs an id.
    static var momentWithoutID: Moment { Moment(time: now, uniqueID: "", steady: steady) }

    /// Now, with an id that nothing else has: the time and 80 random bits.
    static var moment: Moment {
        let time = now
        let chance = UInt64.random(in: 0...UInt64.max)
        let more = UInt16.random(in: 0...UInt16.max)
        let id = uniqueID(UInt64(bitPattern: time.milliseconds), chance, UInt64(more))
        return Moment(time: time, uniqueID: id, steady: steady)
    }

    /// The numbers in base 32 with hyphens between. Every event asks for one, so it is written in one go.
    private static func uniqueID(_ parts: UInt64...) -> String {
        String(unsafeUninitializedCapacity: 14 * parts.count) { buffer in
            var end = 0
            for part in parts {
                if end > 0 { (buffer[end], end) = (UInt8(ascii: "-"), end + 1) }
                let digits = max((64 - part.leadingZeroBitCount + 4) / 5, 1)
                for place in (0..<digits).reversed() {
                    let digit = UInt8(part >> UInt64(5 * place) & 31)
                    (buffer[end], end) = (digit < 10 ? 0x30 + digit : 0x57 + digit, end + 1)
                }
            }
            return end
        }
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
