import RichText

/// A room that one could be in, as it is listed.
public struct RoomSummary: Hashable, Sendable {
    /// Which room it is.
    public var id: RoomID
    /// What is shown as its name.
    public var name: String
    /// What it is about; empty when nobody said.
    public var topic: String
    /// How many people are there now; nil when that is not told.
    public var peopleCount: Int?
    /// When something was said there last; nil when that is not told.
    public var lastSpoken: Timestamp?

    /// A room as it is listed.
    public init(id: RoomID, name: String, topic: String = "", peopleCount: Int? = nil, lastSpoken: Timestamp? = nil) {
        self.id = id
        self.name = name
        self.topic = topic
        self.peopleCount = peopleCount
        self.lastSpoken = lastSpoken
    }
}

/// Somebody whom one knows beyond a single room.
public struct Contact: Hashable, Sendable {
    /// How the two stand to each other.
    public enum Relation: Hashable, Sendable {
        /// Each sees whether the other is there.
        case mutual
        /// One asked to see the other and has no answer, or only the other sees.
        case asked
        /// The other asks to see whether one is there.
        case asking
        /// Neither sees the other.
        case none
    }

    /// Who it is.
    public var person: Person
    /// Whether that person is there now.
    public var isHere: Bool
    /// How the two stand to each other.
    public var relation: Relation
    /// Whether nothing of this person reaches one.
    public var isBlocked: Bool

    /// A contact.
    public init(person: Person, isHere: Bool = false, relation: Relation = .none, isBlocked: Bool = false) {
        self.person = person
        self.isHere = isHere
        self.relation = relation
        self.isBlocked = isBlocked
    }
}
