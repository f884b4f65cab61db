import ChatCore
import RichText
import XMPP

/// What one can do in a room besides talking: topic, invitations, names, sending people out.
extension Session {
    /// A message with a subject and nothing else tells what the room is about (XEP-0045, section 8.1).
    func takeTopic(of stanza: XMLElement, _ id: RoomID) {
        guard let subject = stanza.child("subject"), stanza.child("body") == nil, stanza.child("thread") == nil,
            let conversation = conversations[id], conversation.kind == .room
        else { return }
        let topic = HarmlessText.line(subject.text)
        guard topic != conversation.topic else { return }
        conversation.log.topic = topic
        if conversation.isOpened { tell(.topic(id, topic)) }
    }

    func setTopic(_ room: RoomID, _ topic: String) {
        guard isOnline, let conversation = conversations[room], conversation.kind == .room, conversation.stage == .ready
        else { return notice("only a room that one is in has a topic", isFailure: true) }
        let id = Secure.text()
        wishes[id] = "the topic cannot be changed"
        send(
            XMLElement(
                "message", Namespace.client, ["to": conversation.address.description, "type": "groupchat", "id": id],
                [XMLElement("subject", Namespace.client, text: topic)]))
    }

    /// Somebody asks one to come to a room.
    struct Invitation {
        var room: JID
        var by: JID?
        var name: String
        var password: String?
    }

    /// Reads an invitation: by the room (XEP-0045), or by a person (XEP-0249).
    func invitation(_ stanza: XMLElement, from: JID) -> Invitation? {
        if let user = stanza.child("x", Names.roomUser), let invite = user.child("invite") {
            guard from.resource == nil else { return nil }
            let by = invite["from"].flatMap { JID($0) }
            return Invitation(
                room: from, by: by, name: by?.resource ?? by?.local ?? "somebody",
                password: user.child("password")?.text)
        }
        guard let wish = stanza.child("x", Names.invitation), let room = wish["jid"].flatMap({ JID($0) }),
            room.local != nil, from.bare != me
        else { return nil }
        return Invitation(
            room: room.bare, by: from.bare, name: contacts.name(of: from.bare) ?? from.local ?? from.domain,
            password: wish["password"])
    }

    /// Nobody goes anywhere by being invited: it is told, and not too often.
    func received(invitation: Invitation) {
        let id = RoomID(invitation.room.description)
        let isOutside = conversations[id].map { $0.stage == .refused } ?? true
        guard isOutside, !(invitation.by.map { contacts.blocked.contains($0.bare) } ?? false),
            invitationPace.allows(at: now)
        else { return }
        if let password = invitation.password {
            var bookmark = bookmarks[id] ?? Bookmark(isJoined: false)
            bookmark.password = password
            bookmarks[id] = bookmark
        }
        let inviter = invitation.by?.description ?? invitation.room.description
        let by = Person(id: PersonID(inviter), name: HarmlessText.line(invitation.name))
        tell(.invited(id, name: id.text, by: by))
    }

    func invite(_ person: PersonID, to room: RoomID) {
        guard isOnline, let conversation = conversations[room], conversation.kind == .room else {
            return notice("one can ask people only to a room that one is in", isFailure: true)
        }
        guard let address = address(of: person) else {
            return notice("whose address that is, is not known", isFailure: true)
        }
        let id = Secure.text()
        wishes[id] = "\(address) cannot be invited"
        // A room for members lets in only whom it has invited itself.
        if conversation.features.contains("muc_membersonly") {
            let invite = XMLElement("invite", Names.roomUser, ["to": address.description])
            let user = XMLElement("x", Names.roomUser, [:], [invite])
            send(XMLElement("message", Namespace.client, ["to": conversation.address.description, "id": id], [user]))
        } else {
            let wish = XMLElement(
                "x", Names.invitation,
                ["jid": conversation.address.description, "password": bookmarks[room]?.password])
            send(XMLElement("message", Namespace.client, ["to": address.description, "id": id], [wish]))
        }
    }

    /// Takes another name, in all rooms that one is in and those to come.
    func rename(_ name: String) {
        guard let seat = JID(local: "room", domain: "example.org", resource: name)?.resource else {
            return notice("\(HarmlessText.line(name)) is no name that one can have in a room", isFailure: true)
        }
        nick = seat
        for (id, conversation) in conversations {
            guard conversation.kind == .room else {
                conversations[id]?.nick = seat
                if conversation.isOpened { tellOpened(id) }
                continue
            }
            if conversation.stage == .away || conversation.stage == .refused { conversations[id]?.nick = seat }
            guard isOnline, conversation.stage == .ready || conversation.stage == .catchingUp,
                let address = conversation.address.with(resource: seat)
            else { continue }
            send(XMLElement("presence", Namespace.client, ["to": address.description]))
        }
    }

    func received(renameError stanza: XMLElement, _ id: RoomID) {
        guard conversations[id]?.stage == .ready || conversations[id]?.stage == .catchingUp else { return }
        notice("\(id): \(Session.reason(Session.condition(stanza)))", isFailure: true)
    }

    /// Sends somebody out: a kick by the nick, a ban by the address.
    func remove(_ person: PersonID, from room: RoomID, isBanned: Bool, reason: String) {
        guard isOnline, let conversation = conversations[room], conversation.kind == .room else {
            return notice("one is not in this room", isFailure: true)
        }
        guard let occupant = conversation.occupant(person) else {
            return notice("that person is not there", isFailure: true)
        }
        var item = XMLElement("item", Names.roomAdmin)
        if isBanned {
            guard let address = occupant.address else {
                return notice("only who sees the addresses of a room can ban", isFailure: true)
            }
            item["affiliation"] = "outcast"
            item["jid"] = address.description
        } else {
            item["nick"] = occupant.nick
            item["role"] = "none"
        }
        if !reason.isEmpty { item.append(XMLElement("reason", Names.roomAdmin, text: reason)) }
        let wish = "\(HarmlessText.line(occupant.nick)) cannot be sent out"
        ask(.wish(wish), "set", of: conversation.address, XMLElement("query", Names.roomAdmin, [:], [item]))
    }
}
