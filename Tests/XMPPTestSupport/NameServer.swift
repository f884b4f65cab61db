import Glibc
import Synchronization

/// A DNS server on this machine's loopback that knows what a test tells it: hosts of services, and that every host is
/// this machine.
public final class NameServer: Sendable {
    /// A host of a service (RFC 2782).
    public struct Service: Sendable {
        let priority: UInt16
        let port: UInt16
        let host: String

        /// A host of that priority.
        public init(priority: UInt16, port: UInt16, host: String = "host.test") {
            self.priority = priority
            self.port = port
            self.host = host
        }
    }

    /// Where it is asked, as `ADDRESS:PORT`.
    public let address: String
    private let services: [String: [Service]]
    private let descriptor: Int32
    private let thread = Mutex<pthread_t?>(nil)

    /// A server that knows `services` by their names, such as `_xmpp-client._tcp.chat.test`.
    public init(_ services: [String: [Service]]) {
        self.services = services
        // 2 is SOCK_DGRAM, whose name not every module map shows.
        descriptor = socket(AF_INET, 2, 0)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var address = Ports.address(0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 ? getsockname(descriptor, $0, &size) : -1
            }
        }
        precondition(code == 0, "no name server can be made")
        self.address = "127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        var thread = pthread_t()
        let isStarted = pthread_create(&thread, nil, runNameServer, Unmanaged.passUnretained(self).toOpaque()) == 0
        precondition(isStarted, "no thread can be started")
        self.thread.withLock { $0 = thread }
    }

    deinit { stop() }

    /// Ends it.
    public func stop() {
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        guard let thread else { return }
        shutdown(descriptor, Int32(SHUT_RDWR))
        pthread_join(thread, nil)
        close(descriptor)
    }

    fileprivate func run() {
        var bytes = [UInt8](repeating: 0, count: 1024)
        var peer = sockaddr_in()
        while true {
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let count = withUnsafeMutablePointer(to: &peer) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    recvfrom(descriptor, &bytes, bytes.count, 0, $0, &size)
                }
            }
            if count <= 0 { return }
            guard let answer = answer(Array(bytes.prefix(count))) else { continue }
            _ = withUnsafePointer(to: &peer) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    sendto(descriptor, answer, answer.count, 0, $0, size)
                }
            }
        }
    }

    private func answer(_ question: [UInt8]) -> [UInt8]? {
        var place = 12
        var labels: [String] = []
        while place < question.count, question[place] > 0 {
            let end = place + 1 + Int(question[place])
            guard end < question.count else { return nil }
            labels.append(String(decoding: question[place + 1..<end], as: UTF8.self))
            place = end
        }
        guard place + 5 <= question.count else { return nil }
        let kind = NameServer.number(question, place + 1)
        let name = labels.joined(separator: ".").lowercased()
        var records: [[UInt8]] = []
        if kind == 33 {
            records = (services[name] ?? []).map { service in
                let words = [service.priority, 0, service.port].flatMap(NameServer.bytes)
                let host = service.host.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + $0.utf8 }
                return words + host + [0]
            }
        } else if kind == 1 {
            records = [[127, 0, 0, 1]]
        }
        let isKnown = kind != 33 || services[name] != nil
        var answer = Array(question[..<2]) + [0x81, isKnown ? 0x80 : 0x83, 0, 1]
        answer += NameServer.bytes(UInt16(records.count)) + [0, 0, 0, 0] + question[12..<place + 5]
        for record in records {
            answer += [0xC0, 12] + NameServer.bytes(kind) + [0, 1, 0, 0, 0, 60]
            answer += NameServer.bytes(UInt16(record.count)) + record
        }
        return answer
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> UInt16 {
        UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
    }

    private static func bytes(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }
}

private func runNameServer(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let pointer else { return nil }
    Unmanaged<NameServer>.fromOpaque(pointer).takeUnretainedValue().run()
    return nil
}
