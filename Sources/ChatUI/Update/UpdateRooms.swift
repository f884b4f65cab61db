import ChatCore
import RichText

// What transports tell about rooms as such, and about people beyond a single room.

extension ChatState {
    /// Takes in an event that is about no room that is open; nil for every other.
    mutating func meet(_ event: TransportEvent, at moment: Moment) -> [Effect]? {
        switch event {
        case .notice(let text, let isFailure):
            tell(text, isFailure: isFailure)
            if isFailure { takeBackWhatWaits() }
            return []
        case .contacts(let contacts):
            self.contacts = contacts
            return []
        case .rooms(let rooms):
            knownRooms = rooms
            refreshSwitcher()
            if view.composer.query?.kind == .command { openMenu(for: view.composer.query) }
            return []
        case .invited(let room, let name, let person):
            // A room that is open and does not let one in is one to be asked to.
            guard !views.contains(where: { $0.room.id == room && !$0.room.people.isEmpty }) else { return [] }
            invitations.removeAll { $0.id == room }
            invitations.append(RoomSummary(id: room, name: name))
            tell("\(person.name) asks you to come to \(name): /join \(name)")
            return []
        case .connection(let connection):
            let index = connections.firstIndex { $0.account == connection.account }
            if let index { connections[index] = connection } else { connections.append(connection) }
            return []
        case .opened(let room, _, _):
            // A room that follows one from another device is there without having been asked for.
            if !views.contains(where: { $0.room.id == room }) { _ = open(Room(id: room, name: room.text)) }
            return nil
        case .passwordWanted(let room):
            // Whoever looks elsewhere or writes is not interrupted; /join asks again.
            guard view.room.id == room, question == nil else { return [] }
            let isWriting = typedAt.map { moment.milliseconds - $0 < ChatState.pause } ?? false
            guard view.composer.isEmpty, !isWriting else {
                tell("\(view.room.name) wants a password; /join \(view.room.name) asks for it")
                return []
            }
            secretEntry = SecretEntry(room: room, name: view.room.name, purpose: .enter)
            return []
        case .direct(let room, let person, let isAsked): return meet(person, in: room, isAsked: isAsked, at: moment)
        default: return nil
        }
    }

    /// Milliseconds without a key after which somebody is not taken for writing any more.
    private static let pause: Int64 = 1_000

    /// Asks which rooms there are when that is wanted, but not for every key.
    mutating func askForRooms(at moment: Moment) -> [Effect] {
        guard wantsRooms else { return [] }
        wantsRooms = false
        guard moment.milliseconds - (roomsAskedAt ?? .min / 2) >= 5_000 else { return [] }
        roomsAskedAt = moment.milliseconds
        return [.transport(.listRooms)]
    }

    /// Asks what can be set of the room in view when that is wanted.
    mutating func askForRoomSettings() -> [Effect] {
        guard wantsRoomSettings else { return [] }
        wantsRoomSettings = false
        return [.transport(.tellSettings(view.room.id))]
    }

    /// The room of oneself and `person` is there: it is shown if one asked for it.
    private mutating func meet(_ person: Person, in id: RoomID, isAsked: Bool, at moment: Moment) -> [Effect] {
        var effects: [Effect] = []
        if !views.contains(where: { $0.room.id == id }) {
            effects += open(Room(id: id, name: person.name))
        }
        guard let index = views.firstIndex(where: { $0.room.id == id }) else { return effects }
        views[index].room.partner = person
        views[index].room.name = person.name
        // Whoever writes later is not told what was meant for the time when one asked.
        guard isAsked else { return effects }
        placeWhatWaits(in: index, at: moment)
        return effects + show(room: index) + sendWhatWaits(in: index)
    }
}
