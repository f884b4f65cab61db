import Glibc
import Synchronization

/// One account's connection, on a thread of its own, which sleeps while nothing happens.
///
/// It connects, logs in, and does so again whenever the connection breaks, until it is stopped or trying makes no
/// sense (``StreamFault/isFinal``). `makeUser` is called on the thread; what it returns is called there with all that
/// happens and the time of the steady clock in milliseconds, and answers with what is to be done.
public final class XMPPConnection<Request: Sendable>: Sendable {
    /// Takes what happened and answers what is to be done.
    public typealias User = (ConnectionInput<Request>, _ now: Int64) -> [ConnectionOrder]

    private let mailbox: ConnectionMailbox<Request>
    private let thread: pthread_t
    private let isJoined = Mutex(false)

    /// Begins to connect. Nil when the system has no pipe or no thread left.
    public init?(_ settings: ConnectionSettings, makeUser: @escaping @Sendable () -> User) {
        guard let mailbox = ConnectionMailbox<Request>() else { return nil }
        let start = ThreadStart { ConnectionLoop(settings, mailbox: mailbox, user: makeUser()).run() }
        let pointer = Unmanaged.passRetained(start)
        var thread = pthread_t()
        guard pthread_create(&thread, nil, runThread, pointer.toOpaque()) == 0 else {
            pointer.release()
            return nil
        }
        self.mailbox = mailbox
        self.thread = thread
    }

    deinit { stop() }

    /// Hands `request` to the user, on the connection's thread. Never waits; does nothing after ``stop()``.
    public func perform(_ request: Request) { mailbox.put(request) }

    /// Ends the stream in good order and the thread with it; takes 4 s at most. The user is not called afterwards.
    public func stop() {
        mailbox.stop()
        let isOwnThread = pthread_equal(pthread_self(), thread) != 0
        isJoined.withLock {
            if !$0 && isOwnThread { pthread_detach(thread) }
            if !$0 && !isOwnThread { pthread_join(thread, nil) }
            $0 = true
        }
    }
}

/// Requests on their way to the thread, and the pipe that wakes it.
final class ConnectionMailbox<Request: Sendable>: Sendable {
    struct Contents {
        var requests: [Request] = []
        var isStopped = false
    }

    /// Becomes readable when there is something new.
    let wakeDescriptor: Int32
    private let writeDescriptor: Int32
    private let contents = Mutex(Contents())

    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        wakeDescriptor = ends[0]
        writeDescriptor = ends[1]
    }

    deinit {
        close(wakeDescriptor)
        close(writeDescriptor)
    }

    func put(_ request: Request) {
        let isFirst = contents.withLock {
            if $0.isStopped { return false }
            $0.requests.append(request)
            return $0.requests.count == 1
        }
        if isFirst { _ = write(writeDescriptor, [1], 1) }
    }

    func stop() {
        contents.withLock { $0.isStopped = true }
        _ = write(writeDescriptor, [1], 1)
    }

    func take() -> Contents {
        var bytes: [UInt8] = Array(repeating: 0, count: 64)
        while read(wakeDescriptor, &bytes, bytes.count) > 0 {}
        return contents.withLock {
            let taken = $0
            $0.requests = []
            return taken
        }
    }
}

/// What the thread is to do.
private final class ThreadStart {
    let run: () -> Void
    init(run: @escaping () -> Void) { self.run = run }
}

/// Where the thread begins. A closure would take over the isolation of the place where it is written.
private func runThread(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let pointer else { return nil }
    Unmanaged<ThreadStart>.fromOpaque(pointer).takeRetainedValue().run()
    return nil
}
