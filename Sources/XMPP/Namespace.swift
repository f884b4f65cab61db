/// The namespaces of the stream itself. What is said over it names its own.
public enum Namespace {
    /// Stanzas between client and server (RFC 6120).
    public static let client = "jabber:client"
    /// The stream element, its features and its errors (RFC 6120).
    public static let stream = "http://etherx.jabber.org/streams"
    /// Conditions of stream errors (RFC 6120).
    public static let streamErrors = "urn:ietf:params:xml:ns:xmpp-streams"
    /// Conditions of stanza errors (RFC 6120).
    public static let stanzaErrors = "urn:ietf:params:xml:ns:xmpp-stanzas"
    /// STARTTLS (RFC 6120).
    public static let tls = "urn:ietf:params:xml:ns:xmpp-tls"
    /// SASL (RFC 6120).
    public static let sasl = "urn:ietf:params:xml:ns:xmpp-sasl"
    /// Binding of a resource (RFC 6120).
    public static let bind = "urn:ietf:params:xml:ns:xmpp-bind"
    /// Which channel bindings a server knows (XEP-0440).
    public static let channelBinding = "urn:xmpp:sasl-cb:0"
    /// Stream management (XEP-0198).
    public static let streamManagement = "urn:xmpp:sm:3"
    /// Client state indication (XEP-0352).
    public static let clientState = "urn:xmpp:csi:0"
    /// Pings (XEP-0199).
    public static let ping = "urn:xmpp:ping"
    /// The prefix `xml`.
    public static let xml = "http://www.w3.org/XML/1998/namespace"
}
