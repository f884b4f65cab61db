import ChatCore
import RichText
import XMPP

extension Session {
    /// Sends what waits and can go.
    func flushOutbox() {
        guard isOnline else { return }
        for (id, conversation) in conversations where conversation.stage == .ready {
            for message in outbox.takeWaiting(in: id) {
                send(MessageWriting.stanza(message, in: conversation, me: me))
            }
        }
    }

    /// The server has these. To a person that is all that can be known; a room will echo what it took.
    func acknowledged(_ stanzas: [XMLElement]) {
        for stanza in stanzas where stanza.name == "message" && stanza["type"] == "chat" {
            guard let id = stanza["id"], let address = stanza["to"].flatMap({ JID($0) }) else { continue }
            arrived(id, in: RoomID(address.bare.description), archiveID: nil, at: WallClock.now)
        }
    }

    /// An own message is known to have arrived: it gets its place.
    @discardableResult
    func arrived(_ id: String, in room: RoomID, archiveID: String?, at time: Timestamp) -> Bool {
        guard let conversation = conversations[room], var message = outbox.take(id, in: room) else { return false }
        message.author = Person(id: myID, name: HarmlessText.line(conversation.nick))
        message.time = time
        message.delivery = .sent
        message.order = conversation.log.placeNewer(time)
        conversation.log.keep(message, archiveID: archiveID, senderID: id)
        tell(.received(room, [message]))
        return true
    }

    /// A message came back.
    func bounced(_ stanza: XMLElement, in room: RoomID) {
        guard let id = stanza["id"], outbox.entries.contains(where: { $0.message.id.text == id }) else { return }
        let error = stanza.child("error")
        let condition = error?.elements.first { $0.namespace == Namespace.stanzaErrors && $0.name != "text" }?.name
        let isForgotten = condition == "not-acceptable" || condition == "item-not-found"
        if conversations[room]?.kind == .room, isForgotten, outbox.bounced(id, in: room) {
            rejoin(room)
            return
        }
        guard let message = outbox.take(id, in: room) else { return }
        let words = HarmlessText.line(error?.child("text", Namespace.stanzaErrors)?.text ?? "")
        tell(.failed(room, message.id, reason: words.isEmpty ? Session.reason(condition) : words))
    }

    /// What a condition of a stanza error means, for a person.
    static func reason(_ condition: String?) -> String {
        switch condition {
        case "forbidden": "one is banned, or may not speak here"
        case "registration-required": "only members may enter"
        case "not-authorized": "a password is needed"
        case "conflict": "the name is taken"
        case "service-unavailable": "nobody answers, or the room is full"
        case "item-not-found": "there is no such room"
        case "not-allowed": "that is not allowed"
        case "remote-server-not-found": "the server cannot be found"
        case "remote-server-timeout": "the server does not answer"
        case "policy-violation": "the server's rules forbid it, or the message is too long"
        case "jid-malformed": "that is no name that one can have"
        case let other: other ?? "refused"
        }
    }
}
