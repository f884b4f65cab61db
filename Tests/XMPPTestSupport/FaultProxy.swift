import Glibc
import Synchronization

/// A proxy between a client and a server that can be made to fail: it passes bytes on, and cuts, holds or refuses on
/// command or by a seeded schedule of the test's.
public final class FaultProxy: Sendable {
    private struct Faults {
        var target: UInt16
        var isCut = false
        var isFrozen = false
        var refuses = false
        /// Cut after so many more bytes from the client.
        var bytesFromClient: Int?
        /// Cut after so many more bytes from the server.
        var bytesFromServer: Int?
        var isStopped = false
        var connections = 0
    }

    /// Where clients connect.
    public let port: UInt16
    private let listener: Int32
    private let faults: Mutex<Faults>
    private let bell: (read: Int32, write: Int32)
    private let thread: Mutex<pthread_t?>

    /// A proxy to `target` that works well for now.
    public init(to target: UInt16) {
        (listener, port) = Ports.listen()
        faults = Mutex(Faults(target: target))
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0 && listener >= 0, "no proxy can be made")
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        bell = (ends[0], ends[1])
        thread = Mutex(nil)
        var thread = pthread_t()
        // The proxy outlives its thread: `stop` waits for it.
        let code = pthread_create(&thread, nil, runProxy, Unmanaged.passUnretained(self).toOpaque())
        precondition(code == 0, "no thread can be started")
        self.thread.withLock { $0 = thread }
    }

    deinit { stop() }

    /// Resets all connections.
    public func cut() { change { $0.isCut = true } }
    /// Passes nothing on, and keeps it.
    public func freeze() { change { $0.isFrozen = true } }
    /// Passes on again, what was kept first.
    public func thaw() { change { $0.isFrozen = false } }
    /// Whether new connections are reset.
    public func refuse(_ refuses: Bool) { change { $0.refuses = refuses } }
    /// Resets after so many more bytes from the client, in the middle of whatever that is.
    public func cut(afterFromClient count: Int) { change { $0.bytesFromClient = count } }
    /// Resets after so many more bytes from the server.
    public func cut(afterFromServer count: Int) { change { $0.bytesFromServer = count } }
    /// How many connections there were.
    public var connections: Int { faults.withLock { $0.connections } }

    /// Ends everything.
    public func stop() {
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        guard let thread else { return }
        change { $0.isStopped = true }
        pthread_join(thread, nil)
        for descriptor in [listener, bell.read, bell.write] { close(descriptor) }
    }

    private func change(_ change: (inout Faults) -> Void) {
        faults.withLock { change(&$0) }
        _ = write(bell.write, [1], 1)
    }

    fileprivate func run() {
        var pairs: [(client: Int32, server: Int32)] = []
        while true {
            let frozen = faults.withLock { $0.isFrozen }
            var descriptors = [
                pollfd(fd: bell.read, events: Int16(POLLIN), revents: 0),
                pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
            ]
            for pair in pairs {
                for end in [pair.client, pair.server] {
                    descriptors.append(pollfd(fd: frozen ? -1 : end, events: Int16(POLLIN), revents: 0))
                }
            }
            poll(&descriptors, nfds_t(descriptors.count), -1)
            var bytes = [UInt8](repeating: 0, count: 64)
            while read(bell.read, &bytes, bytes.count) > 0 {}
            let (isStopped, isCut) = faults.withLock { faults in
                defer { faults.isCut = false }
                return (faults.isStopped, faults.isCut)
            }
            if isCut || isStopped {
                for pair in pairs { FaultProxy.reset(pair) }
                pairs = []
                if isStopped { return }
                continue
            }
            for index in pairs.indices.reversed() {
                let (fromClient, fromServer) = (descriptors[2 + 2 * index], descriptors[3 + 2 * index])
                let pair = pairs[index]
                let goesOn =
                    (fromClient.revents == 0 || pass(pair.client, pair.server, isClient: true))
                    && (fromServer.revents == 0 || pass(pair.server, pair.client, isClient: false))
                if !goesOn {
                    FaultProxy.reset(pair)
                    pairs.remove(at: index)
                }
            }
            if descriptors[1].revents != 0, let pair = accept() { pairs.append(pair) }
        }
    }

    private func accept() -> (client: Int32, server: Int32)? {
        let client = Glibc.accept(listener, nil, nil)
        guard client >= 0 else { return nil }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        let (target, refuses) = faults.withLock { faults in
            faults.connections += 1
            return (faults.target, faults.refuses)
        }
        guard !refuses, let server = Ports.connect(to: target) else {
            FaultProxy.reset((client, -1))
            return nil
        }
        return (client, server)
    }

    /// Passes on what there is. Returns whether the connection goes on.
    private func pass(_ from: Int32, _ to: Int32, isClient: Bool) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        var count = read(from, &bytes, bytes.count)
        if count <= 0 { return false }
        let allowed = faults.withLock { faults -> Int? in
            let left = isClient ? faults.bytesFromClient : faults.bytesFromServer
            let rest = left.map { max(0, $0 - count) }
            if isClient { faults.bytesFromClient = rest == 0 ? nil : rest }
            if !isClient { faults.bytesFromServer = rest == 0 ? nil : rest }
            return left
        }
        let isLast = allowed.map { $0 <= count } ?? false
        if let allowed, isLast { count = allowed }
        var sent = 0
        while sent < count {
            let written = bytes.withUnsafeBytes { send(to, $0.baseAddress! + sent, count - sent, Int32(MSG_NOSIGNAL)) }
            if written <= 0 { return false }
            sent += written
        }
        return !isLast
    }

    private static func reset(_ pair: (client: Int32, server: Int32)) {
        for descriptor in [pair.client, pair.server] where descriptor >= 0 {
            // No lingering: the other end gets a reset.
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
            close(descriptor)
        }
    }
}

private func runProxy(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let pointer else { return nil }
    Unmanaged<FaultProxy>.fromOpaque(pointer).takeUnretainedValue().run()
    return nil
}
