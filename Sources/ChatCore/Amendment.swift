import RichText

/// A change to a message that was said before.
///
/// Amendments are kept beside what they change and never change themselves. What a message reads as now follows from it
/// and from its amendments in the order of the room, so two people who change things at once end with the same.
public struct Amendment: Hashable, Sendable {
    /// What is changed.
    public enum Change: Hashable, Sendable {
        /// The author says it otherwise.
        case edit(RichText)
        /// The author takes it back; nothing that comes later changes it any more.
        case retract
        /// Somebody puts this emoji under the message, or takes it away.
        case react(String, isOn: Bool)
    }

    /// Made by the program of whoever changes something; an amendment that arrives twice has one id.
    public var id: MessageID
    /// Where the message was said.
    public var room: RoomID
    /// The message that is changed.
    public var target: MessageID
    /// When it was changed.
    public var time: Timestamp
    /// Who changes it.
    public var author: Person
    /// What is changed.
    public var change: Change

    /// A change by `author` to the message `target` of `room`.
    public init(
        id: MessageID, room: RoomID, target: MessageID, time: Timestamp, author: Person, change: Change
    ) {
        self.id = id
        self.room = room
        self.target = target
        self.time = time
        self.author = author
        self.change = change
    }
}

extension Message {
    /// The most kinds of emoji under a message; further ones are passed over.
    public static let mostReactions = 100

    /// The most bytes that the earlier versions of a message take together, each counted with 64 more for its time and
    /// place. Further ones put the oldest out of sight: a message that is edited again and again may fill no memory.
    public static let mostBytesOfVersions = 1 << 20

    /// Whether the author took it back.
    public var isRetracted: Bool { retracted != nil }

    /// Takes in `amendment`, which is about this message. What nobody may do is passed over: to edit or retract another
    /// person's message, or to change one that was taken back. Returns whether the message reads otherwise now.
    @discardableResult
    public mutating func apply(_ amendment: Amendment) -> Bool {
        guard !isRetracted else { return false }
        switch amendment.change {
        case .edit(let new):
            guard amendment.author.id == author.id, new != body else { return false }
            edits.append(Edit(time: amendment.time, text: FlatText(body).text))
            letGoOfVersions()
            body = new
        case .retract:
            guard amendment.author.id == author.id else { return false }
            retract(at: amendment.time)
        case .react(let emoji, let isOn): return react(emoji, by: amendment.author.id, isOn: isOn)
        }
        return true
    }

    /// Keeps the newest versions that are within ``mostBytesOfVersions``, and the last one in any case.
    private mutating func letGoOfVersions() {
        var bytes = 0
        let kept = edits.reversed().prefix { edit in
            bytes += edit.text.utf8.count + 64
            return bytes <= Message.mostBytesOfVersions
        }
        let count = max(kept.count, 1)
        if count < edits.count { edits.removeFirst(edits.count - count) }
    }

    /// Forgets what the message said, and that it was ever edited: what was taken back is not kept in sight.
    public mutating func retract(at time: Timestamp) {
        retracted = time
        body = RichText()
        edits = []
        reactions = []
    }

    private mutating func react(_ emoji: String, by person: PersonID, isOn: Bool) -> Bool {
        if let index = reactions.firstIndex(where: { $0.emoji == emoji }) {
            guard reactions[index].by.contains(person) != isOn else { return false }
            if isOn { reactions[index].by.append(person) } else { reactions[index].by.removeAll { $0 == person } }
            if reactions[index].by.isEmpty { reactions.remove(at: index) }
            return true
        }
        guard isOn, reactions.count < Message.mostReactions else { return false }
        reactions.append(Reaction(emoji: emoji, by: [person]))
        return true
    }
}
