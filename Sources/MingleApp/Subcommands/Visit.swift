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

    /// Opens the room of `place` and waits until its people and its last messages are known. Throws when the room is
    /// refused, or cannot be read.
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
        var refusal: String?
        while !isReady {
            // A room of this machine is open at once or never; not every complaint is about the room.
            if !wait(milliseconds: refusal == nil ? -1 : 1_000), let refusal {
                transport.stop()
                throw Failure(refusal)
            }
            let events = takeEvents()
            waiting += events
            isReady = events.contains { if case .people = $0 { true } else { false } }
            for case .notice(let reason, isFailure: true) in events where !isReady {
                guard account != nil else {
                    refusal = reason
                    continue
                }
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
    /// Where that ends before all are there, `failure` says so.
    func all(since: Timestamp?) -> (messages: [Message], failure: Failure?) {
        var gathered = Gathered()
        gathered.take(news())
        var failure: Failure?
        while !gathered.isComplete(since: since), failure == nil {
            transport.perform(.loadOlder(room.id, before: gathered.oldest?.order ?? .max, limit: 100))
            let isAnswered = awaitPage(&gathered)
            // A page may hold nothing but what is no message; without a connection each is empty.
            let mostEmpty = gathered.isOffline ? 1 : Visit.mostEmptyPages
            if isAnswered, gathered.emptyPages < mostEmpty { continue }
            let place = gathered.oldest.map { "what was said before \($0.time.iso8601)" } ?? "what was said"
            failure = Failure("\(room.name): \(place) cannot be had; the export is not complete", .inputOutput)
        }
        let messages = gathered.messages.values.filter { $0.time >= since ?? $0.time }
        return (messages.sorted { ($0.order ?? .max) < ($1.order ?? .max) }, failure)
    }

    /// Takes in what comes until a page is there; false when it does not come in time.
    private func awaitPage(_ gathered: inout Gathered) -> Bool {
        var end = SystemClock.steady + Visit.patience
        var isAnswered = false
        while !isAnswered, case let left = end - SystemClock.steady, left > 0, wait(milliseconds: Int32(left)) {
            let events = takeEvents()
            gathered.take(events)
            isAnswered = events.contains { if case .history = $0 { true } else { false } }
            if gathered.isOffline { end = min(end, SystemClock.steady + Visit.patienceWithoutConnection) }
        }
        return isAnswered
    }

    /// Milliseconds that a page of the server's archive is waited for, and for that after the connection went.
    private static let patience: Int64 = 60_000
    private static let patienceWithoutConnection: Int64 = 10_000
    /// Pages without a message, one after the other, after which the archive is given up.
    private static let mostEmptyPages = 100

    /// What has come of a room's messages.
    private struct Gathered {
        var messages: [MessageID: Message] = [:]
        var reachesStart = false
        var isOffline = false
        var emptyPages = 0

        var oldest: Message? { messages.values.min { ($0.order ?? .max) < ($1.order ?? .max) } }

        func isComplete(since: Timestamp?) -> Bool {
            guard let since, let oldest else { return reachesStart }
            return reachesStart || oldest.time < since
        }

        mutating func take(_ events: [TransportEvent]) {
            for event in events {
                switch event {
                case .history(_, let told, let start):
                    for message in told { messages[message.id] = message }
                    reachesStart = start
                    emptyPages = told.isEmpty ? emptyPages + 1 : 0
                case .received(_, let told), .changed(_, let told):
                    for message in told { messages[message.id] = message }
                case .connection(let connection):
                    if case .offline = connection.state { isOffline = true } else { isOffline = false }
                default: break
                }
            }
        }
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
