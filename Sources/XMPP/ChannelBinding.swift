/// What ties a login to the TLS connection that it goes through (RFC 5929, RFC 9266).
public struct ChannelBinding: Hashable, Sendable {
    /// The kinds, best first.
    public enum Kind: String, Sendable, CaseIterable {
        /// Keying material of TLS 1.3.
        case exporter = "tls-exporter"
        /// The first finished message of TLS 1.2.
        case unique = "tls-unique"
        /// The hash of the server's certificate.
        case endPoint = "tls-server-end-point"
    }

    /// Which kind it is.
    public var kind: Kind
    /// The bytes that both ends know.
    public var data: [UInt8]

    /// A binding of that kind.
    public init(_ kind: Kind, _ data: [UInt8]) {
        self.kind = kind
        self.data = data
    }
}
