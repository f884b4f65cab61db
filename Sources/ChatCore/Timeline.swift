import RichText

/// The messages of a room that are at hand, in the room's order, each once.
///
/// Messages that the transport has placed come first, by place; those that wait to be placed follow in the order in
/// which they were written.
public struct Timeline: Hashable, Sendable {
    /// The messages, oldest first.
    public private(set) var messages: [Message] = []
    /// Whether the first message here is the first of the room.
    public var reachesStart = false
    private var indices: [MessageID: Int] = [:]

    /// An empty timeline.
    public init() {}

    /// Where the message `id` stands, or nil when it is not at hand.
    public func index(of id: MessageID) -> Int? { indices[id] }

    /// The message `id`, or nil when it is not at hand.
    public subscript(id: MessageID) -> Message? { indices[id].map { messages[$0] } }

    /// The place of the oldest placed message at hand.
    public var oldestOrder: Int64? { messages.first?.order }

    /// The place of the newest placed message at hand.
    public var newestOrder: Int64? { messages.last(where: { $0.order != nil })?.order }

    /// Takes in `arrived`; what is known already by its id is replaced where it gained a place or a new content.
    /// Returns the messages that were not known before.
    @discardableResult
    public mutating func merge(_ arrived: [Message]) -> [Message] {
        var fresh: [Message] = []
        var needsSorting = false
        for message in arrived {
            if let index = indices[message.id] {
                let known = messages[index]
                // A late "sending" must not undo a "sent", and a place once given stays.
                guard message.order != nil || known.order == nil else { continue }
                needsSorting = needsSorting || message.order != known.order
                messages[index] = message
            } else {
                if let last = messages.last, Timeline.precedes(message, last) { needsSorting = true }
                indices[message.id] = messages.count
                messages.append(message)
                fresh.append(message)
            }
        }
        if needsSorting { sort() }
        return fresh
    }

    /// Marks the message `id` as not sent.
    public mutating func fail(_ id: MessageID, reason: String) {
        guard let index = indices[id], messages[index].order == nil else { return }
        messages[index].delivery = .failed(reason)
    }

    /// Forgets the message `id`, which was not sent, and returns it.
    public mutating func drop(_ id: MessageID) -> Message? {
        guard let index = indices[id], messages[index].order == nil else { return nil }
        let message = messages.remove(at: index)
        reindex()
        return message
    }

    private static func precedes(_ left: Message, _ right: Message) -> Bool {
        (left.order ?? .max) < (right.order ?? .max)
    }

    private mutating func sort() {
        // Stable by construction: equal places keep the order in which they arrived.
        let sorted = messages.enumerated().sorted {
            let (left, right) = ($0.element.order ?? .max, $1.element.order ?? .max)
            return left == right ? $0.offset < $1.offset : left < right
        }
        messages = sorted.map(\.element)
        reindex()
    }

    private mutating func reindex() {
        indices.removeAll(keepingCapacity: true)
        for (index, message) in messages.enumerated() { indices[message.id] = index }
    }
}
