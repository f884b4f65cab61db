import JSON
import XMPP

/// An account as it is kept: the address, how the server is reached, and where the password is.
struct Account {
    /// The address.
    var jid: String
    /// `HOST:PORT` to use instead of what DNS tells.
    var server: String?
    /// Whether TLS begins with the first byte; only with ``server``.
    var directTLS: Bool?
    /// A PEM file of authorities to be believed instead of the system's.
    var authorities: String?
    /// The program that prints the password, word by word.
    var passwordCommand: [String]?
    /// The password itself, when there is no better place for it.
    var password: String?
    /// How one logged in: nothing weaker is used any more.
    var mechanism: String?

    /// How the account is connected to.
    func connection(password: Password) throws(Failure) -> ConnectionSettings {
        guard let address = JID(jid), address.local != nil else {
            throw .usage("\(jid) is no address; it should look like name@example.org")
        }
        let pinned = mechanism.flatMap { SASLMechanism(rawValue: $0) }
        var settings = ConnectionSettings(jid: address, password: password, pinned: pinned)
        settings.authorities = authorities
        if let server { settings.host = try Account.host(server, isDirectTLS: directTLS == true) }
        return settings
    }

    /// Reads `HOST:PORT`, `HOST` or `[ADDRESS]:PORT`.
    private static func host(_ text: String, isDirectTLS: Bool) throws(Failure) -> Host {
        let standard: UInt16 = isDirectTLS ? 5223 : 5222
        let colon = text.lastIndex(of: ":")
        let hasPort = colon.map { text.hasPrefix("[") ? text[..<$0].hasSuffix("]") : text.firstIndex(of: ":") == $0 }
        var name = text
        var port = standard
        if let colon, hasPort == true {
            guard let number = UInt16(text[text.index(after: colon)...]), number > 0 else {
                throw .usage("--server needs HOST:PORT, with a port from 1 to 65535")
            }
            name = String(text[..<colon])
            port = number
        }
        if name.hasPrefix("[") && name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
        guard !name.isEmpty else { throw .usage("--server needs HOST:PORT") }
        return Host(name, port, isDirectTLS: isDirectTLS)
    }
}

extension Account {
    /// An account as ``json`` wrote it; nil for anything else.
    init?(json: JSONValue) {
        guard case .object(let members) = json, case .string(let jid)? = members["jid"] else { return nil }
        self.init(jid: jid)
        for (key, value) in members {
            switch (key, value) {
            case ("jid", .string): break
            case ("server", .string(let text)): server = text
            case ("directTLS", .bool(let flag)): directTLS = flag
            case ("authorities", .string(let text)): authorities = text
            case ("password", .string(let text)): password = text
            case ("mechanism", .string(let text)): mechanism = text
            case ("passwordCommand", .array(let words)):
                let texts = words.compactMap { word -> String? in
                    if case .string(let text) = word { text } else { nil }
                }
                guard texts.count == words.count else { return nil }
                passwordCommand = texts
            case ("server", _), ("directTLS", _), ("authorities", _), ("password", _), ("mechanism", _),
                ("passwordCommand", _):
                if value != .null { return nil }
            // A later version may know more.
            default: break
            }
        }
    }

    /// The account as an object in one line.
    var json: String {
        var json = JSONText()
        json.object { json in
            json.member("jid", jid)
            if let server { json.member("server", server) }
            if let directTLS {
                json.key("directTLS")
                json.literal(directTLS ? "true" : "false")
            }
            if let authorities { json.member("authorities", authorities) }
            if let passwordCommand { json.array("passwordCommand", passwordCommand) { $0.string($1) } }
            if let password { json.member("password", password) }
            if let mechanism { json.member("mechanism", mechanism) }
        }
        return json.text
    }
}
