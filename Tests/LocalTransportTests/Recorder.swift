import ChatCore
import Glibc
import RichText
import Synchronization

/// What a transport told, for tests to wait for.
final class Recorder: Sendable {
    private let events = Mutex<[TransportEvent]>([])
    private let ends: (read: Int32, write: Int32)

    init() {
        var pair: [Int32] = [-1, -1]
        precondition(pipe(&pair) == 0)
        for end in pair {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        ends = (pair[0], pair[1])
    }

    deinit {
        close(ends.read)
        close(ends.write)
    }

    /// Takes in an event, on any thread.
    func take(_ event: TransportEvent) {
        events.withLock { $0.append(event) }
        var byte: UInt8 = 1
        _ = write(ends.write, &byte, 1)
    }

    /// All events so far.
    var all: [TransportEvent] { events.withLock { $0 } }

    /// All messages that were received so far.
    var received: [Message] {
        var result: [Message] = []
        for event in all {
            if case .received(_, let messages) = event { result += messages }
        }
        return result
    }

    /// All messages that were told as changed so far, as they read then.
    var changed: [Message] {
        var result: [Message] = []
        for event in all {
            if case .changed(_, let messages) = event { result += messages }
        }
        return result
    }

    /// Why changes were refused so far.
    var refusals: [String] {
        all.compactMap { if case .refused(_, _, let reason) = $0 { reason } else { nil } }
    }

    /// The names in the last people event.
    var people: [String]? {
        all.compactMap { if case .people(_, let people) = $0 { people.map(\.name) } else { nil } }.last
    }

    /// The names in the last typing event.
    var typing: [String]? {
        all.compactMap { if case .typing(_, let people) = $0 { people.map(\.name) } else { nil } }.last
    }

    /// Waits until `condition` holds, at most `milliseconds`. Returns how long that took; nil when it took too long.
    func wait(_ milliseconds: Int64 = 60_000, until condition: (Recorder) -> Bool) -> Double? {
        let start = now()
        while !condition(self) {
            let left = Double(milliseconds) - (now() - start)
            if left <= 0 { return nil }
            var descriptor = pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)
            poll(&descriptor, 1, Int32(left) + 1)
            var bytes = [UInt8](repeating: 0, count: 4096)
            while read(ends.read, &bytes, bytes.count) > 0 {}
        }
        return now() - start
    }
}

/// A steady clock, in milliseconds.
func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
}
