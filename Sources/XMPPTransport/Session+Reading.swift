import ChatCore
import RichText
import XMPP

/// Up to where one has read, here and on one's other devices (XEP-0490).
extension Session {
    /// One has read `room` up to the place `order`: it is kept, and one's other devices are told.
    func markRead(_ room: RoomID, upTo order: Int64) {
        guard let conversation = conversations[room] else { return }
        let readUpTo = max(order, conversation.readUpTo ?? .min)
        conversations[room]?.readUpTo = readUpTo
        ledger?.note(read: readUpTo, room)
        conversations[room]?.hasUntoldRead = true
        publishRead(room)
        tellRead(room, upTo: order)
    }

    /// Tells one's other devices up to where one has read `room`, if that is further than they know.
    func publishRead(_ room: RoomID) {
        guard isOnline, let conversation = conversations[room], conversation.hasUntoldRead,
            let order = conversation.readUpTo, let id = conversation.log.archiveID(upTo: order)
        else { return }
        conversations[room]?.hasUntoldRead = false
        let elsewhere = displayed[room].flatMap { conversation.log.message(archiveID: $0)?.order }
        guard displayed[room] != id, elsewhere ?? .min < order else { return }
        displayed[room] = id
        let by = conversation.kind == .room ? conversation.address : me
        let stanzaID = XMLElement("stanza-id", Names.stanzaID, ["id": id, "by": by.description])
        let item = XMLElement(
            "item", Names.publishing, ["id": conversation.address.description],
            [XMLElement("displayed", Names.displayed, [:], [stanzaID])])
        ask(.nothing, "set", of: nil, Session.publication(of: item, at: Names.displayed))
    }

    /// Asks up to where one had read in all rooms.
    func askDisplayed() {
        let items = XMLElement("items", Names.publishing, ["node": Names.displayed])
        ask(.displayed, of: nil, XMLElement("pubsub", Names.publishing, [:], [items]))
    }

    func received(displayed answer: XMLElement) {
        let items = answer.child("pubsub", Names.publishing)?.child("items")
        take(displayed: items?.all("item") ?? [])
    }

    /// Takes in what one's own account keeps; who else says so was refused before. An id counts only if it is of the
    /// archive that the conversation is kept in.
    func take(displayed items: [XMLElement]) {
        for item in items {
            guard let address = item["id"].flatMap({ JID($0) }),
                let stanzaID = item.child("displayed", Names.displayed)?.child("stanza-id", Names.stanzaID),
                let id = stanzaID["id"], let by = stanzaID["by"].flatMap({ JID($0) }), by == address || by == me
            else { continue }
            let room = RoomID(address.description)
            displayed[room] = id
            noteReadElsewhere(room)
        }
    }

    /// What was read on another device is read here, too.
    func noteReadElsewhere(_ room: RoomID) {
        guard let conversation = conversations[room], conversation.isOpened,
            let order = displayed[room].flatMap({ conversation.log.message(archiveID: $0)?.order }),
            order > conversation.readUpTo ?? .min
        else { return }
        conversations[room]?.readUpTo = order
        ledger?.note(read: order, room)
        tellOpened(room)
    }
}
