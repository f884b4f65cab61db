import ChatCore

/// What a transport was asked and has not answered. Lines out of a pipe wait for it: the next may be meant for the room
/// that the one before opens, or change what that one says.
struct PlainQuestions {
    /// What the answer is about.
    private enum Question: Hashable {
        case room(RoomID)
        case message(MessageID)
        case change(MessageID)
        case place(RoomID, Landmark)
        case found(RoomID)
        case rooms
        /// A sentence tells how it went, or the event that it leads to.
        case sentence
    }

    private var open: Set<Question> = []

    /// Whether all was answered.
    var isEmpty: Bool { open.isEmpty }

    /// Whether the list of rooms is waited for.
    var awaitsRooms: Bool { open.contains(.rooms) }

    /// A file is written.
    mutating func exporting() { open.insert(.sentence) }

    /// Nothing more is waited for.
    mutating func giveUp() { open = [] }

    /// Something is asked.
    mutating func asked(_ command: TransportCommand) {
        switch command {
        case .open(let room): open.insert(.room(room))
        case .send(let message): open.insert(.message(message.id))
        case .amend(let amendment): open.insert(.change(amendment.target))
        case .load(let room, let landmark, _): open.insert(.place(room, landmark))
        case .search(let room, _, _, _): open.insert(.found(room))
        case .listRooms: open.insert(.rooms)
        case .openDirect, .setTopic, .invite, .rename, .rank, .tellSettings, .configure, .destroy, .block, .befriend:
            open.insert(.sentence)
        // Nothing that the next line could depend on.
        default: break
        }
    }

    /// Something is told.
    mutating func told(_ event: TransportEvent) {
        switch event {
        case .people(let room, _): open.remove(.room(room))
        case .received(_, let messages): for message in messages { open.remove(.message(message.id)) }
        case .failed(_, let id, _): open.remove(.message(id))
        case .changed(_, let messages): for message in messages { open.remove(.change(message.id)) }
        case .refused(_, let amendment, _): open.remove(.change(amendment.target))
        case .page(let room, let page): open.remove(.place(room, page.landmark))
        case .found(let room, _): open.remove(.found(room))
        case .rooms: open.remove(.rooms)
        case .notice, .direct, .topic, .opened, .contacts: open.remove(.sentence)
        default: break
        }
    }
}
