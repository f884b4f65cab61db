import ChatUI
import Glibc
import Synchronization

/// What other threads have to tell the main loop; a descriptor becomes readable while something waits.
final class EventQueue: Sendable {
    private let waiting = Mutex<[ChatEvent]>([])
    /// To be polled by the main loop.
    let descriptor: Int32
    private let bell: Int32

    /// A queue with nothing in it.
    init() throws(Failure) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failure("cannot make a pipe: \(String(cString: strerror(errno)))") }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        descriptor = ends[0]
        bell = ends[1]
    }

    /// Adds `event`; may be called from any thread.
    func append(_ event: ChatEvent) {
        let wasEmpty = waiting.withLock { events in
            events.append(event)
            return events.count == 1
        }
        // One byte rings for all that waits; a full pipe rings already.
        if wasEmpty { _ = write(bell, [1], 1) }
    }

    /// All that waits, in order.
    func drain() -> [ChatEvent] {
        var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
        while read(descriptor, &bytes, bytes.count) == bytes.count {}
        return waiting.withLock { events in
            defer { events.removeAll() }
            return events
        }
    }
}
