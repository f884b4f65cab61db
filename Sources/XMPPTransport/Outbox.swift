import ChatCore
import RichText

/// Something of one's own that is on its way.
enum Parcel: Hashable {
    case message(Message)
    /// A change to a message; for a reaction with all the emoji that one has under it from then on, since that is what
    /// is sent (XEP-0444).
    case amendment(Amendment, emoji: [String])

    /// The id under which it is sent.
    var id: MessageID {
        switch self {
        case .message(let message): message.id
        case .amendment(let amendment, _): amendment.id
        }
    }

    /// Bytes of its text.
    var size: Int {
        switch self {
        case .message(let message): FlatText(message.body).text.utf8.count
        case .amendment(let amendment, _):
            if case .edit(let body) = amendment.change { FlatText(body).text.utf8.count } else { 0 }
        }
    }

    var room: RoomID {
        switch self {
        case .message(let message): message.room
        case .amendment(let amendment, _): amendment.room
        }
    }
}

/// Messages and changes of one's own that are not known to have arrived, in the order in which they were made.
struct Outbox {
    /// How far one got.
    enum Stage: Hashable {
        /// It was not handed to the connection, or is known not to have arrived.
        case waiting
        /// It was handed to the connection.
        case sent
        /// It was handed to a session that ended: it may have arrived.
        case unsure
    }

    /// A parcel on its way.
    struct Entry {
        var parcel: Parcel
        var stage: Stage
        /// Whether it bounced off a room that had forgotten one.
        var hasBounced = false
    }

    private(set) var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    mutating func put(_ parcel: Parcel) {
        guard !entries.contains(where: { $0.parcel.id == parcel.id }) else { return }
        entries.append(Entry(parcel: parcel, stage: .waiting))
    }

    /// Whether something of that id is on its way to `room`.
    func holds(_ id: String, in room: RoomID) -> Bool { index(id, in: room) != nil }

    /// What is on its way to `room` under that id, taken out: it has arrived, or never will.
    mutating func take(_ id: String, in room: RoomID) -> Parcel? {
        guard let index = index(id, in: room) else { return nil }
        return entries.remove(at: index).parcel
    }

    /// The message `id` of `room`, if it is on its way.
    func message(_ id: MessageID, in room: RoomID) -> Message? {
        guard let index = index(id.text, in: room), case .message(let message) = entries[index].parcel else {
            return nil
        }
        return message
    }

    /// The changes to the message `target` that are on their way, in order.
    func amendments(of target: MessageID) -> [Amendment] {
        entries.compactMap { entry in
            guard case .amendment(let amendment, _) = entry.parcel, amendment.target == target else { return nil }
            return amendment
        }
    }

    /// Those of `room` that are to be handed to the connection now, in order; they are noted as sent. A change to a
    /// message that is on its way itself stays until that has arrived: only then can it be named.
    mutating func takeWaiting(in room: RoomID) -> [Parcel] {
        var result: [Parcel] = []
        let underWay = Set(entries.compactMap { if case .message(let message) = $0.parcel { message.id } else { nil } })
        for index in entries.indices where entries[index].parcel.room == room && entries[index].stage == .waiting {
            if case .amendment(let amendment, _) = entries[index].parcel, underWay.contains(amendment.target) {
                continue
            }
            entries[index].stage = .sent
            result.append(entries[index].parcel)
        }
        return result
    }

    /// The session is over, or the stay in `room`.
    mutating func sessionEnded(in room: RoomID? = nil) {
        for index in entries.indices where entries[index].stage == .sent {
            if room == nil || entries[index].parcel.room == room { entries[index].stage = .unsure }
        }
    }

    /// What the archive of `room` does not have has not arrived.
    mutating func archiveWasRead(_ room: RoomID) {
        for index in entries.indices where entries[index].parcel.room == room && entries[index].stage == .unsure {
            entries[index].stage = .waiting
        }
    }

    /// Something came back from a room that has forgotten one. Returns whether it may be tried once more.
    mutating func bounced(_ id: String, in room: RoomID) -> Bool {
        guard let index = index(id, in: room), !entries[index].hasBounced else { return false }
        entries[index].hasBounced = true
        entries[index].stage = .waiting
        return true
    }

    /// The longest of what was handed to the connection, if it is longer than `bytes`, taken out.
    mutating func takeLongest(over bytes: Int) -> Parcel? {
        let sizes = entries.map { $0.stage == .waiting ? 0 : $0.parcel.size }
        guard let most = sizes.max(), most > bytes, let index = sizes.firstIndex(of: most) else { return nil }
        return entries.remove(at: index).parcel
    }

    /// Takes out what is on its way, to `room` only if one is given.
    mutating func giveUp(in room: RoomID? = nil) -> [Parcel] {
        let given = entries.filter { room == nil || $0.parcel.room == room }
        entries.removeAll { room == nil || $0.parcel.room == room }
        return given.map(\.parcel)
    }

    private func index(_ id: String, in room: RoomID) -> Int? {
        entries.firstIndex { $0.parcel.id.text == id && $0.parcel.room == room }
    }
}
