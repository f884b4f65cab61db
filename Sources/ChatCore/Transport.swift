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
    /// Give up what goes along with a message that is on its way: answered by `failed`, unless all of it is gone already.
    case cancel(RoomID, MessageID)
    /// Tell the others of `room` whether one is writing there; said again every few seconds while one is.
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
    /// Change a message that was said before: answered by `changed`, or `refused`.
    case amend(Amendment)
    /// Tell which rooms there are: answered by `rooms`.
    case listRooms
    /// Say what `room` is about: answered by `topic`, or a notice.
    case setTopic(RoomID, String)
    /// Find the room in which one talks to that person alone, who is met in `room`: answered by `direct`, or a notice.
    case openDirect(PersonID, metIn: RoomID)
    /// Ask somebody to come to `room`: `invited` is told there.
    case invite(PersonID, to: RoomID)
    /// Be shown by this name from now on: answered by `opened` in each room, or a notice.
    case rename(String)
    /// Send somebody out of `room`, for good when `isBanned`.
    case remove(PersonID, from: RoomID, isBanned: Bool, reason: String)
    /// Go into a room that wants a password.
    case enter(RoomID, password: String)
    /// Give a person of `room` another rank: answered by `ranks`, or a notice.
    case rank(PersonID, in: RoomID, RankChange)
    /// Tell what can be set of `room`: answered by `settings`, or a notice.
    case tellSettings(RoomID)
    /// Set `key` of `room`: answered by `settings`, or a notice.
    case configure(RoomID, key: String, value: String)
    /// End `room` for everybody: answered by a notice.
    case destroy(RoomID, reason: String)
    /// Let nothing of that person reach one any more, or again: answered by `contacts`, or a notice.
    case block(PersonID, Bool)
    /// Ask that person to be a contact, or accept that they ask; false: end it. Answered by `contacts`, or a notice.
    case befriend(PersonID, Bool)
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
    /// Messages that read otherwise now than when they were told: edited, taken back, or with other emoji under them.
    case changed(RoomID, [Message])
    /// An amendment that could not be kept, and why.
    case refused(RoomID, Amendment, reason: String)
    /// Which rooms there are, those that one is in among them.
    case rooms([RoomSummary])
    /// What the room is about now; told after `opened` where somebody said so.
    case topic(RoomID, String)
    /// The room in which one talks to that person alone: on one's own wish, or because something was said there.
    case direct(RoomID, with: Person, isAsked: Bool)
    /// Somebody asks one to come to the room.
    case invited(RoomID, name: String, by: Person)
    /// The ranks of those who are in the room; told only where there are ranks.
    case ranks(RoomID, [PersonID: Rank])
    /// What can be set of the room.
    case settings(RoomID, [RoomSetting])
    /// The room lets one in only with a password.
    case passwordWanted(RoomID)
    /// All whom one knows beyond a single room.
    case contacts([Contact])
    /// How much of a message's files has gone out, 0…1.
    case progress(RoomID, MessageID, Double)
    /// How an account stands with its server now; told with each change.
    case connection(Connection)
    /// Something that the person at the keyboard should know, in one line; `isFailure` when it is not well.
    case notice(String, isFailure: Bool)
}

extension TransportEvent {
    /// The room that this is about; nil when it is about no single one.
    public var room: RoomID? {
        switch self {
        case .opened(let room, _, _), .history(let room, _, _), .received(let room, _), .failed(let room, _, _),
            .people(let room, _), .typing(let room, _), .page(let room, _), .found(let room, _),
            .readingPlace(let room, _), .changed(let room, _), .refused(let room, _, _), .topic(let room, _),
            .direct(let room, _, _), .invited(let room, _, _), .progress(let room, _, _), .ranks(let room, _),
            .settings(let room, _), .passwordWanted(let room):
            room
        case .notice, .rooms, .contacts, .connection: nil
        }
    }
}
