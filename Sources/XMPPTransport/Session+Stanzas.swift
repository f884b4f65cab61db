import ChatCore
import RichText
import XMPP

/// Where each stanza belongs, by where it came from.
extension Session {
    func received(_ stanza: XMLElement) {
        let from = stanza["from"].map { JID($0) }
        // An address that is none belongs to nobody.
        if case .some(nil) = from { return }
        let sender = from ?? nil
        switch stanza.name {
        case "message": received(message: stanza, from: sender)
        case "presence": if let sender { received(anyPresence: stanza, from: sender) }
        case "iq": received(query: stanza, from: sender)
        default: break
        }
    }

    private func received(message stanza: XMLElement, from: JID?) {
        if let result = stanza.child("result", Names.archive) {
            received(archived: result, from: from)
            return
        }
        if let copy = carbon(stanza, from: from) {
            received(direct: copy.message, from: copy.peer)
            return
        }
        guard let from else { return }
        let id = RoomID(from.bare.description)
        switch stanza["type"] {
        case "error": bounced(stanza, in: id)
        case "groupchat":
            guard let conversation = conversations[id], conversation.kind == .room else { return }
            if conversation.stage == .catchingUp || conversation.stage == .ready {
                received(conversation: stanza, id)
            }
        case "headline": break
        default:
            if let invitation = invitation(stanza, from: from) {
                notice(invitation)
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

    private func received(direct stanza: XMLElement, from peer: JID) {
        let id = RoomID(peer.bare.description)
        if let conversation = conversations[id], conversation.kind == .room { return }
        let isOpen = conversations[id]?.stage == .ready || conversations[id]?.stage == .catchingUp
        if isOpen {
            received(conversation: stanza, id)
        } else if stanza.child("body") != nil, stanza["from"].flatMap({ JID($0) })?.bare == peer.bare {
            notice("\(HarmlessText.line(id.text)) writes: \(Session.firstLine(stanza))")
        }
    }

    /// What an occupant says to one alone is never taken for what the person behind says.
    private func received(fromOccupant stanza: XMLElement, _ from: JID) {
        guard let nick = from.resource, stanza.child("body") != nil else { return }
        notice("\(HarmlessText.line(nick)) (in \(from.bare)) whispers: \(Session.firstLine(stanza))")
    }

    private static func firstLine(_ stanza: XMLElement) -> String {
        let text = MessageReading(stanza).text?.text ?? ""
        return HarmlessText.line(String(text.prefix(200)))
    }

    /// Nobody goes anywhere by being invited (XEP-0045, XEP-0249).
    private func invitation(_ stanza: XMLElement, from: JID) -> String? {
        if let invite = stanza.child("x", Names.roomUser)?.child("invite") {
            return "\(HarmlessText.line(invite["from"] ?? "somebody")) invites to \(from.bare)"
        }
        guard let room = stanza.child("x", "jabber:x:conference")?["jid"].flatMap({ JID($0) }) else { return nil }
        return "\(from.bare) invites to \(room.bare)"
    }

    private func received(anyPresence stanza: XMLElement, from: JID) {
        if stanza["type"] == "subscribe" {
            notice("\(from.bare) asks to see when you are there")
        } else {
            received(presence: stanza, from: from)
        }
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
        } else if stanza["type"] == "get", let query = stanza.child("query", Names.info), query["node"] == nil {
            answer.append(Session.abilities)
        } else if stanza["type"] == "set", stanza.child("query", Names.roster) != nil, from == nil || from == me {
            // The list of contacts changed: nothing here depends on it.
        } else {
            answer["type"] = "error"
            answer.append(
                XMLElement(
                    "error", Namespace.client, ["type": "cancel"],
                    [XMLElement("service-unavailable", Namespace.stanzaErrors)]))
        }
        send(answer)
    }

    private static let abilities = XMLElement(
        "query", Names.info, [:],
        [XMLElement("identity", Names.info, ["category": "client", "type": "console", "name": "mingle"])]
            + [
                Names.info, Namespace.ping, Names.chatStates, Names.correction, Names.reply, Names.reactions,
                Names.retraction, Names.references, Names.mentions, Names.stanzaID,
            ].map { XMLElement("feature", Names.info, ["var": $0]) })
}
