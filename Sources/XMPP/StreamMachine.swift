/// One account's stream as a state machine: what happened goes in, what to do comes out. It keeps the session over
/// broken connections, so that a new one can go on where the old one ended (XEP-0198).
///
/// ```
/// idle → opening → startingTLS → securing → opening → authenticating → opening → resuming → online
///                                                                            ↘ binding ↗
/// ```
public struct StreamMachine: Sendable {
    /// What does not change from connection to connection.
    public struct Settings: Sendable {
        /// Who logs in; a resource in it is asked for.
        public var jid: JID
        /// The password.
        public var password: Password
        /// The best mechanism by which the account logged in before: nothing weaker is used any more.
        public var pinned: SASLMechanism?
        /// A wish for a new account of that address and password, which is fulfilled before the first login.
        public var registration: Registration?

        /// Settings of an account that never logged in.
        public init(jid: JID, password: Password, pinned: SASLMechanism? = nil) {
            self.jid = jid
            self.password = password
            self.pinned = pinned
        }
    }

    /// What to do.
    public enum Action: Hashable, Sendable {
        /// Send this text.
        case write(String)
        /// Begin TLS on the connection; tell ``secured(bindings:)``.
        case startTLS
        /// Read on with a new parser.
        case restartParser
        /// The stream is usable as `jid`. If not `resumed`, presence and rooms are gone, and `lost` holds what the
        /// server has not acknowledged, oldest first: it may or may not have arrived.
        case becameOnline(jid: JID, resumed: Bool, lost: [XMLElement])
        /// A stanza came.
        case deliver(XMLElement)
        /// The server has these, which were sent.
        case acknowledged([XMLElement])
        /// The login used this mechanism: nothing weaker from now on.
        case pin(SASLMechanism)
        /// Close the connection, for this reason.
        case end(StreamFault)
    }

    enum State: Hashable, Sendable {
        case idle
        case opening
        case startingTLS
        case securing
        case registering(XMLElement, isFilled: Bool)
        case authenticating(ScramExchange?, SASLMechanism, isProven: Bool)
        case resuming
        case binding(id: String)
        case online
        case ended
    }

    var settings: Settings
    var state = State.idle
    var isSecure = false
    var isAuthenticated = false
    var bindings: [ChannelBinding] = []
    var nonce = ""
    var management = StreamManagement()
    var jid: JID?
    var canManage = false
    var hasClientState = false
    var isActive = true
    /// Stanzas for the next connection, or lost ones that nobody was told of yet.
    var kept: [XMLElement] = []

    /// A machine without a connection.
    public init(_ settings: Settings) { self.settings = settings }

    /// Whether stanzas flow.
    public var isOnline: Bool { state == .online }

    /// Whether the next connection can go on with the session.
    public var canResume: Bool { management.canResume }

    /// A connection to the server stands; `isSecure` when TLS stands too. `nonce` is a fresh text that cannot be guessed.
    public mutating func connected(isSecure: Bool, bindings: [ChannelBinding], nonce: String) -> [Action] {
        self.isSecure = isSecure
        self.bindings = bindings
        self.nonce = nonce
        isAuthenticated = false
        state = .opening
        return [.restartParser, .write(header)]
    }

    /// TLS stands, and the server's name is proven.
    public mutating func secured(bindings: [ChannelBinding]) -> [Action] {
        guard state == .securing else { return fail(.protocolBroken("TLS out of turn")) }
        isSecure = true
        self.bindings = bindings
        state = .opening
        return [.restartParser, .write(header)]
    }

    /// Something was read. `hasMore` tells that more bytes were read with it.
    public mutating func received(_ item: StreamParser.Item, hasMore: Bool = false) -> [Action] {
        if state == .ended || state == .idle { return [] }
        switch item {
        case .opened(let header): return opened(header)
        case .element(let element): return received(element, hasMore: hasMore)
        case .closed: return fail(.closed)
        case .failed(let fault):
            return [.write("<stream:error><not-well-formed xmlns='\(Namespace.streamErrors)'/></stream:error>")]
                + fail(.unreadable(fault))
        }
    }

    /// The connection is gone. The session stays, if the server keeps it.
    ///
    /// With `inSilence`, the server gave no sign of life any more.
    public mutating func disconnected(inSilence isSilent: Bool = false) {
        state = .idle
        management.disconnected(inSilence: isSilent)
    }

    /// Ends the stream in good order: the session is over.
    public mutating func close() -> [Action] {
        let isOpen = state != .idle && state != .ended
        state = .ended
        management = StreamManagement()
        return isOpen ? [.write("</stream:stream>"), .end(.closed)] : [.end(.closed)]
    }

    var header: String {
        // Who one is concerns nobody before TLS stands.
        let from = isSecure ? " from='\(XMLWriter.escaped(settings.jid.bare.description))'" : ""
        return "<?xml version='1.0'?><stream:stream xmlns='\(Namespace.client)' xmlns:stream='\(Namespace.stream)'"
            + " to='\(XMLWriter.escaped(settings.jid.domain))'\(from) version='1.0' xml:lang='en'>"
    }

    mutating func fail(_ fault: StreamFault) -> [Action] {
        let isOpen = state != .idle && state != .ended && state != .securing
        state = .ended
        return isOpen ? [.write("</stream:stream>"), .end(fault)] : [.end(fault)]
    }

    private mutating func opened(_ header: XMLElement) -> [Action] {
        header.matches("stream", Namespace.stream) ? [] : fail(.protocolBroken("this is no XMPP stream"))
    }

    private mutating func received(_ element: XMLElement, hasMore: Bool) -> [Action] {
        if element.matches("error", Namespace.stream) {
            let fault = StreamFault(streamError: element)
            if fault.isAboutContent {
                // Going on with the session would send the same again.
                management = StreamManagement()
                kept = []
            }
            return fail(fault)
        }
        switch state {
        case .idle, .ended, .securing: return []
        case .opening:
            guard element.matches("features", Namespace.stream) else { return unexpected(element) }
            return received(features: element)
        case .startingTLS: return received(answerToTLS: element, hasMore: hasMore)
        case .registering(let features, let isFilled):
            return received(registration: element, features, isFilled: isFilled)
        case .authenticating(let exchange, let mechanism, let isProven):
            return received(sasl: element, exchange, mechanism, isProven: isProven)
        case .resuming: return received(answerToResume: element)
        case .binding(let id): return received(answerToBind: element, id: id)
        case .online: return received(online: element)
        }
    }

    mutating func unexpected(_ element: XMLElement) -> [Action] {
        fail(.protocolBroken("<\(element.name)/> out of turn"))
    }
}
