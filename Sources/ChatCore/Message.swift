import RichText

/// A message of a room.
public struct Message: Hashable, Sendable {
    /// How far an own message got. Other people's messages are always `sent`.
    public enum Delivery: Hashable, Sendable {
        /// Handed to the transport, which has not answered.
        case sending
        /// Safe: on the disk of the archive, or acknowledged by the server.
        case sent
        /// A program of the person whom one talks to alone has it.
        case delivered
        /// That person has seen it.
        case read
        /// Given up, for the reason told.
        case failed(String)
    }

    /// An earlier version of an edited message.
    public struct Edit: Hashable, Sendable {
        /// When it was replaced.
        public var time: Timestamp
        /// What it said.
        public var text: String

        /// A version that said `text` until `time`.
        public init(time: Timestamp, text: String) {
            self.time = time
            self.text = text
        }
    }

    /// One emoji under a message, and who put it there.
    public struct Reaction: Hashable, Sendable {
        /// The emoji.
        public var emoji: String
        /// Who reacted with it, in order.
        public var by: [PersonID]

        /// A reaction of those people.
        public init(emoji: String, by: [PersonID]) {
            self.emoji = emoji
            self.by = by
        }
    }

    /// Made by the author's program; a message that arrives twice has one id.
    public var id: MessageID
    /// Where it was said.
    public var room: RoomID
    /// When it was said, by the clock of the author's machine or of the server.
    public var time: Timestamp
    /// Who said it.
    public var author: Person
    /// What was said.
    public var body: RichText
    /// How far it got.
    public var delivery: Delivery
    /// Its place in the room as the transport counts it; nil until the transport has placed it.
    public var order: Int64?
    /// The message that it answers.
    public var replyTo: MessageID?
    /// The file that is to go along with it; nil once it has arrived.
    public var attachment: FileAttachment? {
        get { attached.first }
        set { attached = newValue.map { [$0] } ?? [] }
    }
    /// Nearly no message has a file, and all are copied: an array takes one word where there is none.
    private var attached: [FileAttachment] = []
    /// Whether its author wants no marks such as `*bold*` to mean anything in it (XEP-0393, section 5).
    public var isUnstyled = false
    /// Its earlier versions, oldest first.
    public var edits: [Edit] = []
    /// The emoji under it.
    public var reactions: [Reaction] = []
    /// When it was taken back; its body is empty then.
    public var retracted: Timestamp?

    /// A message; one without `order` stands after all that have one.
    public init(
        id: MessageID, room: RoomID, time: Timestamp, author: Person, body: RichText, delivery: Delivery = .sent,
        order: Int64? = nil, replyTo: MessageID? = nil
    ) {
        self.id = id
        self.room = room
        self.time = time
        self.author = author
        self.body = body
        self.delivery = delivery
        self.order = order
        self.replyTo = replyTo
    }
}

extension Message {
    /// What is shown of it: `/me waves` reads as `* Ann waves`.
    public var spoken: RichText {
        guard case .text(let first, let style)? = body.elements.first, first.hasPrefix("/me ") else { return body }
        let action = RichText.Element.text("* " + author.name + first.dropFirst(3), style)
        return RichText([action] + body.elements.dropFirst())
    }
}
