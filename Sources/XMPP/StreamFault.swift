/// Why a stream ended or never came to be.
public enum StreamFault: Error, Hashable, Sendable {
    /// No address of the server could be found, or none answered.
    case unreachable(String)
    /// Nothing came within the time allowed.
    case silent(String)
    /// The other end closed the connection.
    case closed
    /// What came cannot be read.
    case unreadable(XMLFault)
    /// The server offers no encryption.
    case noTLS
    /// The server's certificate was refused, for OpenSSL's reason.
    case certificateRefused(String)
    /// The encryption broke.
    case tlsBroke(String)
    /// The server offers no way to log in that is allowed; these are what it offers.
    case noMechanism([String])
    /// Name or password are wrong, or the account is closed: the condition of RFC 6120, and the server's words.
    case loginRefused(condition: String, text: String)
    /// The server makes no such account: the condition of RFC 6120, and the server's words.
    case accountRefused(condition: String, text: String)
    /// The server changes nothing about the account: the condition of RFC 6120, and the server's words.
    case changeRefused(condition: String, text: String)
    /// The server wants to know more of whoever wants an account, and what it says about that.
    case accountNeeds([Registration.Field], instructions: String)
    /// The server could not prove that it knows the password.
    case serverNotProven
    /// The same address logged in from elsewhere.
    case conflict
    /// The server sends one on to another host.
    case seeOtherHost(String)
    /// Another stream error: the condition of RFC 6120, and the server's words.
    case streamError(condition: String, text: String)
    /// The server does what the protocol does not allow.
    case protocolBroken(String)

    /// Whether trying again by oneself would not help, or do harm.
    public var isFinal: Bool {
        switch self {
        case .noTLS, .certificateRefused, .noMechanism, .serverNotProven, .conflict, .accountRefused, .accountNeeds,
            .changeRefused:
            true
        case .loginRefused(let condition, _): condition != "temporary-auth-failure"
        case .streamError(let condition, _):
            ["host-unknown", "host-gone", "not-authorized", "policy-violation"].contains(condition)
        default: false
        }
    }

    /// Whether the server gave no sign of life.
    public var isSilence: Bool { if case .silent = self { true } else { false } }

    /// Whether the server took offence at something that was sent over a stream that worked: sending it again does not help,
    /// and all else may go on.
    public var isAboutContent: Bool {
        if case .streamError("policy-violation", _) = self { true } else { false }
    }

    /// What happened, in a clause for a person, without a full stop.
    public var sentence: String {
        switch self {
        case .unreachable(let reason): reason
        case .silent(let what): "no answer from the server (\(what))"
        case .closed: "the server closed the connection"
        case .unreadable(let fault): fault.sentence
        case .noTLS: "the server offers no encryption, so no password is sent"
        case .certificateRefused(let reason):
            "the server's certificate was refused: \(reason)"
                + (reason.hasSuffix("expired") || reason.hasSuffix("not yet valid")
                    ? "; is the clock of this machine right?" : "")
        case .tlsBroke(let reason): "the encryption broke: \(reason)"
        case .noMechanism(let names):
            "the server offers no safe way to log in"
                + (names.isEmpty ? "" : " (only \(names.joined(separator: ", ")))")
        case .loginRefused("not-authorized", _): "wrong password, or no such account"
        case .loginRefused(let condition, let text): "the login was refused: " + (text.isEmpty ? condition : text)
        case .accountRefused("conflict", _): "the server has an account of that name already"
        case .accountRefused(let condition, let text):
            "the server makes no account: " + (text.isEmpty ? StreamFault.words(condition) : text)
        case .changeRefused(let condition, let text):
            "the server refused: " + (text.isEmpty ? StreamFault.words(condition) : text)
        case .accountNeeds(let fields, let instructions):
            "the server wants to know \(fields.map(\.label).joined(separator: ", "))"
                + (instructions.isEmpty ? "" : ": \(instructions)")
        case .serverNotProven: "the server could not prove that it knows the password"
        case .conflict: "the account logged in elsewhere under the same name"
        case .seeOtherHost(let host): "the server sends us to \(host)"
        case .streamError("host-unknown", _), .streamError("host-gone", _): "the server does not know this domain"
        case .streamError(let condition, let text): "the server ended the stream: " + (text.isEmpty ? condition : text)
        case .protocolBroken(let what): "the server broke the protocol: \(what)"
        }
    }

    /// What the usual conditions mean where an account is asked for.
    private static func words(_ condition: String) -> String {
        switch condition {
        case "not-allowed", "service-unavailable", "forbidden", "feature-not-implemented":
            "it gives none away to programs"
        case "not-acceptable": "something that it wants is missing or is not good enough"
        case "jid-malformed": "the name cannot be one"
        case "resource-constraint", "wait": "not so soon after the last one"
        default: condition
        }
    }

    init(streamError: XMLElement) {
        let condition = streamError.elements.first { $0.namespace == Namespace.streamErrors && $0.name != "text" }
        let text = streamError.child("text", Namespace.streamErrors)?.text ?? ""
        switch condition?.name {
        case "conflict": self = .conflict
        case "see-other-host": self = .seeOtherHost(condition?.text ?? "")
        case let name: self = .streamError(condition: name ?? "undefined-condition", text: text)
        }
    }
}
