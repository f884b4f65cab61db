/// The ways to log in that are known here, worst first.
public enum SASLMechanism: String, Sendable, CaseIterable, Comparable {
    /// The password itself, under TLS only.
    case plain = "PLAIN"
    /// SCRAM over SHA-1 (RFC 5802).
    case scramSHA1 = "SCRAM-SHA-1"
    /// The same, bound to the TLS connection.
    case scramSHA1Plus = "SCRAM-SHA-1-PLUS"
    /// SCRAM over SHA-256 (RFC 7677).
    case scramSHA256 = "SCRAM-SHA-256"
    /// The same, bound to the TLS connection.
    case scramSHA256Plus = "SCRAM-SHA-256-PLUS"

    /// Whether it is bound to the TLS connection.
    public var isBound: Bool { self == .scramSHA1Plus || self == .scramSHA256Plus }

    var hash: HashFunction? {
        switch self {
        case .plain: nil
        case .scramSHA1, .scramSHA1Plus: .sha1
        case .scramSHA256, .scramSHA256Plus: .sha256
        }
    }

    /// How good it is. Binding counts last: whether it is offered depends on the TLS version, which may change, and
    /// must not lock anybody out.
    private var strength: Int {
        switch self {
        case .plain: 0
        case .scramSHA1, .scramSHA1Plus: 1
        case .scramSHA256, .scramSHA256Plus: 2
        }
    }

    /// Worse ones are smaller.
    public static func < (left: SASLMechanism, right: SASLMechanism) -> Bool {
        (left.strength, left.isBound ? 1 : 0) < (right.strength, right.isBound ? 1 : 0)
    }

    /// Whether an account that once logged in by `pinned` may use this one now.
    public func isAllowed(after pinned: SASLMechanism?) -> Bool { strength >= pinned?.strength ?? 0 }
}

/// What a server offers for logging in, read from its features.
struct SASLOffer: Hashable, Sendable {
    var mechanisms: [String]
    /// nil when the server does not say (XEP-0440).
    var bindings: [String]?

    init?(features: XMLElement) {
        guard let list = features.child("mechanisms", Namespace.sasl) else { return nil }
        mechanisms = list.all("mechanism").map(\.text)
        bindings = features.child("sasl-channel-binding", Namespace.channelBinding)?
            .all("channel-binding").compactMap { $0["type"] }
    }

    /// Whether any mechanism that can be bound is offered.
    var offersBound: Bool { mechanisms.contains { $0.hasSuffix("-PLUS") } }

    /// The binding to use: the best that both ends have.
    func binding(among ours: [ChannelBinding]) -> ChannelBinding? {
        guard offersBound else { return nil }
        return ours.first { binding in
            // A server that does not say has that of TLS 1.2; not all that offer to bind can do so over TLS 1.3.
            bindings?.contains(binding.kind.rawValue) ?? (binding.kind == .unique)
        }
    }

    /// The best mechanism that is allowed.
    func choice(pinned: SASLMechanism?, binding: ChannelBinding?) -> SASLMechanism? {
        mechanisms.compactMap { SASLMechanism(rawValue: $0) }
            .filter { $0.isAllowed(after: pinned) && (!$0.isBound || binding != nil) }
            .max()
    }
}
