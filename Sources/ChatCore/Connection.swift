import RichText

/// How an account stands with its server.
public struct Connection: Hashable, Sendable {
    /// What is known of the connection.
    public enum State: Hashable, Sendable {
        /// An attempt is under way.
        case connecting
        /// Everything flows.
        case online
        /// It is not there, for that reason, told in a clause; it is tried again at that moment, or never by itself.
        case offline(reason: String, nextTry: Timestamp?)
    }

    /// Whose connection it is.
    public var account: PersonID
    /// What is known of it.
    public var state: State

    /// A connection of `account`.
    public init(_ account: PersonID, _ state: State) {
        self.account = account
        self.state = state
    }
}
