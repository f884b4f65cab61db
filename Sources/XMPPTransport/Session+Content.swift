import ChatCore
import RichText
import XMPP

/// What is said in a conversation: from stanzas to messages.
extension Session {
    /// Takes in messages that are older than all known ones, oldest first. Returns what is to be shown.
    func takeOlder(_ found: [Found], _ id: RoomID) -> [Message] {
        guard let log = conversations[id]?.log else { return [] }
        let places = log.placeOlder(found.map(\.time))
        var shown: [MessageID] = []
        for (item, place) in zip(found, places) {
            if let message = take(item, id, place: place) { shown.append(message.id) }
        }
        // Later ones may have changed earlier ones.
        var seen: Set<MessageID> = []
        return shown.filter { seen.insert($0).inserted }.compactMap { log.messages[$0] }
    }

    /// Takes in messages that are newer than all known ones, oldest first, and tells them.
    func takeMissed(_ found: [Found], _ id: RoomID) {
        var news: [Message] = []
        for item in found {
            if let message = take(item, id, place: nil) { news.append(message) }
        }
        if !news.isEmpty { tell(.received(id, news)) }
    }

    /// Takes in a live message of a conversation, or holds it back.
    func received(conversation stanza: XMLElement, _ id: RoomID) {
        guard let conversation = conversations[id] else { return }
        conversations[id]?.lastHeard = now
        if conversation.stage != .ready {
            // No more than a room can say in a while; the archive has the rest.
            if conversation.held.count < 10_000 { conversations[id]?.held.append(stanza) }
            return
        }
        let by = conversation.kind == .room ? conversation.address : me
        let archiveID = stanza.all("stanza-id", Names.stanzaID).last { $0["by"] == by.description }?["id"]
        let isBelieved = conversation.kind == .person || conversation.features.contains(Names.stanzaID)
        let item = Found(
            archiveID: isBelieved ? archiveID : nil, time: Session.time(of: stanza, by: by), stanza: stanza)
        if let message = take(item, id, place: nil) { tell(.received(id, [message])) }
        if let archiveID = item.archiveID { conversations[id]?.log.reached(newest: archiveID) }
    }

    /// A delay is believed only from the room or one's own server, and never lies in the future.
    private static func time(of stanza: XMLElement, by: JID) -> Timestamp {
        let delay = stanza.all("delay", Names.delay).last { delay in
            let from = delay["from"].flatMap { JID($0) }
            return from == by || from?.description == by.domain
        }
        let stamp = delay?["stamp"].flatMap { Timestamp(iso8601: $0) }
        return min(stamp ?? WallClock.now, WallClock.now)
    }

    /// Takes in one message. Returns it if it is new or has changed.
    private func take(_ item: Found, _ id: RoomID, place: Int64?) -> Message? {
        guard let conversation = conversations[id], let from = item.stanza["from"].flatMap({ JID($0) }) else {
            return nil
        }
        if let archiveID = item.archiveID, conversation.log.message(archiveID: archiveID) != nil { return nil }
        let reading = MessageReading(item.stanza)
        guard let author = author(of: item, reading, from: from, conversation) else { return nil }
        let isOwn = author.id == myID
        if let isTyping = reading.isTyping, !isOwn, place == nil { noteTyping(isTyping, author, id) }
        if isOwn, let senderID = reading.senderID {
            if arrived(senderID, in: id, archiveID: item.archiveID, at: item.time) { return nil }
            if let known = conversation.log.message(senderID, by: author.id), reading.replaces == nil {
                conversation.log.keep(known, archiveID: item.archiveID, senderID: senderID)
                return nil
            }
        }
        if let reactions = reading.reactions { return react(reactions, author.id, id) }
        guard let text = reading.text else { return nil }
        let body = rich(text, reading.marks, author: author, conversation)
        if let replaces = reading.replaces, let original = conversation.log.message(replaces, by: author.id) {
            return correct(original, body, at: item.time, id)
        }
        let messageID = MessageID(item.archiveID ?? Secure.text(bits: 128))
        var message = Message(id: messageID, room: id, time: item.time, author: author, body: body)
        message.replyTo = reading.replyTo.flatMap { reference($0, conversation)?.id }
        message.order = place ?? conversation.log.placeNewer(item.time)
        conversation.log.keep(message, archiveID: item.archiveID, senderID: reading.senderID)
        return message
    }

    /// Who said it; nil when it does not belong here.
    private func author(
        of item: Found, _ reading: MessageReading, from: JID, _ conversation: Conversation
    ) -> Person? {
        let myself = Person(id: myID, name: HarmlessText.line(conversation.nick))
        guard conversation.kind == .room else {
            if from.bare == me { return myself }
            let name = HarmlessText.line(from.local ?? from.domain)
            return from.bare == conversation.address ? Person(id: PersonID(from.bare.description), name: name) : nil
        }
        guard from.bare == conversation.address, let nick = from.resource else { return nil }
        let occupantID = item.stanza.child("occupant-id", Names.occupantID)?["id"]
        let isOwn: Bool
        if conversation.hasOccupantIDs, let occupantID {
            isOwn = occupantID == conversation.ownOccupantID
        } else {
            let isWaitedFor = outbox.entries.contains { $0.message.id.text == reading.senderID }
            isOwn = nick == conversation.nick && (isWaitedFor || conversation.occupants[nick] != nil)
        }
        if isOwn { return myself }
        return Person(id: conversation.personID(nick: nick, occupantID: occupantID), name: HarmlessText.line(nick))
    }

    /// The message that a stanza names: in rooms by the archive's id, to people by the sender's (XEP-0461, XEP-0444).
    private func reference(_ target: String, _ conversation: Conversation) -> Message? {
        if let message = conversation.log.message(archiveID: target) { return message }
        if conversation.kind == .room { return nil }
        return [conversation.address, me].lazy
            .compactMap { conversation.log.message(target, by: PersonID($0.description)) }.first
    }

    private func correct(_ original: Message, _ body: RichText, at time: Timestamp, _ id: RoomID) -> Message? {
        var message = original
        guard body != message.body else { return nil }
        message.edits.append(Message.Edit(time: time, text: FlatText(message.body).text))
        message.body = body
        conversations[id]?.log.keep(message, archiveID: nil, senderID: nil)
        return message
    }

    private func react(_ reactions: (target: String, emoji: [String]), _ author: PersonID, _ id: RoomID) -> Message? {
        guard let conversation = conversations[id], var message = reference(reactions.target, conversation) else {
            return nil
        }
        for index in message.reactions.indices { message.reactions[index].by.removeAll { $0 == author } }
        for emoji in reactions.emoji {
            if let index = message.reactions.firstIndex(where: { $0.emoji == emoji }) {
                message.reactions[index].by.append(author)
            } else if message.reactions.count < 64 {
                message.reactions.append(Message.Reaction(emoji: emoji, by: [author]))
            }
        }
        message.reactions.removeAll { $0.by.isEmpty }
        conversations[id]?.log.keep(message, archiveID: nil, senderID: nil)
        return message
    }

    private func noteTyping(_ isTyping: Bool, _ author: Person, _ id: RoomID) {
        guard let conversation = conversations[id] else { return }
        var typing = conversation.typing.filter { $0.id != author.id }
        if isTyping { typing.append(author) }
        guard typing != conversation.typing else { return }
        conversations[id]?.typing = typing
        if conversation.isOpened { tell(.typing(id, typing)) }
    }
}
