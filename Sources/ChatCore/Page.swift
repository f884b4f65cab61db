import RichText

/// A place in a room that one wants to go to.
public enum Landmark: Hashable, Sendable {
    /// What stands right after this place, to read on.
    case after(Int64)
    /// What stands around this place.
    case place(Int64)
    /// What stands around this message.
    case message(MessageID)
    /// What stands around the first message of this moment or later, else around the newest.
    case time(Timestamp)
}

/// Messages of a room at a landmark.
public struct Page: Hashable, Sendable {
    /// What was asked for.
    public var landmark: Landmark
    /// The messages, oldest first, without a gap; none when there is nothing at the landmark.
    public var messages: [Message]
    /// Whether there are none before them.
    public var reachesStart: Bool
    /// Whether there are none after them.
    public var reachesEnd: Bool

    /// The message that stands at the landmark, or the nearest one before it.
    public var target: MessageID? {
        let index: Int?
        switch landmark {
        case .after(let order): index = messages.firstIndex { ($0.order ?? .max) > order }
        case .place(let order): index = messages.firstIndex { ($0.order ?? .max) >= order }
        case .message(let id): return messages.contains { $0.id == id } ? id : nil
        case .time(let moment): index = messages.firstIndex { $0.time >= moment }
        }
        return (index.map { messages[$0] } ?? messages.last)?.id
    }

    /// The answer to a question for `landmark`.
    public init(_ landmark: Landmark, _ messages: [Message], reachesStart: Bool, reachesEnd: Bool) {
        self.landmark = landmark
        self.messages = messages
        self.reachesStart = reachesStart
        self.reachesEnd = reachesEnd
    }
}

/// Where one reads in a room: what stands at the top of the pane.
public struct ReadingPlace: Hashable, Sendable {
    /// The message's place.
    public var order: Int64
    /// The row of the message that is the topmost to be seen, from 0.
    public var row: Int

    /// The row `row` of the message at `order`.
    public init(order: Int64, row: Int) {
        self.order = order
        self.row = row
    }
}
