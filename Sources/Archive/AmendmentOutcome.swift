import ChatCore

/// What became of an amendment.
public enum AmendmentOutcome: Hashable, Sendable {
    /// It is on the disk; the message reads like this now.
    case kept(Message)
    /// It was kept before, or changes nothing; the message reads like this.
    case unchanged(Message)
    /// It is not kept.
    case refused(AmendmentRefusal)
}

/// Why an amendment is not kept.
public enum AmendmentRefusal: Hashable, Sendable {
    /// No such message is in the room.
    case unknown
    /// Only its author may change what a message says.
    case notOwn
    /// The message was taken back.
    case retracted
    /// There would be nothing left of the message.
    case empty
    /// It is longer than what is kept.
    case tooLong
    /// The message was changed too often already, or has too many emoji under it.
    case tooMany

    /// Why, as one line.
    public var sentence: String {
        switch self {
        case .unknown: "the message is not in this room any more"
        case .notOwn: "only its author can change or delete a message"
        case .retracted: "the message was deleted"
        case .empty: "a message cannot be made empty; delete it instead"
        case .tooLong: "that is too long to be kept"
        case .tooMany: "the message cannot take any more changes"
        }
    }
}
