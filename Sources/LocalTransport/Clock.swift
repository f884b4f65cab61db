import ChatCore
import Glibc

/// The machine's clocks.
enum Clock {
    /// Milliseconds of a clock that never jumps and is the same for all processes of the machine.
    static var steady: Int64 { read(CLOCK_MONOTONIC) }

    /// The time of day.
    static var now: Timestamp { Timestamp(milliseconds: read(CLOCK_REALTIME)) }

    /// A number that no other call of any process of the machine gives, together with the process's own number.
    static var unique: String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return "\(time.tv_sec)-\(time.tv_nsec)"
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// Later looks after a sign of change, for changes that can be seen only some time after their sign. A new sign begins
/// the row anew; without signs there are no looks.
struct LaterLooks {
    private let delays: [Int64]
    private var due: [Int64] = []

    /// Looks so many milliseconds after a sign.
    init(_ delays: [Int64]) { self.delays = delays }

    /// When the next look is due.
    var next: Int64? { due.first }

    /// There was a sign of change.
    mutating func begin(at now: Int64) {
        // A look that is due soon stays: signs that come thick and fast must not put it off for ever.
        let soonest = due.first
        due = delays.map { now + $0 }
        if let soonest, soonest < now + delays[0] { due.insert(soonest, at: 0) }
    }

    /// Whether a look is due at `now`; it then counts as done.
    mutating func take(at now: Int64) -> Bool {
        let count = due.count
        due.removeAll { $0 <= now }
        return due.count < count
    }
}
