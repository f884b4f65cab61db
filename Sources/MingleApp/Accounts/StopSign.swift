import Glibc

/// Tells work in another thread to end, once and for good.
final class StopSign: Sendable {
    /// Readable once the sign is given.
    let descriptor: Int32
    private let writingEnd: Int32

    /// A sign that is not given; nil where the system has no descriptors left.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (descriptor, writingEnd) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(writingEnd)
    }

    /// Gives the sign.
    func give() {
        var byte: UInt8 = 1
        _ = write(writingEnd, &byte, 1)
    }

    /// Whether it is given.
    var isGiven: Bool {
        var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waited, 1, 0) > 0
    }
}
