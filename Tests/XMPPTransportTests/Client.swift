import Archive
import ChatCore
import Glibc
import RichText
import Synchronization
import XMPP
import XMPPTestSupport
import XMPPTransport

/// A transport of ours and all that it tells, as the program would keep it.
final class Client: Sendable {
    let name: String
    private let transport: XMPPTransport?
    private let record: Record

    init(
        _ name: String, _ settings: ConnectionSettings, nick: String? = nil, followsBookmarks: Bool = false,
        archive: String? = nil, upkeep: Upkeep = Upkeep(), upkeepAfter: Int64 = 15_000
    ) {
        self.name = name
        let record = Record()
        self.record = record
        transport = XMPPTransport(
            settings, nick: nick, followsBookmarks: followsBookmarks, archive: archive, upkeep: upkeep,
            upkeepAfter: upkeepAfter
        ) { record.append($0) }
    }

    convenience init(
        _ name: String, at server: Prosody, port: UInt16? = nil, archive: String? = nil, upkeep: Upkeep = Upkeep(),
        upkeepAfter: Int64 = 15_000
    ) {
        self.init(
            name, Peer.settings(name, at: server, port: port), archive: archive, upkeep: upkeep,
            upkeepAfter: upkeepAfter)
    }

    deinit { stop() }

    func stop() { transport?.stop() }

    func perform(_ command: TransportCommand) { transport?.perform(command) }

    /// Opens `room`. Returns whether it came in time.
    func enter(_ room: RoomID) -> Bool {
        perform(.open(room))
        return wait { $0.room(room)?.me != nil && $0.room(room)?.people.isEmpty == false }
    }

    /// Says `body`, as the program does.
    @discardableResult
    func say(
        _ body: RichText, in room: RoomID, id: String = Secure.text(), replyTo: MessageID? = nil,
        attachment: FileAttachment? = nil
    ) -> MessageID {
        let me = record.contents.rooms[room]?.me ?? Person(id: PersonID("?"), name: "?")
        var message = Message(
            id: MessageID(id), room: room, time: Timestamp(milliseconds: 0), author: me, body: body,
            delivery: .sending)
        message.replyTo = replyTo
        message.attachment = attachment
        perform(.send(message))
        return message.id
    }

    /// Changes a message, as the program does.
    func amend(_ target: MessageID, _ change: Amendment.Change, in room: RoomID) {
        let me = record.contents.rooms[room]?.me ?? Person(id: PersonID("?"), name: "?")
        perform(
            .amend(
                Amendment(
                    id: MessageID(Secure.text()), room: room, target: target, time: Timestamp(milliseconds: 0),
                    author: me, change: change)))
    }

    /// Who is shown as `name` in `room`.
    func person(_ name: String, in room: RoomID) -> PersonID {
        contents.room(room)?.people.first { $0.name == name }?.id ?? PersonID("?")
    }

    /// What was told, reduced as the program does.
    var contents: Record.Contents { record.contents }

    /// Waits until `condition` holds, `limit` milliseconds at most. Returns whether it did.
    func wait(_ limit: Int64 = Patience.limit, _ condition: (Record.Contents) -> Bool) -> Bool {
        record.wait(limit) { condition(record.contents) }
    }
}

/// What a transport told, and a pipe to wait for more.
final class Record: Sendable {
    struct Contents {
        var rooms: [RoomID: Room] = [:]
        var events: [TransportEvent] = []
        var told: [RoomID: [MessageID: Message]] = [:]

        func room(_ id: RoomID) -> Room? { rooms[id] }

        /// All messages of a room that were told, each once by its id, in their order.
        func messages(_ id: RoomID) -> [Message] {
            told[id]?.values.sorted { ($0.order ?? .max) < ($1.order ?? .max) } ?? []
        }

        /// The texts of a room, in its order.
        func texts(_ id: RoomID) -> [String] { messages(id).map { FlatText($0.body).text } }

        /// The last answer about older messages says that there are none.
        func reachesStart(_ id: RoomID) -> Bool {
            let answers = events.compactMap { event -> Bool? in
                if case .history(id, _, let reachesStart) = event { reachesStart } else { nil }
            }
            return answers.last == true
        }

        var findings: [Findings] {
            events.compactMap { if case .found(_, let findings) = $0 { findings } else { nil } }
        }

        var notices: [String] {
            events.compactMap { if case .notice(let text, _) = $0 { text } else { nil } }
        }

        var refusals: [String] {
            events.compactMap { if case .refused(_, _, let reason) = $0 { reason } else { nil } }
        }

        /// Conversations with one person that were told, and with whom.
        var directs: [RoomID: Person] {
            var result: [RoomID: Person] = [:]
            for case .direct(let room, let person, _) in events { result[room] = person }
            return result
        }

        var invitations: [(room: RoomID, by: Person)] {
            events.compactMap { if case .invited(let room, _, let by) = $0 { (room, by) } else { nil } }
        }

        /// The last list of contacts, by their names.
        var contacts: [String: Contact] {
            var result: [String: Contact] = [:]
            for case .contacts(let list) in events {
                result = Dictionary(list.map { ($0.person.name, $0) }, uniquingKeysWith: { first, _ in first })
            }
            return result
        }

        var failures: [String] {
            events.compactMap { if case .failed(_, _, let reason) = $0 { reason } else { nil } }
        }
    }

    private let state = Mutex(Contents())
    private let ends: (read: Int32, write: Int32)

    init() {
        var pair: [Int32] = [-1, -1]
        precondition(pipe(&pair) == 0, "no pipe can be made")
        for end in pair {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        ends = (pair[0], pair[1])
    }

    deinit {
        close(ends.read)
        close(ends.write)
    }

    var contents: Contents { state.withLock { $0 } }

    func append(_ event: TransportEvent) {
        state.withLock { contents in
            contents.events.append(event)
            guard let id = event.room else { return }
            switch event {
            case .history(_, let messages, _), .received(_, let messages), .changed(_, let messages):
                for message in messages { contents.told[id, default: [:]][message.id] = message }
            default: break
            }
            _ = contents.rooms[id, default: Room(id: id, name: id.text)].reduce(event)
        }
        _ = write(ends.write, [1], 1)
    }

    func wait(_ limit: Int64, _ condition: () -> Bool) -> Bool {
        let end = Patience.now + limit
        while !condition() {
            let left = end - Patience.now
            if left <= 0 { return false }
            var descriptor = pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)
            poll(&descriptor, 1, Int32(left))
            var bytes = [UInt8](repeating: 0, count: 4096)
            while read(ends.read, &bytes, bytes.count) > 0 {}
        }
        return true
    }
}
