import ChatCore
import RichText
import XMPP

/// People beyond rooms: the list of contacts (RFC 6121) and of the blocked (XEP-0191).
extension Session {
    func received(roster answer: XMLElement) {
        guard answer["type"] == "result" else { return }
        contacts.take(roster: answer.child("query", Names.roster)?.all("item") ?? [])
    }

    /// The server changed the list; who else says so was refused before.
    func received(rosterPush query: XMLElement) {
        for item in query.all("item") { contacts.take(item) }
    }

    func received(contactPresence stanza: XMLElement, from: JID, _ id: RoomID) {
        guard from.bare != me else { return }
        switch stanza["type"] {
        case nil: contacts.noted(from, isHere: true)
        case "unavailable", "error": contacts.noted(from, isHere: false)
        case "subscribe":
            guard !contacts.blocked.contains(from.bare), requestPace.allows(at: now), contacts.asked(by: from.bare)
            else { return }
            notice("\(from.bare) asks to be a contact: /contact accept \(from.bare), or refuse")
        case "unsubscribe": contacts.answered(from.bare)
        // Only who was asked can answer.
        case "subscribed": if contacts.isAsked(from.bare) { notice("\(from.bare) is a contact now") }
        case "unsubscribed":
            if contacts.isAsked(from.bare) || contacts.isSeen(from.bare) {
                notice("\(from.bare) does not let you see when they are there")
            }
        default: break
        }
        if conversations[id]?.kind == .person { newPeople.insert(id) }
    }

    /// Asks to see each other, or accepts that; or ends it.
    func befriend(_ person: PersonID, _ isWanted: Bool) {
        guard let address = address(of: person) else {
            return notice("whose address that is, is not known", isFailure: true)
        }
        func tellServer(_ type: String) {
            send(XMLElement("presence", Namespace.client, ["to": address.description, "type": type]))
        }
        if isWanted {
            // Who asks is answered; who does not may answer without asking (RFC 6121, section 3.4).
            tellServer("subscribed")
            tellServer("subscribe")
        } else if contacts.isAsking(address) {
            tellServer("unsubscribed")
        } else {
            let item = XMLElement("item", Names.roster, ["jid": address.description, "subscription": "remove"])
            let query = XMLElement("query", Names.roster, [:], [item])
            ask(.wish("\(address) cannot be taken off the list"), "set", of: nil, query)
        }
        contacts.answered(address)
    }

    func received(blocked answer: XMLElement) {
        guard answer["type"] == "result" else { return }
        contacts.block(nil, false)
        let items = answer.child("blocklist", Names.blocking)?.all("item") ?? []
        contacts.block(items.compactMap { $0["jid"].flatMap { JID($0) } }, true)
    }

    /// The server changed the list of the blocked. Returns whether that is what it says.
    func received(blockPush stanza: XMLElement) -> Bool {
        for (name, isBlocked) in [("block", true), ("unblock", false)] {
            guard let push = stanza.child(name, Names.blocking) else { continue }
            let addresses = push.all("item").compactMap { $0["jid"].flatMap { JID($0) } }
            contacts.block(addresses.isEmpty && !isBlocked ? nil : addresses, isBlocked)
            return true
        }
        return false
    }

    func block(_ person: PersonID, _ isBlocked: Bool) {
        guard let address = address(of: person) else {
            return notice("whose address that is, is not known, so the server cannot block it", isFailure: true)
        }
        let item = XMLElement("item", Names.blocking, ["jid": address.description])
        let wish = XMLElement(isBlocked ? "block" : "unblock", Names.blocking, [:], [item])
        ask(.wish("\(address) cannot be \(isBlocked ? "blocked" : "let through")"), "set", of: nil, wish)
    }

    /// The real address behind a person, where it is known.
    func address(of person: PersonID) -> JID? {
        for conversation in conversations.values where conversation.kind == .room {
            if let occupant = conversation.occupant(person) { return occupant.address }
        }
        guard !person.text.contains("#"), let address = JID(person.text), address.local != nil else { return nil }
        return services[address.domain] == .room ? nil : address.bare
    }

    /// Something failed that is told only then.
    func received(answer stanza: XMLElement, to wish: String) {
        guard stanza["type"] == "error" else { return }
        notice("\(wish): \(Session.reason(Session.condition(stanza)))", isFailure: true)
    }
}
