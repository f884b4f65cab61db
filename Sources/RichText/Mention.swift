/// Who a person is, for ever: the id outlives every name that the person takes.
///
/// The text is the transport's: `local:ann/bea` in a room of this machine, a bare JID over XMPP.
public struct PersonID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The id as the transport writes it.
    public let text: String

    /// Makes an id from the transport's text.
    public init(_ text: String) { self.text = text }

    /// The id as the transport writes it.
    public var description: String { text }

    /// Ids sort by their text.
    public static func < (left: PersonID, right: PersonID) -> Bool { left.text < right.text }
}

/// A token that stands for a person or for everyone: one element of a text, with the id inside.
public struct Mention: Hashable, Sendable {
    /// Whom a mention means.
    public enum Target: Hashable, Sendable {
        /// One person.
        case person(PersonID)
        /// Everyone who was in the room when the mention was made, or brought up to date at sending.
        case everyone([PersonID])
    }

    /// Whom the mention means.
    public var target: Target
    /// The name that is shown after the `@`, as it was when the mention was made.
    public var name: String

    /// A mention of `target` that shows `@` and `name`.
    public init(_ target: Target, name: String) {
        self.target = target
        self.name = name
    }

    /// What the mention looks like in running text: `@` and the name.
    public var text: String { "@" + name }

    /// The ids of all who are meant.
    public var ids: [PersonID] {
        switch target {
        case .person(let id): [id]
        case .everyone(let ids): ids
        }
    }

    /// Whether `person` is meant, alone or among everyone.
    public func means(_ person: PersonID) -> Bool {
        switch target {
        case .person(let id): id == person
        case .everyone(let ids): ids.contains(person)
        }
    }
}
