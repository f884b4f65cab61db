import ChatCore
import RichText
import XMPP

extension Session {
    /// Sends what waits and can go.
    func flushOutbox() {
        guard isOnline else { return }
        for (id, conversation) in conversations where conversation.stage == .ready {
            for parcel in outbox.takeWaiting(in: id) {
                switch parcel {
                case .message(let message):
                    send(
                        MessageWriting.stanza(
                            message, in: conversation, me: me, files: sharedFiles, emoticon: emoticonFile))
                case .amendment(let amendment, let emoji):
                    if let reason = obstacle(to: amendment, conversation) {
                        if let parcel = outbox.take(amendment.id.text, in: id) { tellFailed(parcel, reason) }
                        continue
                    }
                    send(
                        MessageWriting.stanza(
                            amendment, emoji: emoji, in: conversation, me: me, files: sharedFiles,
                            emoticon: emoticonFile))
                }
            }
        }
    }

    /// The server has these. To a person that is all that can be known; a room will echo what it took.
    func acknowledged(_ stanzas: [XMLElement]) {
        for stanza in stanzas where stanza.name == "message" && stanza["type"] == "chat" {
            guard let id = stanza["id"], let address = stanza["to"].flatMap({ JID($0) }) else { continue }
            arrived(id, in: conversationID(of: address), archiveID: nil, at: WallClock.now)
        }
    }

    /// Something of one's own is known to have arrived: a message gets its place, a change is made.
    @discardableResult
    func arrived(_ id: String, in room: RoomID, archiveID: String?, at time: Timestamp) -> Bool {
        guard let conversation = conversations[room], let parcel = outbox.take(id, in: room) else { return false }
        if let archiveID { conversation.log.note(seen: archiveID) }
        switch parcel {
        case .message(var message):
            message.author = Person(id: myID, name: HarmlessText.line(conversation.nick))
            message.time = time
            message.delivery = .sent
            message.attachment = nil
            message.order = conversation.log.placeNewer(time)
            conversation.log.keep(new: message, archiveID: archiveID, senderID: id)
            tell(.received(room, [message]))
            if !outbox.amendments(of: message.id).isEmpty { flushOutbox() }
        case .amendment(let amendment, let emoji):
            conversation.log.note(ownChange: id)
            guard var message = conversation.log.message(amendment.target) else { return true }
            let isChanged: Bool
            if case .react = amendment.change {
                isChanged = message.setReactions(emoji, of: myID)
            } else {
                var mine = amendment
                mine.author.id = myID
                mine.time = time
                isChanged = message.apply(mine)
            }
            guard isChanged else { return true }
            conversation.log.keep(changed: message)
            tell(.changed(room, [message]))
        }
        return true
    }

    /// Something of one's own came back.
    func bounced(_ stanza: XMLElement, in room: RoomID) {
        guard let id = stanza["id"] else { return }
        if let wish = wishes.removeValue(forKey: id) { received(answer: stanza, to: wish) }
        guard outbox.holds(id, in: room) else {
            // The server had taken it before it learned that nobody would.
            guard conversations[room]?.log.message(id, by: myID) != nil else { return }
            return notice(
                "what was said to \(room) came back: \(Session.reason(Session.condition(stanza)))", isFailure: true)
        }
        let condition = Session.condition(stanza)
        let isForgotten = condition == "not-acceptable" || condition == "item-not-found"
        if conversations[room]?.kind == .room, isForgotten, outbox.bounced(id, in: room) {
            rejoin(room)
            return
        }
        guard let parcel = outbox.take(id, in: room) else { return }
        let words = HarmlessText.line(stanza.child("error")?.child("text", Namespace.stanzaErrors)?.text ?? "")
        tellFailed(parcel, words.isEmpty ? Session.reason(condition) : words)
    }

    /// Something of one's own will not arrive, and with a message what was to be changed of it.
    func tellFailed(_ parcel: Parcel, _ reason: String) {
        switch parcel {
        case .message(let message):
            tell(.failed(message.room, message.id, reason: reason))
            for amendment in outbox.amendments(of: message.id) {
                guard let change = outbox.take(amendment.id.text, in: message.room) else { continue }
                tellFailed(change, "the message did not arrive")
            }
        case .amendment(let amendment, _): tell(.refused(amendment.room, amendment, reason: reason))
        }
    }

    /// What a condition of a stanza error means, for a person.
    static func reason(_ condition: String?) -> String {
        switch condition {
        case "forbidden": "one is banned, or may not do that here"
        case "registration-required": "only members may enter"
        case "not-authorized": "a password is needed"
        case "conflict": "the name is taken"
        case "service-unavailable": "nobody answers, or it is full or blocked"
        case "item-not-found": "there is no such room or person"
        case "not-allowed": "that is not allowed"
        case "remote-server-not-found": "the server cannot be found"
        case "remote-server-timeout": "the server does not answer"
        case "policy-violation": "the server's rules forbid it, or the message is too long"
        case "jid-malformed": "that is no name that one can have"
        case "feature-not-implemented": "the server cannot do that"
        case let other: other ?? "refused"
        }
    }
}
