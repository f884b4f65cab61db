import ChatCore
import RichText
import XMPP

/// Where each stanza belongs, by where it came from.
extension Session {
    func received(_ stanza: XMLElement) {
        let from = stanza["from"].map { address($0) }
        // An address that is none belongs to nobody.
        if case .some(nil) = from { return }
        let sender = from ?? nil
        switch stanza.name {
        case "message": received(message: stanza, from: sender?.jid, sender?.bare)
        case "presence": if let sender { received(presence: stanza, from: sender.jid, sender.bare) }
        case "iq": received(query: stanza, from: sender?.jid)
        default: break
        }
    }

    private func received(message stanza: XMLElement, from: JID?, _ id: RoomID?) {
        if let result = stanza.child("result", Names.archive) {
            received(archived: result, from: from)
            return
        }
        if let copy = carbon(stanza, from: from) {
            // What an occupant says to one's other program belongs to its stay in the room.
            let isOfRoom = services[copy.peer.domain] == .room || copy.message.child("x", Names.roomUser) != nil
            if !isOfRoom { received(direct: copy.message, from: copy.peer) }
            return
        }
        guard let from, let id else { return }
        switch stanza["type"] {
        case "error": bounced(stanza, in: conversationID(of: from))
        case "groupchat":
            guard let conversation = conversations[id], conversation.kind == .room else { return }
            if conversation.stage == .catchingUp || conversation.stage == .ready {
                received(conversation: stanza, id)
            }
        case "headline": if from == me { stanza.child("event", Names.published).map { received(published: $0) } }
        default:
            if from == me, let event = stanza.child("event", Names.published) {
                received(published: event)
            } else if let invitation = invitation(stanza, from: from) {
                received(invitation: invitation)
            } else if let mark = ReadMark(stanza) {
                received(mark, from: from)
            } else if conversations[id]?.kind == .room || services[from.domain] == .room {
                received(fromOccupant: stanza, from)
            } else {
                received(direct: stanza, from: from)
            }
        }
    }

    /// A copy of what another program of this account sent or got (XEP-0280): only one's own account may send it, and
    /// only one level deep.
    private func carbon(_ stanza: XMLElement, from: JID?) -> (message: XMLElement, peer: JID)? {
        guard from == me else { return nil }
        for name in ["sent", "received"] {
            guard
                let message = stanza.child(name, Names.carbons)?.child("forwarded", Names.forward)?
                    .child("message", Namespace.client),
                let sender = message["from"].flatMap({ JID($0) }),
                let receiver = message["to"].flatMap({ JID($0) })
            else { continue }
            guard name == "sent" ? sender.bare == me : receiver.bare == me else { continue }
            guard message["type"] == "chat" || message["type"] == nil || message["type"] == "normal" else { continue }
            return (message, name == "sent" ? receiver : sender)
        }
        return nil
    }

    private func received(query stanza: XMLElement, from: JID?) {
        switch stanza["type"] {
        case "get", "set": answer(stanza, from: from)
        default:
            guard let purpose = queries.answered(by: stanza, me: me, full: full) else { return }
            switch purpose {
            case .service(let domain): received(service: domain, answer: stanza)
            case .room(let id): received(roomInfo: stanza, id)
            case .archive(let queryID): received(page: stanza, queryID)
            case .selfPing(let id): received(selfPing: stanza, id)
            case .displayed: received(displayed: stanza)
            case .amendment(let amendment): received(moderation: stanza, amendment)
            case .offers: received(offers: stanza)
            case .offered(let service): received(offered: stanza, service)
            case .roomList: received(roomList: stanza)
            case .roomAbout(let id): received(roomAbout: stanza, id)
            case .wish(let wish): received(answer: stanza, to: wish)
            case .settings(let id, let key, let value): received(settings: stanza, id, key: key, value: value)
            case .configured(let id, let what): received(configured: stanza, id, what)
            case .newRoom(let id): received(newRoom: stanza, id)
            case .bookmarks: received(bookmarks: stanza)
            case .roster: received(roster: stanza)
            case .blocked: received(blocked: stanza)
            case .uploadServices: received(uploadServices: stanza)
            case .uploadService(let service): received(uploadService: stanza, service)
            case .uploadSlot(let token): received(uploadSlot: stanza, token)
            case .nothing: break
            }
        }
    }

    /// Answers what others ask; who one is and what one runs is nobody's business.
    private func answer(_ stanza: XMLElement, from: JID?) {
        let attributes: KeyValuePairs<String, String?> = [
            "type": "result", "id": stanza["id"], "to": stanza["from"],
        ]
        var answer = XMLElement("iq", Namespace.client, attributes)
        if stanza["type"] == "get", stanza.child("ping", Namespace.ping) != nil {
            // An empty answer is what a ping wants.
        } else if stanza["type"] == "get", let query = stanza.child("query", Names.info),
            query["node"] == nil || query["node"] == Abilities.fullNode
        {
            answer.append(Abilities.query(node: query["node"]))
        } else if stanza["type"] == "get", let query = stanza.child("data", Names.bits),
            let bits = bits(for: query, from: from)
        {
            answer.append(bits)
        } else if stanza["type"] == "set", let query = stanza.child("query", Names.roster), from == nil || from == me {
            received(rosterPush: query)
        } else if stanza["type"] == "set", from == nil || from == me, received(blockPush: stanza) {
            // The list of the blocked changed.
        } else {
            answer["type"] = "error"
            answer.append(
                XMLElement(
                    "error", Namespace.client, ["type": "cancel"],
                    [XMLElement("service-unavailable", Namespace.stanzaErrors)]))
        }
        send(answer)
    }
}
