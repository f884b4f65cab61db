import RichText

/// How a person stands to a room, and what follows from it. Rooms of one machine know no ranks.
public struct Rank: Hashable, Sendable {
    /// What a room remembers of a person, whether there or not (XEP-0045: affiliation).
    public enum Standing: String, Hashable, Sendable, CaseIterable {
        /// May do everything, and end the room.
        case owner
        /// May let people in and keep them out.
        case admin
        /// May come into a room for members, and call everyone.
        case member
        /// One of all others.
        case none
        /// May not come in.
        case outcast
    }

    /// What a person may do while there (XEP-0045: role).
    public enum Role: String, Hashable, Sendable, CaseIterable {
        /// May send people out, and take back what they said.
        case moderator
        /// May speak.
        case participant
        /// May only listen where the room is moderated.
        case visitor
        /// Is not there.
        case none
    }

    /// What the room remembers.
    public var standing: Standing
    /// What holds now.
    public var role: Role

    /// A rank of both kinds.
    public init(_ standing: Standing, _ role: Role) { (self.standing, self.role) = (standing, role) }

    /// What it is called, in one word; empty for those who are nothing in particular.
    public var word: String {
        switch (standing, role) {
        case (.owner, _), (.admin, _), (.outcast, _): standing.rawValue
        case (_, .moderator), (_, .visitor): role.rawValue
        case (.member, _): standing.rawValue
        case (.none, _): ""
        }
    }

    /// What it allows, for a person to read.
    public var allows: String {
        switch (standing, role) {
        case (.owner, _): "may do everything here: /configure, /role, /ban, /destroy"
        case (.admin, _): "may say who is a member, who is a moderator and who is banned"
        case (_, .moderator): "may kick, give and take the right to speak, and take back what others said"
        case (_, .visitor): "may only listen"
        case (.member, _): "may come in when the room is for members, and call everyone"
        case (.outcast, _): "may not come in"
        case (.none, _): "may speak"
        }
    }
}

/// A rank that somebody is to have.
public enum RankChange: Hashable, Sendable {
    /// What the room is to remember.
    case standing(Rank.Standing)
    /// What is to hold while the person is there.
    case role(Rank.Role)

    /// The rank of that name; nil for none.
    public init?(word: String) {
        switch word.lowercased() {
        case "moderator": self = .role(.moderator)
        case "participant", "voice": self = .role(.participant)
        case "visitor", "listener": self = .role(.visitor)
        case let other:
            guard let standing = Rank.Standing(rawValue: other) else { return nil }
            self = .standing(standing)
        }
    }

    /// All names, as they are listed.
    public static let words = ["owner", "admin", "member", "none", "outcast", "moderator", "participant", "visitor"]
}

/// One thing of a room that its owner can set.
public struct RoomSetting: Hashable, Sendable {
    /// What may be its value.
    public enum Kind: Hashable, Sendable {
        /// `on` or `off`.
        case flag
        /// Any text.
        case text
        /// One of these.
        case choice([String])
        /// A text that is not shown.
        case secret
    }

    /// Its name, as one types it.
    public var key: String
    /// What it is, in the server's words.
    public var label: String
    /// What it is set to; empty for a secret.
    public var value: String
    /// What may be its value.
    public var kind: Kind

    /// A setting.
    public init(key: String, label: String, value: String, kind: Kind) {
        (self.key, self.label, self.value, self.kind) = (key, label, value, kind)
    }
}
