import ChatCore
import RichText
import XMPP

/// What owners and admins do with a room: its settings, ranks, and its end (XEP-0045, sections 9 and 10).
extension Session {
    /// Asks a room what can be set of it: to tell that, or to set `key`.
    func askSettings(_ room: RoomID, key: String?, value: String) {
        guard let conversation = ready(room) else { return }
        ask(
            .settings(room, key: key, value: value), of: conversation.address, XMLElement("query", Names.roomOwner))
    }

    /// The room that one is in; tells it when one is not.
    private func ready(_ room: RoomID) -> Conversation? {
        guard isOnline, let conversation = conversations[room], conversation.kind == .room,
            conversation.stage == .ready || conversation.stage == .catchingUp
        else {
            notice("one is not in this room", isFailure: true)
            return nil
        }
        return conversation
    }

    func received(settings answer: XMLElement, _ room: RoomID, key: String?, value: String) {
        guard let conversation = conversations[room] else { return }
        guard answer["type"] == "result", let form = RoomForm(answer) else {
            let condition = Session.condition(answer)
            let isForbidden = condition == "forbidden" || condition == "not-allowed"
            return notice(
                "\(room): " + (isForbidden ? "only its owners can set that" : Session.reason(condition)),
                isFailure: true)
        }
        tell(.settings(room, form.settings))
        guard let key else { return }
        do throws(RoomForm.Mistake) {
            let filled = try form.submission(key, value)
            let isSecret = form.settings.first { $0.key == key }?.kind == .secret
            if key == "password" { notePassword(value, room) }
            let what = isSecret ? "\(key) is \(value.isEmpty ? "gone" : "set")" : "\(key) is \(value) now"
            ask(
                .configured(room, what: HarmlessText.line(what)), "set", of: conversation.address,
                XMLElement("query", Names.roomOwner, [:], [filled]))
        } catch {
            notice("\(room): \(error.sentence)", isFailure: true)
        }
    }

    func received(configured answer: XMLElement, _ room: RoomID, _ what: String) {
        guard answer["type"] == "result" else {
            return notice(
                "\(room) cannot be set so: \(Session.reason(Session.condition(answer)))", isFailure: true)
        }
        notice("\(room): \(what)")
        if let address = conversations[room]?.address { ask(.room(room), of: address, XMLElement("query", Names.info)) }
        askSettings(room, key: nil, value: "")
    }

    /// One's own devices go in by the new password.
    private func notePassword(_ password: String, _ room: RoomID) {
        guard var bookmark = bookmarks[room] else { return }
        bookmark.password = password.isEmpty ? nil : password
        bookmark.isJoined = false
        bookmarks[room] = bookmark
        self.bookmark(room, isJoined: true)
    }

    /// The room says that something of it was set: what it can do is asked again.
    func noteConfiguration(_ stanza: XMLElement, _ conversation: Conversation) {
        guard let news = stanza.child("x", Names.roomUser), conversation.kind == .room,
            news.all("status").contains(where: { $0["code"] == "104" }),
            stanza["from"] == conversation.address.description
        else { return }
        ask(.room(conversation.id), of: conversation.address, XMLElement("query", Names.info))
    }

    /// Gives somebody another rank: a role by the nick, a standing by the address.
    func give(_ person: PersonID, _ change: RankChange, in room: RoomID) {
        guard let conversation = ready(room) else { return }
        let nick = person == myID ? conversation.nick : nil
        let occupant = nick.flatMap { conversation.occupants[$0] } ?? conversation.occupant(person)
        var item = XMLElement("item", Names.roomAdmin)
        switch change {
        case .role(let role):
            guard let occupant else { return notice("that person is not there", isFailure: true) }
            item["nick"] = occupant.nick
            item["role"] = role.rawValue
        case .standing(let standing):
            // Who is not there, too, can be a member, or banned.
            guard let address = occupant.map({ $0.address }) ?? address(of: person) else {
                return notice("whose address that is, is not known", isFailure: true)
            }
            item["jid"] = address.description
            item["affiliation"] = standing.rawValue
        }
        let name = HarmlessText.line(occupant?.nick ?? person.text)
        ask(
            .wish("\(name) cannot be given that rank"), "set", of: conversation.address,
            XMLElement("query", Names.roomAdmin, [:], [item]))
    }

    /// Ends a room for everybody.
    func destroy(_ room: RoomID, reason: String) {
        guard let conversation = ready(room) else { return }
        var end = XMLElement("destroy", Names.roomOwner)
        if !reason.isEmpty { end.append(XMLElement("reason", Names.roomOwner, text: reason)) }
        ask(
            .wish("\(room) cannot be ended"), "set", of: conversation.address,
            XMLElement("query", Names.roomOwner, [:], [end]))
    }

    /// The room is no more; nobody's programs go there again.
    func ended(_ room: RoomID, _ end: XMLElement) {
        let words = HarmlessText.line(end.child("reason")?.text ?? "")
        bookmark(room, isJoined: false)
        refuse(room, "the room was ended" + (words.isEmpty ? "" : ": " + words))
    }
}
