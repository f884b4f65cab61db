import CCares
import Glibc

/// Asks DNS without waiting: a loop polls its descriptors.
final class Resolver {
    /// What came of a question.
    enum Answer {
        /// The service records of a name; none when there are none.
        case services([ServiceRecord], isDirectTLS: Bool)
        /// The addresses of a host, ready for `connect`; none, and why, when it cannot be found.
        case addresses([[UInt8]], reason: String)
    }

    private var channel: ares_channel?
    private let answers = Answers()

    /// - Parameter nameServers: `ADDRESS:PORT`, with commas between them, or nil for the system's.
    init?(nameServers: String?) {
        guard ares_library_init(ARES_LIB_INIT_ALL) == ARES_SUCCESS else { return nil }
        var options = ares_options()
        options.timeout = 2000
        options.tries = 3
        guard ares_init_options(&channel, &options, ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES) == ARES_SUCCESS else {
            ares_library_cleanup()
            return nil
        }
        if let nameServers { ares_set_servers_ports_csv(channel, nameServers) }
    }

    deinit {
        ares_destroy(channel)
        ares_library_cleanup()
    }

    /// Asks for the hosts that serve the clients of `domain`.
    func askServices(of domain: String, isDirectTLS: Bool) {
        let name = (isDirectTLS ? "_xmpps-client._tcp." : "_xmpp-client._tcp.") + domain
        let question = Question(answers, isDirectTLS: isDirectTLS)
        ares_query(channel, name, 1, 33, servicesCame, Unmanaged.passRetained(question).toOpaque())
    }

    /// Asks for the addresses of `host`.
    func askAddresses(of host: Host) {
        var hints = ares_addrinfo_hints()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = ARES_AI_NUMERICSERV
        let question = Question(answers, isDirectTLS: host.isDirectTLS)
        ares_getaddrinfo(
            channel, host.name, String(host.port), &hints, addressesCame, Unmanaged.passRetained(question).toOpaque())
    }

    /// Takes out what came.
    func takeAnswers() -> [Answer] {
        defer { answers.list = [] }
        return answers.list
    }

    /// What to wait for.
    var descriptors: [pollfd] {
        var sockets = [ares_socket_t](repeating: -1, count: Int(ARES_GETSOCK_MAXNUM))
        let mask = UInt32(bitPattern: ares_getsock(channel, &sockets, ARES_GETSOCK_MAXNUM))
        return sockets.indices.compactMap { index in
            let events = (mask >> index & 1 != 0 ? POLLIN : 0) | (mask >> (index + 16) & 1 != 0 ? POLLOUT : 0)
            return events == 0 ? nil : pollfd(fd: sockets[index], events: Int16(events), revents: 0)
        }
    }

    /// Milliseconds until something is to be done although nothing came; nil when nothing is asked.
    var patience: Int64? {
        var time = timeval()
        guard ares_timeout(channel, nil, &time) != nil else { return nil }
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_usec) / 1000 + 1
    }

    /// Goes on with what `ready` holds, and with what took too long.
    func work(_ ready: ArraySlice<pollfd>) {
        ares_process_fd(channel, -1, -1)
        for descriptor in ready where descriptor.revents != 0 {
            ares_process_fd(channel, descriptor.fd, descriptor.fd)
        }
    }
}

/// Where answers are put; questions hold on to it, since the end of the resolver answers those that are open.
private final class Answers {
    var list: [Resolver.Answer] = []
}

/// A question on its way.
private final class Question {
    let answers: Answers
    let isDirectTLS: Bool

    init(_ answers: Answers, isDirectTLS: Bool) {
        self.answers = answers
        self.isDirectTLS = isDirectTLS
    }
}

private func servicesCame(
    _ argument: UnsafeMutableRawPointer?, _ status: Int32, _ timeouts: Int32, _ bytes: UnsafeMutablePointer<UInt8>?,
    _ count: Int32
) {
    guard let argument else { return }
    let question = Unmanaged<Question>.fromOpaque(argument).takeRetainedValue()
    if status == ARES_EDESTRUCTION { return }
    var records: [ServiceRecord] = []
    var first: UnsafeMutablePointer<ares_srv_reply>?
    if status == ARES_SUCCESS, ares_parse_srv_reply(bytes, count, &first) == ARES_SUCCESS {
        var next = first
        while let record = next?.pointee, records.count < 64 {
            records.append(
                ServiceRecord(
                    host: String(cString: record.host), port: record.port, priority: record.priority,
                    weight: record.weight, isDirectTLS: question.isDirectTLS))
            next = record.next
        }
        ares_free_data(first)
    }
    question.answers.list.append(.services(records, isDirectTLS: question.isDirectTLS))
}

private func addressesCame(
    _ argument: UnsafeMutableRawPointer?, _ status: Int32, _ timeouts: Int32,
    _ result: UnsafeMutablePointer<ares_addrinfo>?
) {
    guard let argument else { return }
    let question = Unmanaged<Question>.fromOpaque(argument).takeRetainedValue()
    defer { if let result { ares_freeaddrinfo(result) } }
    if status == ARES_EDESTRUCTION { return }
    var addresses: [[UInt8]] = []
    var node = result?.pointee.nodes
    while let entry = node?.pointee {
        let bytes = UnsafeRawBufferPointer(start: entry.ai_addr, count: Int(entry.ai_addrlen))
        addresses.append(Array(bytes))
        node = entry.ai_next
    }
    question.answers.list.append(.addresses(addresses, reason: String(cString: ares_strerror(status))))
}
