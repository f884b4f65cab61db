import RichText

/// A window over the messages of a room: those around what is read, and always the newest; each once, in order.
///
/// Messages that the transport has placed come first, by place; those that wait to be placed follow in the order in
/// which they were written. At most about ``mostMessages`` are at hand at the place that is read, whatever the room's
/// length; what falls out of the window is asked for again when one comes near it.
public struct Timeline: Hashable, Sendable {
    /// How many messages are at hand at one place; a fifth more may come before some are let go.
    public static let mostMessages = 1000
    /// How many of the newest messages are at hand while earlier ones are read.
    public static let newestCount = 200
    private static let slack = mostMessages / 5

    /// The end of the room; what is said now comes here.
    private var end = Stretch()
    /// An earlier part of the room, while that is what is read and it does not touch the end.
    private var past: Stretch?

    /// An empty timeline.
    public init() {}

    /// The messages around what is read, oldest first.
    public var messages: [Message] { past?.messages ?? end.messages }

    /// The newest messages of the room, oldest first: the same as ``messages`` where that reaches the end.
    public var newest: [Message] { end.messages }

    /// Whether the first of ``messages`` is the first of the room.
    public var reachesStart: Bool {
        get { past?.reachesStart ?? end.reachesStart }
        set { if past == nil { end.reachesStart = newValue } else { past?.reachesStart = newValue } }
    }

    /// Whether the last of ``messages`` is the newest of the room.
    public var reachesEnd: Bool { past == nil }

    /// Where the message `id` stands in ``messages``, or nil when it is not among them.
    public func index(of id: MessageID) -> Int? { (past ?? end).index(of: id) }

    /// The index in ``messages`` of the first whose place is `order` or later; the count when there is none.
    public func firstIndex(from order: Int64) -> Int { (past ?? end).firstIndex(from: order) }

    /// The message `id`, or nil when it is not at hand.
    public subscript(id: MessageID) -> Message? {
        if let past, let index = past.index(of: id) { return past.messages[index] }
        return end.index(of: id).map { end.messages[$0] }
    }

    /// The place of the first of ``messages``; nil when it waits for one.
    public var oldestOrder: Int64? { (past ?? end).oldestOrder }

    /// The place of the last placed one of ``messages``.
    public var lastOrder: Int64? { (past ?? end).newestOrder }

    /// The place of the newest placed message of the room that is known.
    public var newestOrder: Int64? { end.newestOrder }

    /// Takes in `arrived`, said now or by oneself; what is known already by its id is replaced where it gained a place or
    /// a new content. The message `held` and those around it stay at hand. Returns the messages that were not known.
    @discardableResult
    public mutating func merge(_ arrived: [Message], keeping held: MessageID? = nil) -> [Message] {
        let rest = past?.update(arrived) ?? arrived
        let fresh = end.merge(rest)
        bound(keeping: held)
        return fresh
    }

    /// Takes in what messages read as now; those that are not at hand are passed over, since they may stand anywhere.
    public mutating func change(_ messages: [Message]) {
        _ = past?.update(messages)
        _ = end.update(messages)
    }

    /// Takes in messages that stand right before ``messages``.
    public mutating func extendBack(_ older: [Message], reachesStart: Bool, keeping held: MessageID? = nil) {
        if past == nil { _ = end.merge(older) } else { _ = past?.merge(older) }
        if reachesStart { self.reachesStart = true }
        bound(keeping: held)
    }

    /// Takes in messages that stand right after ``messages``; `reachesEnd` tells that the newest is among them.
    public mutating func extendForward(_ newer: [Message], reachesEnd: Bool, keeping held: MessageID? = nil) {
        guard var stretch = past else { return }
        _ = stretch.merge(newer)
        show(stretch, reachesEnd: reachesEnd, keeping: held)
    }

    /// Goes to another part of the room: ``messages`` are these from now on, and the newest if they touch those.
    public mutating func show(_ page: [Message], reachesStart: Bool, reachesEnd: Bool, keeping held: MessageID? = nil) {
        var stretch = Stretch()
        stretch.reachesStart = reachesStart
        _ = stretch.merge(page)
        show(stretch, reachesEnd: reachesEnd, keeping: held)
    }

    /// Goes back to the newest messages.
    public mutating func showNewest() { past = nil }

    /// One's own messages that the transport has not placed, oldest first: on their way, or not sent.
    public var waiting: ArraySlice<Message> { end.messages.suffix(end.waitingCount) }

    /// Marks the message `id` as not sent.
    public mutating func fail(_ id: MessageID, reason: String) {
        guard let index = end.index(of: id), end.messages[index].order == nil else { return }
        end.change(at: index) { $0.delivery = .failed(reason) }
    }

    /// Forgets the message `id`, which was not sent, and returns it.
    public mutating func drop(_ id: MessageID) -> Message? {
        guard let index = end.index(of: id), end.messages[index].order == nil else { return nil }
        return end.remove(at: index)
    }

    private mutating func show(_ stretch: Stretch, reachesEnd: Bool, keeping held: MessageID?) {
        let touches = (stretch.newestOrder ?? .max) >= (end.oldestOrder ?? .max)
        if reachesEnd || touches {
            var stretch = stretch
            _ = stretch.merge(end.messages)
            end = stretch
            past = nil
        } else {
            past = stretch
        }
        bound(keeping: held)
    }

    /// Lets go what is far from `held`, or from the end when nothing is held.
    private mutating func bound(keeping held: MessageID?) {
        if var stretch = past {
            past = nil
            let count = stretch.messages.count
            if count > Timeline.mostMessages + Timeline.slack {
                let place = held.flatMap { stretch.index(of: $0) } ?? count / 2
                stretch.keep(Timeline.window(around: place, of: count))
            }
            past = stretch
            let newest = end.messages.count
            if newest > Timeline.newestCount * 2 { end.keep(newest - Timeline.newestCount..<newest) }
            return
        }
        let count = end.messages.count
        guard count > Timeline.mostMessages + Timeline.slack else { return }
        let place = held.flatMap { end.index(of: $0) } ?? count
        if count - place <= Timeline.mostMessages - Timeline.slack {
            end.keep(count - Timeline.mostMessages..<count)
        } else {
            // One reads too far from the end for both to be in one window.
            var stretch = end
            stretch.keep(Timeline.window(around: place, of: count))
            past = stretch
            end.keep(count - Timeline.newestCount..<count)
        }
    }

    private static func window(around place: Int, of count: Int) -> Range<Int> {
        let start = min(max(place - mostMessages / 2, 0), max(count - mostMessages, 0))
        return start..<min(start + mostMessages, count)
    }
}
