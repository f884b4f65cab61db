// The constants of sockets come with whichever module reads their header first.
import CCares
import Glibc

/// A connected socket with TLS over it, once that is begun. Never waits.
final class Wire {
    /// What reading brought.
    enum Reading {
        /// All that there is was read.
        case drained
        /// The other end has closed.
        case closed
        /// The TLS handshake has just been completed.
        case secured
    }

    let descriptor: Int32
    private var tls: TLSSession?
    private(set) var isSecure = false
    private var plain: [UInt8] = []
    private var outgoing: [UInt8] = []
    private var sent = 0

    /// Begins to connect to `address`, a socket address as the system has it; nil with the reason in `errno`.
    init?(address: [UInt8]) {
        guard address.count >= 2 else { return nil }
        let family = address.withUnsafeBytes { Int32($0.loadUnaligned(as: sa_family_t.self)) }
        descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var yes: Int32 = 1
        // Small requests and answers follow each other: waiting to fill a packet costs 40 ms for each pair.
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        let code = address.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { connect(descriptor, $0.baseAddress, socklen_t(address.count)) }
        }
        if code != 0 && errno != EINPROGRESS {
            let reason = errno
            close(descriptor)
            errno = reason
            return nil
        }
    }

    deinit { close(descriptor) }

    /// What went wrong with connecting; 0 when nothing did.
    var connectError: Int32 {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
        return code
    }

    /// Whether something waits to be written.
    var isWaitingToWrite: Bool { sent < outgoing.count }

    /// Whether a TLS handshake is under way.
    var isShakingHands: Bool { tls != nil && !isSecure }

    /// What a login can be bound to.
    var bindings: [ChannelBinding] { tls?.bindings ?? [] }

    func startTLS(_ session: TLSSession) throws(TLSSession.Fault) {
        tls = session
        _ = try session.shakeHands()
        outgoing += session.takeOutgoing()
    }

    func write(_ text: String) { plain += text.utf8 }

    /// Hands what was written to the network, as far as it takes it. Returns the error number; 0 when nothing is wrong.
    func flush() throws(TLSSession.Fault) -> Int32 {
        if let tls {
            if isSecure && !plain.isEmpty {
                try tls.write(plain)
                plain = []
            }
            outgoing += tls.takeOutgoing()
        } else if !plain.isEmpty {
            outgoing += plain
            plain = []
        }
        while sent < outgoing.count {
            let count = outgoing.withUnsafeBytes { bytes in
                send(descriptor, bytes.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0 {
                if errno == EINTR { continue }
                return errno == EAGAIN ? 0 : errno
            }
            sent += count
        }
        outgoing.removeAll(keepingCapacity: outgoing.count < 1 << 16)
        sent = 0
        return 0
    }

    /// Reads what there is, up to some hundred kilobytes, and gives it piece by piece to `take`, which returns whether
    /// to read on.
    func read(_ take: (UnsafeRawBufferPointer) -> Bool) throws(TLSSession.Fault) -> Reading {
        try withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 16) { buffer throws(TLSSession.Fault) in
            for _ in 0..<32 {
                let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                if count < 0 {
                    if errno == EINTR { continue }
                    return errno == EAGAIN ? .drained : .closed
                }
                if count == 0 { return .closed }
                let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count])
                guard let tls else {
                    if !take(bytes) { return .drained }
                    continue
                }
                tls.received(bytes)
                if !isSecure {
                    guard try tls.shakeHands() else { continue }
                    isSecure = true
                    return .secured
                }
                guard let goesOn = try decrypt(tls, buffer, take) else { return .closed }
                if !goesOn { return .drained }
            }
            return .drained
        }
    }

    /// Reads what came with the last bytes of the handshake.
    func readBehindHandshake(_ take: (UnsafeRawBufferPointer) -> Bool) throws(TLSSession.Fault) {
        guard let tls else { return }
        try withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 16) { buffer throws(TLSSession.Fault) in
            _ = try decrypt(tls, buffer, take)
        }
    }

    func end() {
        if isSecure { tls?.close() }
    }

    /// Whether to read on; nil at the end of the stream.
    private func decrypt(
        _ tls: TLSSession, _ buffer: UnsafeMutableRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Bool
    ) throws(TLSSession.Fault) -> Bool? {
        while true {
            guard let count = try tls.read(into: buffer) else { return nil }
            if count == 0 { return true }
            if !take(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count])) { return false }
        }
    }
}
