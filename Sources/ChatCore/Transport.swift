import RichText

/// What carries messages between people: the rooms of one machine, or a network.
///
/// A transport returns nothing. What it has to say comes as ``TransportEvent`` values to the function that it was made
/// with, from a thread of its own, in order. It never blocks its caller.
public protocol Transport: AnyObject, Sendable {
    /// Does what `command` asks; the outcome comes as events.
    func perform(_ command: TransportCommand)
    /// Finishes what was asked before, gives back all that is held, and sends no event after it returns.
    func stop()
}

/// What a transport can be asked to do.
public enum TransportCommand: Hashable, Sendable {
    /// Join `room` and tell what was said there last: answered by `opened`, `history` and `people`.
    case open(RoomID)
    /// Leave `room`.
    case close(RoomID)
    /// Say a message. The transport gives it its time and place; the answer is `received` with the same id once the
    /// message is safe, or `failed`.
    case send(Message)
    /// Tell the others of `room` whether one is writing there.
    case setTyping(RoomID, Bool)
    /// Tell at most `limit` messages that were said before the place `before`: answered by `history`.
    case loadOlder(RoomID, before: Int64, limit: Int)
    /// Keep that one has read `room` up to and including the place `upTo`.
    case markRead(RoomID, upTo: Int64)
    /// Tell at most `limit` messages at a landmark: answered by `page`.
    case load(RoomID, Landmark, limit: Int)
    /// Find at most `limit` messages of `room` before the place `before` (nil: the newest): answered by `found`.
    case search(RoomID, Search, before: Int64?, limit: Int)
    /// Keep where one reads in `room`; nil for its end.
    case keepPlace(RoomID, ReadingPlace?)
}

/// What a transport tells.
public enum TransportEvent: Hashable, Sendable {
    /// One is in `room` now, as `me`, and had read it up to the place `readUpTo` (nil: nothing, or a new room).
    case opened(RoomID, me: Person, readUpTo: Int64?)
    /// Messages said earlier, oldest first; `reachesStart` tells that there are none before them.
    case history(RoomID, [Message], reachesStart: Bool)
    /// Messages said now, by others or oneself, oldest first; each has a place.
    case received(RoomID, [Message])
    /// A message that could not be sent, and why.
    case failed(RoomID, MessageID, reason: String)
    /// All who are in the room now, oneself included.
    case people(RoomID, [Person])
    /// All who are writing now, oneself not included.
    case typing(RoomID, [Person])
    /// Where one was reading in the room when one left it; told after `opened` and the first `history`.
    case readingPlace(RoomID, ReadingPlace)
    /// The messages at a landmark.
    case page(RoomID, Page)
    /// What a search found.
    case found(RoomID, Findings)
    /// Something that the person at the keyboard should know, in one line; `isFailure` when it is not well.
    case notice(String, isFailure: Bool)
}
