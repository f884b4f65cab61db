import Glibc

/// What time it is, in nanoseconds.
enum Clock {
    /// Time that passes whatever runs.
    static func now() -> Int { read(CLOCK_MONOTONIC) }
    /// Processor time of this thread: what else the machine does is not in it.
    static func ofThread() -> Int { read(CLOCK_THREAD_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

/// The times that the same piece of work took.
struct Times {
    private var nanoseconds: [Int] = []

    /// Adds what `work` takes by `clock`.
    mutating func add(_ clock: () -> Int, _ work: () -> Void) {
        let start = clock()
        work()
        nanoseconds.append(clock() - start)
    }

    /// The median, what 99 of a hundred stay under, and the worst, in microseconds.
    var summary: String {
        let sorted = nanoseconds.sorted()
        guard let worst = sorted.last else { return "nothing measured" }
        let values = [sorted[sorted.count / 2], sorted[sorted.count * 99 / 100], worst]
        let texts = values.map { "\(Double($0 / 100) / 10)" }
        return "median \(texts[0]), 99 of 100 under \(texts[1]), worst \(texts[2])"
    }
}
