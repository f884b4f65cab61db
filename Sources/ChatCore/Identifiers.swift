import RichText

/// Which room is meant; the text is the transport's.
public struct RoomID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The room's id as the transport writes it; in the local room's case its name.
    public let text: String

    /// Makes an id from the transport's text.
    public init(_ text: String) { self.text = text }

    /// The id as the transport writes it.
    public var description: String { text }

    /// Ids sort by their text.
    public static func < (left: RoomID, right: RoomID) -> Bool { left.text < right.text }
}

/// Which message is meant; made by its author's program, and the same on every machine.
public struct MessageID: Hashable, Sendable, CustomStringConvertible {
    /// The id's text, unique in the world.
    public let text: String

    /// Makes an id from its text.
    public init(_ text: String) { self.text = text }

    /// The id's text.
    public var description: String { text }
}

/// A moment: milliseconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Milliseconds since the beginning of 1970, UTC.
    public var milliseconds: Int64

    /// A moment by its milliseconds since the beginning of 1970, UTC.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Earlier moments are smaller.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// The moment `milliseconds` later.
    public static func + (moment: Timestamp, milliseconds: Int64) -> Timestamp {
        Timestamp(milliseconds: moment.milliseconds + milliseconds)
    }
}

/// A person as others see them.
public struct Person: Hashable, Sendable {
    /// Who it is, for ever.
    public var id: PersonID
    /// The name that is shown now.
    public var name: String

    /// A person of that id and name.
    public init(id: PersonID, name: String) {
        self.id = id
        self.name = name
    }
}
