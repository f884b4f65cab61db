/// The counting of stanzas on both sides, and those that the server has not acknowledged (XEP-0198).
///
/// Only messages, presences and iqs are counted, modulo 2³². Counting of one's own begins when `<enable/>` is sent.
struct StreamManagement: Hashable, Sendable {
    /// What a later connection needs to go on; nil when the server does not keep the session.
    private(set) var sessionID: String?
    /// Whether stanzas are counted now.
    private(set) var isCounting = false
    private var handled: UInt32 = 0
    private var acknowledged: UInt32 = 0
    private var waiting: [XMLElement] = []
    private var isAsked = false
    /// Whether the session was resumed, and the server has acknowledged nothing since.
    private var isResumedInVain = false

    /// Whether a later connection can go on where this one ends.
    var canResume: Bool { sessionID != nil }

    /// Stanzas that the server has not acknowledged, oldest first.
    var unacknowledged: [XMLElement] { waiting }

    static func isStanza(_ element: XMLElement) -> Bool {
        element.namespace == Namespace.client && ["message", "presence", "iq"].contains(element.name)
    }

    /// `<enable/>` was sent: from here on one counts.
    mutating func began() {
        self = StreamManagement()
        isCounting = true
    }

    /// `<enabled/>` came.
    mutating func enabled(_ answer: XMLElement) {
        handled = 0
        let canResume = answer["resume"] == "true" || answer["resume"] == "1"
        sessionID = canResume ? answer["id"] : nil
    }

    /// The server does not count. Nothing will ever be acknowledged: what waits is taken out.
    mutating func refused() -> [XMLElement] {
        defer { self = StreamManagement() }
        return waiting
    }

    mutating func sent(_ element: XMLElement) {
        if isCounting && StreamManagement.isStanza(element) { waiting.append(element) }
    }

    mutating func received(_ element: XMLElement) {
        if StreamManagement.isStanza(element) { handled &+= 1 }
    }

    /// The server has handled `count` stanzas. Gives those that are acknowledged by it, or nil for a count that
    /// cannot be.
    mutating func acknowledged(upTo count: UInt32) -> [XMLElement]? {
        let difference = Int(count &- acknowledged)
        guard difference <= waiting.count else { return nil }
        let done = Array(waiting.prefix(difference))
        waiting.removeFirst(difference)
        if difference > 0 { isResumedInVain = false }
        acknowledged = count
        isAsked = false
        return done
    }

    /// A request for the server's count, when there is something to be acknowledged and none is under way.
    mutating func request() -> XMLElement? {
        guard isCounting, !waiting.isEmpty, !isAsked else { return nil }
        isAsked = true
        return XMLElement("r", Namespace.streamManagement)
    }

    /// The server goes on with the session, and has told how far it got.
    mutating func resumed() { isResumedInVain = true }

    /// The connection is gone; a request that was under way is lost with it. Where the server fell silent over a resumed
    /// session before it acknowledged anything, that session is not asked for again: prosody 0.12 can take a session up
    /// again and then never read what comes over it.
    mutating func disconnected(inSilence isSilent: Bool) {
        isAsked = false
        if isSilent && isResumedInVain && !waiting.isEmpty { sessionID = nil }
    }

    /// One's own count, for the server.
    var answer: XMLElement { XMLElement("a", Namespace.streamManagement, ["h": String(handled)]) }

    /// Asks a new connection to go on with the session.
    var resume: XMLElement {
        XMLElement("resume", Namespace.streamManagement, ["previd": sessionID, "h": String(handled)])
    }
}
