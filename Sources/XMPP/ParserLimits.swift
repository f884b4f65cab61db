/// How much of one stanza is kept. What goes beyond is dropped, and the stanza is marked as truncated: hanging up
/// instead would let one message of an archive end every later connection.
public struct ParserLimits: Hashable, Sendable {
    /// Levels of elements, the stanza itself included.
    public var depth = 64
    /// Attributes of one element.
    public var attributes = 64
    /// Bytes of text and attribute values, in UTF-8.
    public var textBytes = 1 << 20
    /// Elements of a message or a presence, or of what is no stanza.
    public var elements = 4000
    /// Elements of an iq: a list of contacts or rooms may be long.
    public var iqElements = 65_000
    /// Bytes of one stanza, or of one tag, as they came. More is an error: it has no end that one could wait for.
    public var stanzaBytes = 16 << 20
    /// Bytes of one tag.
    public var tagBytes = 1 << 20

    /// The usual limits.
    public init() {}
}

/// Why a stream cannot be read on.
public enum XMLFault: Error, Hashable, Sendable {
    /// It is not XML; the reason is expat's.
    case illFormed(String)
    /// It holds what RFC 6120, section 11.1 forbids: a document type, a comment or a processing instruction.
    case forbidden(String)
    /// A stanza or a tag of it has no end within ``ParserLimits``.
    case endless

    /// What happened, for a person.
    public var sentence: String {
        switch self {
        case .illFormed(let reason): "the server sent ill-formed XML (\(reason))"
        case .forbidden(let what): "the server sent \(what), which XMPP forbids"
        case .endless: "the server sent an endless stanza"
        }
    }
}
