import Glibc

/// The clock that never jumps.
public enum SteadyClock {
    /// Milliseconds since some moment of the past.
    public static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
