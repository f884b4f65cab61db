import ChatCore
import RichText

/// A message that a server keeps, as an account keeps it here. Its `order` is the place that it has in the file, which
/// whoever keeps it chooses: later messages of a room have larger ones.
public struct MessageCopy: Hashable, Sendable {
    /// The message as it reads now.
    public var message: Message
    /// The server's id of it (XEP-0359), where it has one.
    public var archiveID: String?
    /// The id that its sender gave to it.
    public var senderID: String?

    /// A copy of `message`.
    public init(_ message: Message, archiveID: String?, senderID: String?) {
        (self.message, self.archiveID, self.senderID) = (message, archiveID, senderID)
    }
}

/// How much of a room of a server is kept here: all from ``oldest`` to ``newest``, without a gap.
public struct CopiedRoom: Hashable, Sendable {
    /// Whether it is a room; else one talks to a person alone.
    public var isRoom: Bool
    /// What the room is about.
    public var topic = ""
    /// The server's id of the first thing that is kept, or was looked at.
    public var oldest: String?
    /// The server's id of the last.
    public var newest: String?
    /// Whether the server has nothing before ``oldest``.
    public var reachesStart = false

    /// A room of which nothing is kept.
    public init(isRoom: Bool) { self.isRoom = isRoom }
}

/// A change to a message that is not kept here, since it is older than all that is. It is made good when that comes.
public struct WaitingChange: Hashable, Sendable {
    /// What is to be changed, in the words of whoever keeps it.
    public var kind: String
    /// How the change names its message.
    public var target: String
    /// Whoever made it; nil for the server.
    public var author: Person?
    /// When it was made.
    public var time: Timestamp
    /// The place of what is shown when its message is never found.
    public var place: Int64
    /// What it says.
    public var text: String

    /// A change that waits.
    public init(kind: String, target: String, author: Person?, time: Timestamp, place: Int64, text: String) {
        (self.kind, self.target, self.author) = (kind, target, author)
        (self.time, self.place, self.text) = (time, place, text)
    }
}

/// What is to be kept at once.
public struct CopiedNews: Sendable {
    /// Messages, new or changed, in the order of their places.
    public var copies: [MessageCopy] = []
    /// How much is kept with them.
    public var rooms: [RoomID: CopiedRoom] = [:]
    /// All changes that wait from now on in a room.
    public var waiting: [RoomID: [WaitingChange]] = [:]

    /// Nothing.
    public init() {}
}
