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
        case .setTyping(let room, let isTyping): setTyping(room, isTyping)
        case .loadOlder(let room, let before, let limit): loadOlder(room, before: before, limit: limit)
        case .markRead(let room, let upTo): markRead(room, upTo: upTo)
        case .load(let room, let landmark, let limit): load(room, landmark, limit: limit)
        case .search(let room, let search, let before, let limit): find(room, search, before: before, limit: limit)
        case .keepPlace(let room, let place): readingPlaces[room] = place
        case .amend(let amendment): amend(amendment)
        case .listRooms, .setTopic, .openDirect, .invite, .rename, .remove, .block, .befriend:
            tell(.notice("That cannot be done here", isFailure: true))
        }
    }

    private func open(_ room: RoomID) {
        if var known = conversations[room] {
            known.isWanted = true
            if known.stage == .refused { known.stage = .away }
            // Whoever asks again has forgotten: the history is told anew.
            known.isOpened = false
            known.log = ConversationLog()
            if known.stage == .ready { known.stage = .asking }
            conversations[room] = known
            if isOnline { known.stage == .asking ? fetchMissed(room) : enter(room) }
            return
        }
        guard let address = JID(room.text), address.local != nil else {
            tell(.notice("\(HarmlessText.line(room.text)) is no address of a room or a person", isFailure: true))
            return
        }
        conversations[room] = Conversation(room, address: address.bare, nick: nick)
        if isOnline { enter(room) }
    }

    private func close(_ room: RoomID) {
        guard let conversation = conversations.removeValue(forKey: room) else { return }
        guard conversation.kind == .room, isOnline, let seat = conversation.address.with(resource: conversation.nick)
        else { return }
        send(XMLElement("presence", Namespace.client, ["to": seat.description, "type": "unavailable"]))
    }

    private func send(_ message: Message) {
        guard let conversation = conversations[message.room], conversation.stage != .refused else {
            tell(.failed(message.room, message.id, reason: "one is not in this room"))
            return
        }
        outbox.put(.message(message))
        flushOutbox()
    }

    private func setTyping(_ room: RoomID, _ isTyping: Bool) {
        guard isOnline, let conversation = conversations[room], conversation.stage == .ready else { return }
        send(MessageWriting.typing(isTyping, in: conversation))
    }

    /// Keeps on the server up to where one has read (XEP-0490).
    private func markRead(_ room: RoomID, upTo order: Int64) {
        guard isOnline, let conversation = conversations[room], let id = conversation.log.archiveID(upTo: order),
            displayed[room] != id
        else { return }
        displayed[room] = id
        let by = conversation.kind == .room ? conversation.address : me
        let stanzaID = XMLElement("stanza-id", Names.stanzaID, ["id": id, "by": by.description])
        let item = XMLElement(
            "item", Names.publishing, ["id": conversation.address.description],
            [XMLElement("displayed", Names.displayed, [:], [stanzaID])])
        let options = DataForm.submission(
            Names.publishing + "#publish-options",
            [
                ("pubsub#persist_items", "true"), ("pubsub#max_items", "max"),
                ("pubsub#send_last_published_item", "never"), ("pubsub#access_model", "whitelist"),
            ])
        let publish = XMLElement(
            "pubsub", Names.publishing, [:],
            [
                XMLElement("publish", Names.publishing, ["node": Names.displayed], [item]),
                XMLElement("publish-options", Names.publishing, [:], [options]),
            ])
        ask(.nothing, "set", of: nil, publish)
    }

    /// Asks up to where one had read in all rooms.
    func askDisplayed() {
        let items = XMLElement("items", Names.publishing, ["node": Names.displayed])
        ask(.displayed, of: nil, XMLElement("pubsub", Names.publishing, [:], [items]))
    }

    func received(displayed answer: XMLElement) {
        let items = answer.child("pubsub", Names.publishing)?.child("items")
        for item in items?.all("item") ?? [] {
            guard let address = item["id"],
                let id = item.child("displayed", Names.displayed)?.child("stanza-id", Names.stanzaID)?["id"]
            else { continue }
            displayed[RoomID(address)] = id
        }
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
