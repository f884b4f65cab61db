import ChatCore
import RichText
import XMPP

/// Conversations with one person, and whispers of occupants, which are never taken for what the person behind says.
extension Session {
    /// Opens the conversation with a person who is met in `room`: by the real address where that is known, else through
    /// the room.
    func openDirect(_ person: PersonID, metIn room: RoomID) {
        if person == myID { return notice("that is oneself", isFailure: true) }
        let isRoom = conversations[room]?.kind == .room
        let occupant = isRoom ? conversations[room]?.occupant(person) : nil
        let seat = occupant.flatMap { conversations[room]?.address.with(resource: $0.nick) }
        guard let address = occupant?.address ?? seat ?? address(of: person) else {
            return notice("that person is not there", isFailure: true)
        }
        let id = RoomID(address.description)
        let isNew = conversations[id] == nil
        if isNew { conversations[id] = made(id, address, nick: nick) }
        conversations[id]?.isWanted = true
        guard let conversation = conversations[id] else { return }
        tell(.direct(id, with: conversation.partner, isAsked: true))
        if conversation.isOpened { tellAgain(id) }
        if isNew { tellKept(id) }
        if isOnline { enter(id) }
    }

    /// Which conversation `address` belongs to: an occupant's own where one whispers, else that of the bare address.
    func conversationID(of address: JID) -> RoomID {
        let full = RoomID(address.description)
        return conversations[full] != nil ? full : RoomID(address.bare.description)
    }

    /// A person's program says something, or one's own other program to that person.
    func received(direct stanza: XMLElement, from peer: JID) {
        let id = RoomID(peer.bare.description)
        if let conversation = conversations[id], conversation.kind == .room { return }
        let isTheirs = stanza["from"].flatMap { JID($0) }?.bare == peer.bare
        if conversations[id] == nil {
            guard stanza.child("body") != nil, peer.local != nil, begin(id, peer.bare) else { return }
        }
        if isTheirs, stanza.child("request", Names.receipts) != nil { confirm(stanza, peer) }
        let stage = conversations[id]?.stage
        if stage == .ready || stage == .catchingUp { received(conversation: stanza, id) }
    }

    /// What an occupant says to one alone.
    func received(fromOccupant stanza: XMLElement, _ from: JID) {
        let room = RoomID(from.bare.description)
        let id = RoomID(from.description)
        guard from.resource != nil, stanza.child("body") != nil, conversations[room]?.kind == .room,
            conversations[id] != nil || begin(id, from)
        else { return }
        received(conversation: stanza, id)
    }

    /// Somebody begins to talk to one. Returns false when too many do.
    private func begin(_ id: RoomID, _ address: JID) -> Bool {
        guard !contacts.blocked.contains(address.bare), directPace.allows(at: now) else { return false }
        var conversation = made(id, address, nick: nick)
        conversation.isWanted = false
        conversation.partnerName = contacts.name(of: address)
        conversations[id] = conversation
        tell(.direct(id, with: conversation.partner, isAsked: false))
        tellKept(id)
        // An occupant's room is known to be one; everybody else outside rooms is a person.
        if address.resource == nil && services[address.domain] == nil { services[address.domain] = .person }
        enter(id)
        return true
    }

    /// Tells whom one knows or talks to that the message arrived (XEP-0184).
    private func confirm(_ stanza: XMLElement, _ peer: JID) {
        let isWanted = conversations[RoomID(peer.bare.description)]?.isWanted == true
        guard let id = stanza["id"], stanza["type"] != "error", isWanted || contacts.mayKnow(peer.bare),
            stanza.child("delay", Names.delay) == nil
        else { return }
        let receipt = XMLElement("received", Names.receipts, ["id": id])
        send(
            XMLElement(
                "message", Namespace.client, ["to": peer.description, "type": "chat", "id": Secure.text()],
                [receipt, XMLElement("store", Names.hints)]))
    }
}
