import Glibc

/// What this process used.
enum Usage {
    /// Resident KiB before anything was measured.
    static let startKiB = peakKiB

    /// The most that was resident so far, in KiB.
    static var peakKiB: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss
    }

    /// CPU nanoseconds of this thread.
    static var nanoseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

/// The times of many keys, in microseconds.
struct Times {
    private var all: [Int] = []

    /// Adds the time that `work` takes.
    mutating func add(_ work: () -> Void) {
        let start = Usage.nanoseconds
        work()
        all.append((Usage.nanoseconds - start) / 1000)
    }

    /// The slowest of them.
    var worst: Int { all.max() ?? 0 }

    var summary: String {
        let sorted = all.sorted()
        guard let worst = sorted.last else { return "nothing measured" }
        return "\(sorted[sorted.count / 2]), \(worst)"
    }
}
