import Archive
import ChatCore
import RichText

// Talking to one person alone, being asked to come somewhere, and one's name.

extension TransportLoop {
    /// Answers `openDirect`.
    func openDirect(_ person: PersonID, metIn room: RoomID) {
        if person == me.id { return refuse("That is you; there is nobody to talk to") }
        let direct = DirectRoom.id(me.id, person)
        guard DirectRoom.partner(of: me.id, in: direct) == person else {
            return refuse("There is no such person: \(HarmlessText.line(person.text))")
        }
        met.insert(direct)
        tellPartner(in: direct, isAsked: true, metIn: room)
    }

    /// Whether one may be in `room`; says why not.
    func isAllowed(_ room: RoomID) -> Bool {
        guard !room.text.isEmpty, room.text.unicodeScalars.count <= 1024, HarmlessText.line(room.text) == room.text
        else {
            refuse("A room needs a name of one line that is not too long")
            return false
        }
        guard !DirectRoom.isDirect(room) || DirectRoom.partner(of: me.id, in: room) != nil else {
            refuse("That room is for two other people")
            return false
        }
        return true
    }

    /// Tells whom one talks to in a room of two, unless that was told by this name already.
    func tellPartner(in room: RoomID, isAsked: Bool, metIn other: RoomID? = nil) {
        guard let id = DirectRoom.partner(of: me.id, in: room) else { return }
        let partner = Person(id: id, name: name(of: id, metIn: [room, other].compactMap { $0 }))
        guard isAsked || told[room]?.partner != partner else { return }
        if rooms.contains(room) { told[room, default: Told()].partner = partner }
        deliver(.direct(room, with: partner, isAsked: isAsked))
    }

    /// The name of the person `id`: as it is now, else as it was last, else what the id tells.
    private func name(of id: PersonID, metIn rooms: [RoomID]) -> String {
        if let name = presence.name(of: id) { return name }
        for room in rooms {
            if let name = try? archive.name(of: id, in: room), !name.isEmpty { return name }
        }
        return id.text.split(separator: "/").last.map { HarmlessText.line(String($0)) } ?? id.text
    }

    /// Something was said in a room that is not open: if it is one's own with somebody else, that is told first.
    /// Returns whether the messages are to be told too.
    func meet(in room: RoomID, for messages: ArraySlice<Message>) -> Bool {
        guard isSeen, DirectRoom.partner(of: me.id, in: room) != nil else { return false }
        if met.contains(room) { return true }
        guard messages.contains(where: { $0.author.id != me.id }) else { return false }
        met.insert(room)
        tellPartner(in: room, isAsked: false)
        return true
    }

    /// Tells, once a room is open, what waited while one was away: rooms of two where something is unread, and
    /// invitations. Which rooms are open again is for who shows them to keep: one that was left stays closed.
    func greet() {
        guard isSeen, !isGreeted, !rooms.isEmpty else { return }
        isGreeted = true
        do throws(ArchiveError) {
            for activity in try archive.activity(prefix: DirectRoom.prefix).reversed() {
                guard DirectRoom.partner(of: me.id, in: activity.room) != nil, !met.contains(activity.room),
                    !rooms.contains(activity.room)
                else { continue }
                let readUpTo = try archive.readPosition(of: me.id, in: activity.room) ?? 0
                guard activity.newest > readUpTo,
                    try archive.holdsNews(for: me.id, in: activity.room, after: readUpTo)
                else { continue }
                met.insert(activity.room)
                tellPartner(in: activity.room, isAsked: false)
            }
            tellInvitations(try archive.invitations(of: me.id))
        } catch {
            complain(error)
        }
    }

    /// Answers `invite`.
    func invite(_ person: PersonID, to room: RoomID) {
        if DirectRoom.isDirect(room) { return refuse("Nobody else can be asked into a room of two") }
        if person == me.id { return refuse("You are here already") }
        let name = name(of: person, metIn: [room])
        if presence.people(in: room).contains(where: { $0.id == person }) {
            return refuse("\(name) is in \(HarmlessText.line(room.text)) already")
        }
        outbox.put(RoomEvent(room: room, time: Clock.now, author: me, kind: .invitation(person)))
        deliver(.notice("\(name) is asked to come to \(HarmlessText.line(room.text))", isFailure: false))
    }

    /// Tells of invitations, and keeps that they were told.
    func tellInvitations(_ events: [RoomEvent]) {
        // Before that, they wait in the archive.
        guard isSeen, isGreeted else { return }
        var last: Int64?
        for event in events where event.kind == .invitation(me.id) && event.order > lastInvitation {
            last = event.order
            lastInvitation = event.order
            if rooms.contains(event.room) || !isHarmless(event.room) { continue }
            deliver(.invited(event.room, name: event.room.text, by: event.author))
        }
        // What cannot be kept is told once more next time.
        if let last { try? archive.setHeard(by: me.id, upTo: last) }
    }

    private func isHarmless(_ room: RoomID) -> Bool { !room.text.isEmpty && !DirectRoom.isDirect(room) }

    /// Answers `rename`: the id stays, so what was said before is still one's own.
    func rename(to name: String) {
        let line = HarmlessText.line(name)
        guard !line.isEmpty, line.unicodeScalars.count <= LocalIdentity.longestName else {
            return refuse("A name has 1 to \(LocalIdentity.longestName) characters")
        }
        if line == me.name { return refuse("You are called \(line) already") }
        me.name = line
        presence.rename(to: line, at: Clock.steady)
        for room in rooms.sorted() {
            let kept = (try? archive.readPosition(of: me.id, in: room)) ?? nil
            let readUpTo = [kept, readPositions.waiting(room)].compactMap { $0 }.max()
            deliver(.opened(room, me: me, readUpTo: readUpTo))
        }
    }
}
