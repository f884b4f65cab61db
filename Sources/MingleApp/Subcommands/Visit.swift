import Archive
import ChatCore
import ChatUI
import Glibc
import LocalTransport
import RichText

/// A subcommand's short stay in a room. Who only reads, or says one thing, is not seen to come and go.
final class Visit {
    private let transport: any Transport
    private let queue: EventQueue
    private let me: Person
    /// The room as it is known so far; its people and its last messages once the visit has begun.
    private(set) var room: Room
    private var waiting: [TransportEvent] = []

    /// Opens the room of `place` and waits until its people and its last messages are known.
    init(_ place: Place, account: Account? = nil, log: LogFile? = nil) throws(Failure) {
        let queue = try EventQueue()
        me = account?.me ?? place.me
        if let account {
            transport = try account.transport(log: log) { queue.append(.transport($0)) }
        } else {
            do throws(ArchiveError) {
                transport = try LocalTransport(
                    path: place.archivePath, sharing: place.sharing, me: me, isSeen: false
                ) { queue.append(.transport($0)) }
            } catch {
                throw Failure(error.sentence)
            }
        }
        self.queue = queue
        room = Room(id: place.room, name: place.room.text)
        transport.perform(.open(place.room))
        var isReady = false
        while !isReady {
            wait()
            let events = takeEvents()
            waiting += events
            isReady = events.contains { if case .people = $0 { true } else { false } }
            for case .notice(let reason, isFailure: true) in events where account != nil && !isReady {
                transport.stop()
                throw Failure(reason)
            }
        }
        if account != nil { waiting = Visit.joined(waiting, place.room) }
    }

    /// What is kept here and what was missed since are told one after the other; together they are what was said last.
    private static func joined(_ events: [TransportEvent], _ room: RoomID) -> [TransportEvent] {
        var messages: [MessageID: Message] = [:]
        var (others, reachesStart): ([TransportEvent], Bool) = ([], false)
        for event in events {
            switch event {
            case .history(_, let told, let start):
                reachesStart = start
                for message in told { messages[message.id] = message }
            case .received(_, let told), .changed(_, let told): for message in told { messages[message.id] = message }
            default: others.append(event)
            }
        }
        let inOrder = messages.values.sorted { ($0.order ?? .max) < ($1.order ?? .max) }
        return others + [.history(room, inOrder, reachesStart: reachesStart)]
    }

    /// Readable while there is news.
    var descriptor: Int32 { queue.descriptor }

    /// What happened since the last call.
    func news() -> [TransportEvent] {
        defer { waiting.removeAll() }
        return waiting + takeEvents()
    }

    /// Says `text`; returns once it is safe in the archive.
    func say(_ text: RichText) throws(Failure) {
        let moment = SystemClock.moment
        let message = Message(
            id: MessageID(moment.uniqueID), room: room.id, time: moment.time, author: me, body: text,
            delivery: .sending)
        transport.perform(.send(message))
        var isPatient = false
        while true {
            if !wait(milliseconds: isPatient ? -1 : 1500), !isPatient {
                Output.tell("still trying to send it")
                isPatient = true
            }
            for event in takeEvents() {
                switch event {
                case .received(_, let messages) where messages.contains { $0.id == message.id }: return
                case .failed(_, message.id, let reason): throw Failure(reason)
                default: break
                }
            }
        }
    }

    /// All messages of the room said at `since` or later, oldest first: what is on the server is asked for page by page.
    func all(since: Timestamp?) -> [Message] {
        var known: [MessageID: Message] = [:]
        func oldest() -> Message? { known.values.min { ($0.order ?? .max) < ($1.order ?? .max) } }
        var reachesStart = false
        var events = news()
        while true {
            for event in events {
                switch event {
                case .history(_, let messages, let start):
                    for message in messages { known[message.id] = message }
                    reachesStart = start || messages.isEmpty
                case .received(_, let messages), .changed(_, let messages):
                    for message in messages { known[message.id] = message }
                default: break
                }
            }
            guard !reachesStart, let first = oldest(), let order = first.order, first.time >= since ?? first.time else {
                break
            }
            transport.perform(.loadOlder(room.id, before: order, limit: 100))
            events = []
            while !events.contains(where: { if case .history = $0 { true } else { false } }) {
                wait()
                events += takeEvents()
            }
        }
        return known.values.filter { $0.time >= since ?? $0.time }
            .sorted { ($0.order ?? .max) < ($1.order ?? .max) }
    }

    /// Ends the stay.
    func leave() { transport.stop() }

    /// Waits for news, for ever when `milliseconds` is negative. Returns whether there is some.
    @discardableResult
    private func wait(milliseconds: Int32 = -1) -> Bool {
        var waited = pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waited, 1, milliseconds) != 0
    }

    private func takeEvents() -> [TransportEvent] {
        let events = queue.drain().compactMap { if case .transport(let event) = $0 { event } else { nil } }
        for event in events { _ = room.reduce(event) }
        return events
    }
}
