import CIDN
import Glibc

/// The address of a person, a room, a server or one of their programs: `local@domain/resource` (RFC 7622).
///
/// Its parts are kept prepared as RFC 6122 has it (Nodeprep, Nameprep, Resourceprep of stringprep, which is what
/// servers do), so that two addresses are the same when the values are equal.
public struct JID: Hashable, Sendable, CustomStringConvertible {
    /// The part before the `@`, or nil for a server.
    public let local: String?
    /// The server or service.
    public let domain: String
    /// Which of the person's programs is meant, or the name in a room.
    public let resource: String?

    /// Reads an address; nil when it is none. Each part holds at most 1023 bytes.
    public init?(_ text: String) {
        let slash = text.utf8.firstIndex(of: UInt8(ascii: "/"))
        let bare = text[..<(slash ?? text.endIndex)]
        let resource = slash.map { String(text[text.utf8.index(after: $0)...]) }
        let at = bare.utf8.firstIndex(of: UInt8(ascii: "@"))
        let local = at.map { String(bare[..<$0]) }
        let domain = at.map { String(bare[bare.utf8.index(after: $0)...]) } ?? String(bare)
        self.init(local: local, domain: domain, resource: resource)
    }

    /// An address of its parts; nil when one of them cannot be.
    public init?(local: String?, domain: String, resource: String? = nil) {
        var domain = domain
        if domain.utf8.last == UInt8(ascii: ".") { domain.removeLast() }
        guard let preparedDomain = Preparation.domain(domain) else { return nil }
        let preparedLocal = local.map { Preparation.local($0) }
        let preparedResource = resource.map { Preparation.resource($0) }
        // A part that was given and cannot be is not the same as one that was not given.
        if case .some(nil) = preparedLocal { return nil }
        if case .some(nil) = preparedResource { return nil }
        self.init(prepared: preparedLocal ?? nil, preparedDomain, preparedResource ?? nil)
    }

    private init(prepared local: String?, _ domain: String, _ resource: String?) {
        self.local = local
        self.domain = domain
        self.resource = resource
    }

    /// The address without a resource.
    public var bare: JID { resource == nil ? self : JID(prepared: local, domain, nil) }

    /// The same address with another resource; nil when that cannot be one.
    public func with(resource: String) -> JID? {
        Preparation.resource(resource).map { JID(prepared: local, domain, $0) }
    }

    /// The server's name as DNS and certificates write it, in ASCII.
    public var asciiDomain: String { Preparation.ascii(domain) ?? domain }

    /// The address as it is written.
    public var description: String {
        (local.map { $0 + "@" } ?? "") + domain + (resource.map { "/" + $0 } ?? "")
    }
}

/// Prepares texts by the profiles of stringprep.
enum Preparation {
    static func local(_ text: String) -> String? { isSimple(text) ? checked(text) : prepared(text, "Nodeprep") }

    /// Whether every profile leaves it as it is: most addresses are lower case ASCII.
    private static func isSimple(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case 0x61...0x7A, 0x30...0x39, 0x2D, 0x2E, 0x5F: true
            default: false
            }
        }
    }

    static func domain(_ text: String) -> String? {
        guard let result = isSimple(text) ? checked(text) : prepared(text, "Nameprep"), !result.hasPrefix("."),
            !result.hasSuffix(".")
        else {
            return nil
        }
        let isPossible = result.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "0"..."9", "-", ".", ":", "[", "]", "_", "\u{80}"...: true
            default: false
            }
        }
        return isPossible ? result : nil
    }

    static func resource(_ text: String) -> String? {
        let isASCII = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        return isASCII ? checked(text) : prepared(text, "Resourceprep")
    }

    /// A password as SASL compares it (RFC 4013).
    static func password(_ text: String) -> String? {
        let isASCII = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        return isASCII ? text : prepared(text, "SASLprep", longest: 4096)
    }

    static func ascii(_ domain: String) -> String? {
        if domain.utf8.allSatisfy({ $0 < 0x80 }) { return domain }
        var output: UnsafeMutablePointer<CChar>?
        guard idna_to_ascii_8z(domain, &output, 0) == Int32(IDNA_SUCCESS.rawValue), let output else { return nil }
        defer { idn_free(output) }
        return String(cString: output)
    }

    private static func prepared(_ text: String, _ profile: String, longest: Int = 1023) -> String? {
        guard !text.utf8.contains(0), text.utf8.count <= 4 * longest else { return nil }
        var output: UnsafeMutablePointer<CChar>?
        let code = stringprep_profile(text, &output, profile, Stringprep_profile_flags(rawValue: 0))
        guard code == Int32(STRINGPREP_OK.rawValue), let output else { return nil }
        defer { idn_free(output) }
        return checked(String(cString: output), longest: longest)
    }

    private static func checked(_ text: String, longest: Int = 1023) -> String? {
        text.isEmpty || text.utf8.count > longest ? nil : text
    }
}
