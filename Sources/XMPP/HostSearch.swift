/// A host that serves a domain, as DNS tells it (RFC 2782).
public struct ServiceRecord: Hashable, Sendable {
    /// The host; `.` when the service is not offered.
    public var host: String
    /// Its port.
    public var port: UInt16
    /// Lower ones come first.
    public var priority: UInt16
    /// The share of its priority's clients.
    public var weight: UInt16
    /// Whether TLS begins with the first byte (XEP-0368).
    public var isDirectTLS: Bool

    /// A record of a service.
    public init(host: String, port: UInt16, priority: UInt16, weight: UInt16, isDirectTLS: Bool) {
        self.host = host
        self.port = port
        self.priority = priority
        self.weight = weight
        self.isDirectTLS = isDirectTLS
    }
}

/// A host and a port to connect to.
public struct Host: Hashable, Sendable {
    /// The host's name or address.
    public var name: String
    /// The port.
    public var port: UInt16
    /// Whether TLS begins with the first byte.
    public var isDirectTLS: Bool

    /// A host to connect to.
    public init(_ name: String, _ port: UInt16, isDirectTLS: Bool = false) {
        self.name = name
        self.port = port
        self.isDirectTLS = isDirectTLS
    }
}

/// In which order the hosts of a domain are tried.
public enum HostSearch {
    /// The hosts that `records` name, by priority and, among equals, by a draw with their weights. Without records the
    /// domain itself is the host; nil when the domain says that it has no such service.
    public static func order(
        _ records: [ServiceRecord], domain: String, using generator: inout some RandomNumberGenerator
    ) -> [Host]? {
        if records.isEmpty { return [Host(domain, 5222)] }
        let offered = records.filter { $0.host != "." && !$0.host.isEmpty }
        if offered.isEmpty { return nil }
        var result: [Host] = []
        for priority in Set(offered.map(\.priority)).sorted() {
            // Records of weight 0 go first into the draw, so that they have the small chance that RFC 2782 gives them.
            var group = offered.filter { $0.priority == priority }.sorted { $0.weight < $1.weight }
            while !group.isEmpty {
                let total = group.reduce(0) { $0 + Int($1.weight) }
                var ticket = Int.random(in: 0...total, using: &generator)
                let index = group.firstIndex { record in
                    ticket -= Int(record.weight)
                    return ticket <= 0
                }
                let record = group.remove(at: index ?? 0)
                result.append(Host(record.host, record.port, isDirectTLS: record.isDirectTLS))
            }
        }
        return result
    }
}
