import ChatCore
import XMPP

/// How far messages got at the other end: receipts (XEP-0184) and markers (XEP-0333). Only to people: in a room they would
/// tell everybody what everybody reads.
extension Session {
    /// The person whom one talks to alone, or that person's program, tells how far a message of one's own got.
    func received(_ mark: ReadMark, from: JID) {
        let id = conversationID(of: from)
        arrived(mark.id, in: id, archiveID: nil, at: WallClock.now)
        guard let log = conversations[id]?.log, conversations[id]?.kind == .person,
            let message = log.message(mark.id, by: myID)
        else { return }
        let changed = log.mark(message, as: mark.delivery, by: myID)
        if !changed.isEmpty { tell(.changed(id, changed)) }
    }

    /// The last message of a person that wants to know when it was seen.
    func noteMarkable(_ reading: MessageReading, at order: Int64, _ id: RoomID) {
        guard reading.isMarkable, let senderID = reading.senderID else { return }
        conversations[id]?.markable = (order, senderID)
    }

    /// Tells a contact up to where one has read; nobody else learns when one reads.
    func tellRead(_ id: RoomID, upTo order: Int64) {
        guard isOnline, let conversation = conversations[id], conversation.kind == .person,
            let markable = conversation.markable, markable.order <= order,
            contacts.mayKnow(conversation.address.bare)
        else { return }
        conversations[id]?.markable = nil
        send(
            XMLElement(
                "message", Namespace.client,
                ["to": conversation.address.description, "type": "chat", "id": Secure.text()],
                [
                    XMLElement("displayed", Names.markers, ["id": markable.senderID]),
                    XMLElement("store", Names.hints),
                ]))
    }
}

/// What a message without a text tells of an earlier one.
struct ReadMark: Hashable {
    /// The id that its sender gave to that message.
    var id: String
    var delivery: Message.Delivery

    init?(_ stanza: XMLElement) {
        guard stanza.child("body") == nil else { return nil }
        if let id = stanza.child("displayed", Names.markers)?["id"] {
            self.init(id: id, delivery: .read)
        } else if let id = (stanza.child("received", Names.receipts) ?? stanza.child("received", Names.markers))?["id"]
        {
            self.init(id: id, delivery: .delivered)
        } else {
            return nil
        }
    }

    private init(id: String, delivery: Message.Delivery) {
        self.id = id
        self.delivery = delivery
    }
}
