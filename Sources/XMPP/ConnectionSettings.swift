/// An account and how it is to be reached.
public struct ConnectionSettings: Sendable {
    /// Who logs in, by what.
    public var stream: StreamMachine.Settings
    /// The host to use instead of what DNS tells.
    public var host: Host?
    /// DNS servers as `ADDRESS:PORT`, with commas between them, instead of the system's.
    public var nameServers: String?
    /// A PEM file of authorities to be believed, instead of the system's.
    public var authorities: String?
    /// How much of a stanza is kept.
    public var limits = ParserLimits()
    /// Milliseconds for a connection and its login.
    public var loginTime: Int64 = 15_000
    /// Milliseconds of silence after which the server is asked for a sign of life.
    public var silence: Int64 = 20_000
    /// Milliseconds to wait for that sign.
    public var answerTime: Int64 = 10_000
    /// Milliseconds before the second attempt, at most; they double with each.
    public var firstPause: Int64 = 200
    /// Milliseconds between attempts, at most.
    public var longestPause: Int64 = 10_000

    /// Is told all that goes over the stream and what becomes of it, line by line, without secrets; for finding faults.
    public var trace: (@Sendable (String) -> Void)?

    /// The usual settings for an account.
    public init(jid: JID, password: Password, pinned: SASLMechanism? = nil) {
        stream = StreamMachine.Settings(jid: jid, password: password, pinned: pinned)
    }
}

/// What a connection tells, and asks, whoever uses it.
public enum ConnectionInput<Request: Sendable>: Sendable {
    /// An attempt begins, with this host; nil while the host is looked for.
    case connecting(Host?)
    /// The stream is usable. See ``StreamMachine/Action/becameOnline(jid:resumed:lost:)``.
    case online(JID, resumed: Bool, lost: [XMLElement])
    /// A stanza came.
    case received(XMLElement)
    /// The server has these.
    case acknowledged([XMLElement])
    /// The login was of this kind: keep it for ``StreamMachine/Settings/pinned``.
    case pinned(SASLMechanism)
    /// The connection is gone, or never was. It is tried again after so many milliseconds; never by itself if nil.
    case offline(StreamFault, retryIn: Int64?)
    /// ``XMPPConnection/perform(_:)`` was called.
    case request(Request)
    /// The moment asked for with ``ConnectionOrder/wake(at:)`` has come.
    case woke
    /// The connection is to end. It does so on ``ConnectionOrder/finish``, or after 3 s.
    case stopping
}

/// What whoever uses a connection wants of it.
public enum ConnectionOrder: Hashable, Sendable {
    /// Send this; while offline it is kept, and sent or given back as lost when the stream is usable again.
    case send(XMLElement)
    /// Give ``ConnectionInput/woke`` at this moment of the steady clock, in milliseconds; nil takes the last wish back.
    case wake(at: Int64?)
    /// Somebody looks, or nobody (XEP-0352).
    case setActive(Bool)
    /// Try now, whatever the pause.
    case reconnect
    /// Nothing is left to do before the end.
    case finish
}
