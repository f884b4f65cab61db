/// A server of an account whose user said which authorities vouch for it: they do so for the files that lie there, too.
public struct PrivateServer: Hashable, Sendable {
    /// The domain of the account, in ASCII and lower case.
    public var domain: String
    /// The path of a PEM file of authorities.
    public var authorities: String

    /// The server of `domain`, for which those in `authorities` vouch.
    public init(domain: String, authorities: String) {
        self.domain = domain
        self.authorities = authorities
    }

    /// Whether `host` is the domain, or below it.
    func holds(_ host: String) -> Bool { !domain.isEmpty && (host == domain || host.hasSuffix("." + domain)) }

    /// The host of an address by https, in lower case; empty where there is none that is surely it.
    static func host(in url: String) -> String {
        // A backslash is read in several ways; what is no plain address is nobody's own.
        guard url.lowercased().hasPrefix("https://"), !url.utf8.contains(0x5C) else { return "" }
        let authority = url.dropFirst("https://".count).prefix { !"/?#".contains($0) }
        // Whoever hides the host behind a name and a password has no good reason.
        guard !authority.contains("@") else { return "" }
        return authority.prefix { $0 != ":" }.lowercased()
    }
}
