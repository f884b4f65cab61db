import ChatCore

/// Messages of one's own that are not known to have arrived, in the order in which they were said.
struct Outbox {
    /// How far a message got.
    enum Stage: Hashable {
        /// It was not handed to the connection, or is known not to have arrived.
        case waiting
        /// It was handed to the connection.
        case sent
        /// It was handed to a session that ended: it may have arrived.
        case unsure
    }

    /// A message on its way.
    struct Entry {
        var message: Message
        var stage: Stage
        /// Whether it bounced off a room that had forgotten one.
        var hasBounced = false
    }

    private(set) var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    mutating func put(_ message: Message) {
        guard !entries.contains(where: { $0.message.id == message.id }) else { return }
        entries.append(Entry(message: message, stage: .waiting))
    }

    /// The message of that id in `room`, taken out: it has arrived, or never will.
    mutating func take(_ id: String, in room: RoomID) -> Message? {
        guard let index = index(id, in: room) else { return nil }
        return entries.remove(at: index).message
    }

    /// Those of `room` that are to be handed to the connection now, in order; they are noted as sent.
    mutating func takeWaiting(in room: RoomID) -> [Message] {
        var result: [Message] = []
        for index in entries.indices where entries[index].message.room == room && entries[index].stage == .waiting {
            entries[index].stage = .sent
            result.append(entries[index].message)
        }
        return result
    }

    /// The session is over, or the stay in `room`.
    mutating func sessionEnded(in room: RoomID? = nil) {
        for index in entries.indices where entries[index].stage == .sent {
            if room == nil || entries[index].message.room == room { entries[index].stage = .unsure }
        }
    }

    /// What the archive of `room` does not have has not arrived.
    mutating func archiveWasRead(_ room: RoomID) {
        for index in entries.indices where entries[index].message.room == room && entries[index].stage == .unsure {
            entries[index].stage = .waiting
        }
    }

    /// A message came back from a room that has forgotten one. Returns whether it may be tried once more.
    mutating func bounced(_ id: String, in room: RoomID) -> Bool {
        guard let index = index(id, in: room), !entries[index].hasBounced else { return false }
        entries[index].hasBounced = true
        entries[index].stage = .waiting
        return true
    }

    /// Takes everything out.
    mutating func giveUp() -> [Message] {
        defer { entries = [] }
        return entries.map(\.message)
    }

    private func index(_ id: String, in room: RoomID) -> Int? {
        entries.firstIndex { $0.message.id.text == id && $0.message.room == room }
    }
}
