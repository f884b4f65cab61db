import ChatCore
import RichText
import XMPP

extension Session {
    /// Does what the user asks.
    func perform(_ command: TransportCommand) {
        switch command {
        case .open(let room): open(room)
        case .close(let room): close(room)
        case .send(let message): send(message)
        case .cancel(let room, let id): cancelUpload(of: id, in: room, because: "it was given up")
        case .setTyping(let room, let isTyping): setTyping(room, isTyping)
        case .loadOlder(let room, let before, let limit): loadOlder(room, before: before, limit: limit)
        case .markRead(let room, let upTo): markRead(room, upTo: upTo)
        case .load(let room, let landmark, let limit): load(room, landmark, limit: limit)
        case .search(let room, let search, let before, let limit): find(room, search, before: before, limit: limit)
        case .keepPlace(let room, let place):
            readingPlaces[room] = place
            ledger?.note(place, room)
        case .amend(let amendment): amend(amendment)
        case .listRooms: listRooms()
        case .setTopic(let room, let topic): setTopic(room, topic)
        case .openDirect(let person, let room): openDirect(person, metIn: room)
        case .invite(let person, let room): invite(person, to: room)
        case .rename(let name): rename(name)
        case .remove(let person, let room, let isBanned, let reason):
            remove(person, from: room, isBanned: isBanned, reason: reason)
        case .enter(let room, let password): enter(room, password: password)
        case .rank(let person, let room, let change): give(person, change, in: room)
        case .tellSettings(let room): askSettings(room, key: nil, value: "")
        case .configure(let room, let key, let value): askSettings(room, key: key, value: value)
        case .destroy(let room, let reason): destroy(room, reason: reason)
        case .block(let person, let isBlocked): block(person, isBlocked)
        case .befriend(let person, let isWanted): befriend(person, isWanted)
        }
    }

    private func open(_ room: RoomID) {
        if var known = conversations[room] {
            known.isWanted = true
            if known.stage == .refused { known.stage = .away }
            conversations[room] = known
            // Whoever asks again has forgotten: what is at hand is told anew.
            if known.isOpened { tellAgain(room) }
            if isOnline { enter(room) }
            bookmark(room, isJoined: true)
            return
        }
        guard let address = JID(room.text), address.local != nil else {
            tell(.notice("\(HarmlessText.line(room.text)) is no address of a room or a person", isFailure: true))
            return
        }
        conversations[room] = made(room, address, nick: bookmarks[room]?.nick ?? nick)
        tellKept(room)
        if isOnline { enter(room) }
        bookmark(room, isJoined: true)
    }

    func close(_ room: RoomID) {
        bookmark(room, isJoined: false)
        leave(room)
    }

    func leave(_ room: RoomID) {
        guard let conversation = conversations.removeValue(forKey: room) else { return }
        for upload in uploads where upload.message.room == room {
            cancelUpload(of: upload.message.id, in: room, because: "one has left the room")
        }
        guard conversation.kind == .room, isOnline, let seat = conversation.address.with(resource: conversation.nick)
        else { return }
        send(XMLElement("presence", Namespace.client, ["to": seat.description, "type": "unavailable"]))
    }

    private func send(_ message: Message) {
        guard let conversation = conversations[message.room], conversation.stage != .refused else {
            tell(.failed(message.room, message.id, reason: "one is not in this room"))
            return
        }
        if let attachment = message.attachment { return upload(attachment, with: message) }
        outbox.put(.message(message))
        flushOutbox()
    }

    private func setTyping(_ room: RoomID, _ isTyping: Bool) {
        guard isOnline, let conversation = conversations[room], conversation.stage == .ready,
            conversation.isToldOfTyping != isTyping
        else { return }
        conversations[room]?.isToldOfTyping = isTyping
        send(MessageWriting.typing(isTyping, in: conversation))
    }

    /// What keeps `item` at a node of one's own, for nobody else to see (XEP-0223).
    static func publication(of item: XMLElement, at node: String) -> XMLElement {
        let options = DataForm.submission(
            Names.publishing + "#publish-options",
            [
                ("pubsub#persist_items", "true"), ("pubsub#max_items", "max"),
                ("pubsub#send_last_published_item", "never"), ("pubsub#access_model", "whitelist"),
            ])
        return XMLElement(
            "pubsub", Names.publishing, [:],
            [
                XMLElement("publish", Names.publishing, ["node": node], [item]),
                XMLElement("publish-options", Names.publishing, [:], [options]),
            ])
    }
}

/// Forms as they are filled in (XEP-0004).
enum DataForm {
    static func submission(_ type: String, _ fields: [(name: String, value: String)]) -> XMLElement {
        let fields = [(name: "FORM_TYPE", value: type)] + fields
        return XMLElement(
            "x", Names.form, ["type": "submit"],
            fields.map { field in
                XMLElement(
                    "field", Names.form, ["var": field.name], [XMLElement("value", Names.form, text: field.value)])
            })
    }
}
