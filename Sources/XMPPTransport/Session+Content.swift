import ChatCore
import RichText
import XMPP

/// What is said in a conversation: from stanzas to messages.
extension Session {
    /// Takes in messages that are older than all known ones, oldest first. Returns what is to be shown.
    func takeOlder(_ found: [Found], _ id: RoomID) -> [Message] {
        guard let log = conversations[id]?.log else { return [] }
        let found = log.news(of: found)
        let places = log.placeOlder(found.map(\.time))
        // Changes whose message stands further back come before those that were known to wait.
        let waiting = log.takeAllLate()
        var shown: [MessageID] = []
        for (item, place) in zip(found, places) {
            if case .new(let message) = take(item, id, place: place) { shown.append(message.id) }
        }
        log.keepBefore(log.takeAllLate() + waiting)
        makeGood(shown, id)
        if log.reachesStart { shown += standIns(id) }
        // Later ones may have changed earlier ones.
        return shown.compactMap { log.message($0) }
    }

    /// Corrections of what the archive does not have are shown as messages, in their places.
    private func standIns(_ id: RoomID) -> [MessageID] {
        guard let log = conversations[id]?.log else { return [] }
        return log.takeAllLate().compactMap(\.standIn).map { message in
            log.keep(new: message, archiveID: nil, senderID: nil)
            return message.id
        }
    }

    /// Takes in messages that are newer than all known ones, oldest first, and tells them.
    func takeMissed(_ page: [Found], _ id: RoomID) {
        guard let log = conversations[id]?.log else { return }
        take(log.news(of: page), id)
    }

    private func take(_ found: [Found], _ id: RoomID) {
        var news: [MessageID] = []
        var changed: [MessageID] = []
        for item in found {
            switch take(item, id, place: nil) {
            case .new(let message): news.append(message.id)
            case .changed(let message): if !changed.contains(message) { changed.append(message) }
            case .nothing: break
            }
        }
        tell(news: news, changed: changed, id)
    }

    private func tell(news: [MessageID], changed: [MessageID], _ id: RoomID) {
        guard let log = conversations[id]?.log else { return }
        if !news.isEmpty { tell(.received(id, news.compactMap { log.message($0) })) }
        let others = changed.filter { !news.contains($0) }.compactMap { log.message($0) }
        if !others.isEmpty { tell(.changed(id, others)) }
    }

    /// Takes in a live message of a conversation, or holds it back.
    func received(conversation stanza: XMLElement, _ id: RoomID, wasHeld: Bool = false) {
        guard let conversation = conversations[id] else { return }
        noteConfiguration(stanza, conversation)
        conversations[id]?.lastHeard = now
        if conversation.kind == .room, !conversation.isOpened { takeTopic(of: stanza, id) }
        if conversation.stage != .ready {
            // No more than a room can say in a while; the archive has the rest.
            if conversation.held.count < 10_000 { conversations[id]?.held.append(stanza) }
            return
        }
        let by = conversation.kind == .room ? conversation.address : me
        let owner = conversation.kind == .room ? conversation.id.text : myID.text
        let archiveID = stanza.last("stanza-id", Names.stanzaID) { $0["by"] == owner }?["id"]
        let isBelieved = conversation.kind != .room || conversation.features.contains(Names.stanzaID)
        let item = Found(
            archiveID: isBelieved ? archiveID : nil, time: Session.time(of: stanza, by: by), stanza: stanza,
            isArchived: false, wasHeld: wasHeld)
        take([item], id)
        if let archiveID = item.archiveID { conversations[id]?.log.reached(newest: archiveID) }
    }

    /// A delay is believed only from the room or one's own server, and never lies in the future.
    private static func time(of stanza: XMLElement, by: JID) -> Timestamp {
        let delay = stanza.last("delay", Names.delay) { delay in
            let from = delay["from"].flatMap { JID($0) }
            return from == by || from?.description == by.domain
        }
        let stamp = delay?["stamp"].flatMap { Timestamp(iso8601: $0) }
        return min(stamp ?? WallClock.now, WallClock.now)
    }

    /// Takes in one stanza of a conversation.
    private func take(_ item: Found, _ id: RoomID, place: Int64?) -> Taken {
        guard let conversation = conversations[id], let from = item.stanza["from"].flatMap({ address($0)?.jid }) else {
            return .nothing
        }
        if let archiveID = item.archiveID,
            conversation.log.has(archiveID: archiveID, onDisk: item.wasHeld)
        {
            return .nothing
        }
        if conversation.kind == .room, from == conversation.address {
            if place == nil, !item.isArchived { takeTopic(of: item.stanza, id) }
            guard let moderation = MessageReading.moderation(item.stanza) else { return .nothing }
            let late = LateAlteration(alteration: moderation, time: item.time)
            return take(late, archiveID: item.archiveID, isOlder: place != nil, id)
        }
        let reading = MessageReading(item.stanza)
        guard let author = author(of: item, reading, from: from, conversation) else { return .nothing }
        let isOwn = author.id == myID
        if let isTyping = reading.isTyping, !isOwn, place == nil { noteTyping(isTyping, author, id) }
        if isOwn, let senderID = reading.senderID {
            if arrived(senderID, in: id, archiveID: item.archiveID, at: item.time) { return .nothing }
            if conversation.log.has(ownChange: senderID) {
                if let archiveID = item.archiveID { conversation.log.note(seen: archiveID) }
                return .nothing
            }
            if let known = conversation.log.message(senderID, by: author.id), reading.alteration == nil {
                conversation.log.keep(changed: known, archiveID: item.archiveID)
                return .nothing
            }
        }
        if !isOwn, reading.alteration == nil, knownWithoutName(item, reading, author, conversation) { return .nothing }
        let body = rich(reading.text ?? FlatText(), reading.marks, author: author, conversation)
        func message() -> Message {
            let ownID = isOwn ? self.ownID(reading, conversation) : nil
            let messageID = MessageID(ownID ?? item.archiveID ?? Secure.text(bits: 128))
            var message = Message(
                id: messageID, room: conversation.id, time: item.time, author: author, body: body)
            message.replyTo = reading.replyTo.flatMap { conversation.message($0)?.id ?? MessageID($0) }
            message.isUnstyled = reading.isUnstyled
            message.order = place ?? conversation.log.placeNewer(item.time)
            if reading.isTombstone && item.isArchived { message.retract(at: item.time) }
            return message
        }
        if let alteration = reading.alteration {
            var late = LateAlteration(author: author, alteration: alteration, body: body, time: item.time)
            if case .correct = alteration {
                guard reading.text != nil else { return .nothing }
                // Without ids of occupants nobody knows whether an archive's two nicks were one person.
                let isProven = conversation.kind != .room || conversation.hasOccupantIDs || !item.isArchived
                let isKnown = isProven && target(of: late, conversation) != nil
                if !isKnown { late.standIn = message() }
                if !isProven, let standIn = late.standIn { return keepNew(standIn, item, reading, conversation) }
            }
            let taken = take(late, archiveID: item.archiveID, isOlder: place != nil, id)
            if case .new(let standIn) = taken { return keepNew(standIn, item, reading, conversation) }
            return taken
        }
        let isGone = reading.isTombstone && item.isArchived
        guard reading.text != nil || isGone else {
            if place == nil, !item.isArchived { takeTopic(of: item.stanza, id) }
            return .nothing
        }
        return keepNew(message(), item, reading, conversation)
    }

    /// The id by which an own message goes that an archive tells: the one that one gave it, so that what was left on its
    /// way is found again under it. Where a nick alone says whose it is, or that id is another message's, it does not
    /// count: somebody else may have chosen it.
    private func ownID(_ reading: MessageReading, _ conversation: Conversation) -> String? {
        guard conversation.kind == .person || conversation.hasOccupantIDs, let id = reading.senderID,
            conversation.log.message(MessageID(id)) == nil
        else { return nil }
        return id
    }

    /// Whether the archive tells what came live without an id of the archive; the id is noted then.
    private func knownWithoutName(
        _ item: Found, _ reading: MessageReading, _ author: Person, _ conversation: Conversation
    ) -> Bool {
        guard item.isArchived, conversation.kind == .person, let senderID = reading.senderID,
            let known = conversation.log.message(senderID, by: author.id),
            conversation.log.archiveID(of: known.id) == nil
        else { return false }
        conversation.log.keep(changed: known, archiveID: item.archiveID)
        return true
    }

    private func keepNew(
        _ message: Message, _ item: Found, _ reading: MessageReading, _ conversation: Conversation
    ) -> Taken {
        if message.author.id != myID, conversation.kind == .person, let order = message.order {
            noteMarkable(reading, at: order, conversation.id)
        }
        conversation.log.keep(new: message, archiveID: item.archiveID, senderID: reading.senderID)
        return .new(message)
    }

    /// Who said it; nil when it does not belong here.
    private func author(
        of item: Found, _ reading: MessageReading, from: JID, _ conversation: Conversation
    ) -> Person? {
        let myself = Person(id: myID, name: HarmlessText.line(conversation.nick))
        guard conversation.kind == .room else {
            if from.bare == me { return myself }
            let sender = conversation.kind == .occupant ? from : from.bare
            return sender == conversation.address ? conversation.partner : nil
        }
        guard from.bare == conversation.address, let nick = from.resource else { return nil }
        let occupantID = item.stanza.child("occupant-id", Names.occupantID)?["id"]
        let isOwn: Bool
        if conversation.hasOccupantIDs, let occupantID {
            isOwn = occupantID == conversation.ownOccupantID
        } else {
            let isWaitedFor = reading.senderID.map { outbox.holds($0, in: conversation.id) } ?? false
            isOwn = nick == conversation.nick && (isWaitedFor || conversation.occupants[nick] != nil)
        }
        if isOwn { return myself }
        return Person(id: conversation.personID(nick: nick, occupantID: occupantID), name: conversation.shownName(nick))
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
