import ChatCore
import RichText
import XMPP

extension Session {
    /// How long a room may be silent before one asks whether one is still in it, in milliseconds.
    static let quietTime: Int64 = 300_000

    /// Goes into a conversation, finding out first what it is.
    func enter(_ id: RoomID) {
        guard let conversation = conversations[id], conversation.stage == .away else { return }
        let domain = conversation.address.domain
        conversations[id]?.stage = .asking
        if conversation.address.resource != nil {
            conversations[id]?.kind = .occupant
            fetchMissed(id)
            return
        }
        if domain == me.domain { services[domain] = .person }
        guard let kind = services[domain] else {
            let isAsked = conversations.values.contains {
                $0.id != id && $0.address.domain == domain && $0.stage == .asking
            }
            if !isAsked { ask(.service(domain), of: JID(domain), XMLElement("query", Names.info)) }
            return
        }
        conversations[id]?.kind = kind
        if kind == .room {
            join(id)
        } else {
            conversations[id]?.partnerName = contacts.name(of: conversation.address)
            fetchMissed(id)
        }
    }

    func received(service domain: String, answer: XMLElement) {
        let identities = answer.child("query", Names.info)?.all("identity") ?? []
        let hasRooms = identities.contains { $0["category"] == "conference" }
        if answer["type"] == "result" { services[domain] = hasRooms ? .room : .person }
        for conversation in conversations.values
        where conversation.address.domain == domain && conversation.stage == .asking {
            conversations[conversation.id]?.stage = .away
            if answer["type"] == "result" {
                enter(conversation.id)
            } else {
                refuse(conversation.id, "\(domain) cannot be asked: \(Session.reason(Session.condition(answer)))")
            }
        }
    }

    static func condition(_ stanza: XMLElement) -> String? {
        stanza.child("error")?.elements.first { $0.namespace == Namespace.stanzaErrors && $0.name != "text" }?.name
    }

    private func join(_ id: RoomID) {
        guard let conversation = conversations[id], let seat = conversation.address.with(resource: conversation.nick)
        else {
            refuse(id, "\(HarmlessText.line(nick)) is no name that one can have in a room")
            return
        }
        conversations[id]?.stage = .joining
        conversations[id]?.occupants = [:]
        // The archive tells the history, without holes and without doubles.
        let history = XMLElement("history", Names.room, ["maxstanzas": "0"])
        var wish = XMLElement("x", Names.room, [:], [history])
        if let password = bookmarks[id]?.password {
            wish.append(XMLElement("password", Names.room, text: password))
        }
        send(XMLElement("presence", Namespace.client, ["to": seat.description], [wish]))
    }

    /// The room has forgotten one: in again, and what was missed with it.
    func rejoin(_ id: RoomID) {
        guard let stage = conversations[id]?.stage, stage == .ready || stage == .catchingUp else { return }
        conversations[id]?.held = []
        outbox.sessionEnded(in: id)
        join(id)
    }

    func refuse(_ id: RoomID, _ reason: String) {
        conversations[id]?.stage = .refused
        conversations[id]?.occupants = [:]
        newPeople.insert(id)
        notice("\(id): \(reason)", isFailure: true)
        for parcel in outbox.giveUp(in: id) { tellFailed(parcel, reason) }
    }

    /// Somebody came, went or changed; only the room itself is believed.
    func received(presence stanza: XMLElement, from: JID, _ id: RoomID) {
        guard let conversation = conversations[id], conversation.kind == .room else {
            if services[from.domain] != .room { received(contactPresence: stanza, from: from, id) }
            return
        }
        if stanza["type"] == "error" {
            conversation.stage == .joining ? received(joinError: stanza, id) : received(renameError: stanza, id)
            return
        }
        guard let nick = from.resource, let user = stanza.child("x", Names.roomUser) else { return }
        let codes = Set(user.all("status").compactMap { $0["code"] })
        let isMe = codes.contains("110")
        let item = user.child("item")
        if conversation.isOpened { newPeople.insert(id) }
        if stanza["type"] == "unavailable" {
            stopTyping(nick: nick, id)
            let gone = conversations[id]?.occupants.removeValue(forKey: nick)
            conversations[id]?.forgetNick(nick)
            if let gone, !conversation.hasOccupantIDs {
                conversation.log.forgetSender(conversation.person(gone, me: me).id)
            }
            if codes.contains("303"), let next = item?["nick"], isMe {
                conversations[id]?.nick = next
                if conversation.isOpened { tellOpened(id) }
            } else if isMe, let end = user.child("destroy") {
                ended(id, end)
            } else if isMe {
                thrownOut(id, codes, reason: item?.child("reason")?.text ?? "")
            }
            return
        }
        let standing = item?["affiliation"] ?? "none"
        let occupant = Conversation.Occupant(
            nick: nick, address: item?["jid"].flatMap { JID($0)?.bare },
            occupantID: stanza.child("occupant-id", Names.occupantID)?["id"],
            role: item?["role"] ?? "none", standing: standing)
        conversations[id]?.occupants[nick] = occupant
        conversations[id]?.noteNick(nick, isMe: isMe)
        guard isMe else { return }
        conversations[id]?.nick = nick
        conversations[id]?.ownOccupantID = occupant.occupantID
        if codes.contains("201") { unlock(id) }
        if conversation.isWanted { bookmark(id, isJoined: true) }
        guard conversation.stage == .joining else { return }
        conversations[id]?.stage = .catchingUp
        conversations[id]?.lastHeard = now
        wake(at: now + Session.quietTime, for: .quiet)
        ask(.room(id), of: from.bare, XMLElement("query", Names.info))
    }

    func received(roomInfo answer: XMLElement, _ id: RoomID) {
        let features = answer.child("query", Names.info)?.all("feature").compactMap { $0["var"] } ?? []
        conversations[id]?.features = Set(features)
        if conversations[id]?.stage == .catchingUp { fetchMissed(id) }
    }

    /// A new room is locked until its owner has agreed to its settings.
    private func unlock(_ id: RoomID) {
        guard let address = conversations[id]?.address else { return }
        // Rooms last, unless one says otherwise; all else is as the server has it.
        let form = DataForm.submission(Names.roomSettings, [("muc#roomconfig_persistentroom", "1")])
        ask(.newRoom(id), "set", of: address, XMLElement("query", Names.roomOwner, [:], [form]))
        notice("\(id) is new")
    }

    func received(newRoom answer: XMLElement, _ id: RoomID) {
        guard answer["type"] == "error", let address = conversations[id]?.address else { return }
        // The room that the server would make.
        let form = XMLElement("x", Names.form, ["type": "submit"])
        ask(.wish("\(id) cannot be made"), "set", of: address, XMLElement("query", Names.roomOwner, [:], [form]))
    }

    private func received(joinError stanza: XMLElement, _ id: RoomID) {
        guard let conversation = conversations[id], conversation.stage == .joining else { return }
        let condition = Session.condition(stanza)
        if condition == "conflict", conversation.triedNicks < 5 {
            conversations[id]?.triedNicks += 1
            conversations[id]?.nick += "_"
            join(id)
        } else {
            refuse(id, Session.reason(condition))
            if condition == "not-authorized" { tell(.passwordWanted(id)) }
        }
    }

    /// Goes into a room with a password, which is kept with the bookmark of the room.
    func enter(_ id: RoomID, password: String) {
        guard let conversation = conversations[id], conversation.address.resource == nil else {
            return notice("\(id) is not open", isFailure: true)
        }
        var bookmark = bookmarks[id] ?? Bookmark(isJoined: false)
        // Once one is in, it is told with the password.
        (bookmark.isJoined, bookmark.password) = (false, password)
        bookmarks[id] = bookmark
        if conversation.stage == .refused { conversations[id]?.stage = .away }
        if isOnline { enter(id) }
    }

    private func thrownOut(_ id: RoomID, _ codes: Set<String>, reason: String) {
        let words = HarmlessText.line(reason)
        let why = words.isEmpty ? "" : ": " + words
        if codes.contains("301") {
            refuse(id, "one was banned" + why)
        } else if codes.contains("307") {
            refuse(id, "one was thrown out" + why)
        } else if conversations[id]?.stage == .ready || conversations[id]?.stage == .catchingUp {
            refuse(id, "one is no longer in the room" + why)
        }
    }

    func selfPing(_ id: RoomID) {
        guard let conversation = conversations[id], conversation.kind == .room,
            let seat = conversation.address.with(resource: conversation.nick)
        else { return }
        ask(.selfPing(id), of: seat, XMLElement("ping", Namespace.ping))
    }

    /// Any answer of our own program, even a refusal, came through the room (XEP-0410).
    func received(selfPing answer: XMLElement, _ id: RoomID) {
        conversations[id]?.lastHeard = now
        guard answer["type"] == "error" else { return }
        switch Session.condition(answer) {
        case "service-unavailable", "feature-not-implemented", "item-not-found": break
        case "remote-server-not-found", "remote-server-timeout": break
        default: rejoin(id)
        }
    }

    func pingQuietRooms() {
        let rooms = conversations.values.filter { $0.kind == .room && $0.stage == .ready }
        guard isOnline, !rooms.isEmpty else { return }
        for room in rooms where room.lastHeard + Session.quietTime <= now { selfPing(room.id) }
        wake(at: now + Session.quietTime, for: .quiet)
    }

    func stopTyping(nick: String, _ id: RoomID) {
        guard let conversation = conversations[id] else { return }
        let remaining = conversation.typing.filter { $0.name != conversation.shownName(nick) }
        guard remaining.count < conversation.typing.count else { return }
        conversations[id]?.typing = remaining
        if conversation.isOpened { tell(.typing(id, remaining)) }
    }
}
