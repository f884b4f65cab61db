import ChatCore
import RichText
import XMPP

/// A question to an archive that is being answered (XEP-0313).
struct ArchiveQuery {
    enum Purpose: Hashable {
        /// The last messages of a conversation that was never read.
        case last
        /// What came after the newest known message, page by page.
        case missed
        /// What was said since the time of the newest known message, which the archive has forgotten.
        case recovery
        /// What came before the oldest known message.
        case older
    }

    let room: RoomID
    let purpose: Purpose
    var found: [Found] = []
}

/// A message of an archive.
struct Found {
    var archiveID: String?
    var time: Timestamp
    var stanza: XMLElement
    /// Whether it came from an archive, not as it was said.
    var isArchived: Bool
    /// Whether it came as it was said, and waited while the archive was read, which may have told it, too.
    var wasHeld = false
}

extension Session {
    /// How many messages are asked for at once.
    static let pageLength = 100

    /// Asks for what is not known of a conversation; then everything flows.
    func fetchMissed(_ id: RoomID) {
        guard let conversation = conversations[id] else { return }
        if conversation.kind != .room { conversations[id]?.stage = .catchingUp }
        let hasArchive =
            conversation.kind == .person
            || conversation.kind == .room && conversation.features.contains(Names.archive)
        guard hasArchive else {
            conversations[id]?.log.reachesStart = true
            beginTelling(id, history: [])
            becomeReady(id)
            return
        }
        if let newest = conversation.log.newestArchiveID {
            askArchive(id, .missed, paging: ("after", newest), limit: Session.pageLength)
        } else if conversation.isOpened, conversation.log.reachesStart {
            // Nothing was ever said here, as far as one knows: all that there is was missed.
            askArchive(id, .missed, paging: nil, limit: Session.pageLength)
        } else {
            askArchive(id, .last, paging: ("before", ""), limit: Session.pageLength)
        }
    }

    /// Tells older messages than the place `before`: those that are at hand, else a page of the archive.
    func loadOlder(_ id: RoomID, before: Int64, limit: Int) {
        guard let log = conversations[id]?.log else { return }
        let known = log.last(limit, before: before)
        guard known.messages.isEmpty, isOnline, !log.reachesStart, let oldest = log.oldestArchiveID else {
            tell(.history(id, known.messages, reachesStart: log.reachesStart && known.isAll))
            return
        }
        askArchive(id, .older, paging: ("before", oldest), limit: min(max(limit, 1), Session.pageLength))
    }

    private func askArchive(
        _ id: RoomID, _ purpose: ArchiveQuery.Purpose, paging: (name: String, value: String)?, limit: Int,
        since: Timestamp? = nil
    ) {
        guard let conversation = conversations[id] else { return }
        let queryID = Secure.text()
        archiveQueries[queryID] = ArchiveQuery(room: id, purpose: purpose)
        var filters = conversation.kind == .person ? [("with", conversation.address.description)] : []
        if let since { filters.append(("start", since.iso8601)) }
        let place = paging.map { XMLElement($0.name, Names.paging, text: $0.value.isEmpty ? nil : $0.value) }
        let page = XMLElement(
            "set", Names.paging, [:],
            [XMLElement("max", Names.paging, text: String(limit))] + [place].compactMap { $0 })
        let query = XMLElement(
            "query", Names.archive, ["queryid": queryID], [DataForm.submission(Names.archive, filters), page])
        ask(.archive(queryID), "set", of: conversation.kind == .room ? conversation.address : nil, query)
    }

    /// A message of an archive came; it counts only from the archive that was asked, and while it is asked.
    func received(archived result: XMLElement, from: JID?) {
        guard let queryID = result["queryid"], let query = archiveQueries[queryID],
            let conversation = conversations[query.room],
            let forwarded = result.child("forwarded", Names.forward),
            let stanza = forwarded.child("message", Namespace.client)
        else { return }
        let isFromArchive = conversation.kind == .room ? from == conversation.address : from == nil || from == me
        guard isFromArchive, query.found.count <= Session.pageLength else { return }
        let stamp = forwarded.child("delay", Names.delay)?["stamp"].flatMap { Timestamp(iso8601: $0) }
        // A clock that is ahead must not put a message after all that will ever be said.
        let time = min(stamp ?? WallClock.now, WallClock.now)
        archiveQueries[queryID]?.found.append(
            Found(archiveID: result["id"], time: time, stanza: stanza, isArchived: true))
    }

    /// A page of an archive is complete.
    func received(page answer: XMLElement, _ queryID: String) {
        guard let query = archiveQueries.removeValue(forKey: queryID), let conversation = conversations[query.room]
        else { return }
        let id = query.room
        guard answer["type"] == "result", let end = answer.child("fin", Names.archive) else {
            failed(query, Session.condition(answer))
            return
        }
        let isComplete = end["complete"] == "true" || end["complete"] == "1"
        let paging = end.child("set", Names.paging)
        let (first, last) = (paging?.child("first")?.text, paging?.child("last")?.text)
        switch query.purpose {
        case .last where conversation.isOpened: takeNews(query, last: last, goesOn: false)
        case .last, .older:
            if let first { conversations[id]?.log.reached(oldest: first) }
            if query.purpose == .last, let last { conversations[id]?.log.reached(newest: last) }
            if isComplete || first == nil { conversations[id]?.log.reachesStart = true }
            let messages = takeOlder(query.found, id)
            if query.purpose == .last {
                beginTelling(id, history: messages)
                becomeReady(id)
            } else {
                tell(.history(id, messages, reachesStart: conversations[id]?.log.reachesStart ?? false))
            }
        case .missed: takeNews(query, last: last, goesOn: !isComplete && last != conversation.log.newestArchiveID)
        case .recovery: takeNews(query, last: last, goesOn: !isComplete)
        }
    }

    private func takeNews(_ query: ArchiveQuery, last: String?, goesOn: Bool) {
        takeMissed(query.found, query.room)
        if let last { conversations[query.room]?.log.reached(newest: last) }
        if goesOn, let last {
            askArchive(query.room, .missed, paging: ("after", last), limit: Session.pageLength)
        } else {
            becomeReady(query.room)
        }
    }

    private func failed(_ query: ArchiveQuery, _ condition: String?) {
        switch query.purpose {
        case .older: tell(.history(query.room, [], reachesStart: false))
        case .missed where condition == "item-not-found":
            let newest = conversations[query.room]?.log.newest?.time
            askArchive(query.room, .recovery, paging: nil, limit: Session.pageLength, since: newest)
        case .last, .missed, .recovery:
            notice("\(query.room): the history cannot be read: \(Session.reason(condition))", isFailure: true)
            beginTelling(query.room, history: [])
            becomeReady(query.room)
        }
    }

    /// A conversation with what is kept of it. Whispers of occupants are not kept: a nick may be another's tomorrow.
    func made(_ id: RoomID, _ address: JID, nick: String) -> Conversation {
        let isKept = address.resource == nil
        let log = ConversationLog(id, isKept ? ledger : nil)
        var conversation = Conversation(id, address: address, nick: nick, log: log)
        guard isKept, log.isKept, let ledger else { return conversation }
        conversation.kind = log.isRoom ? .room : .person
        conversation.readUpTo = ledger.readPosition(id)
        if readingPlaces[id] == nil { readingPlaces[id] = ledger.readingPlace(id) }
        return conversation
    }

    /// Tells what is kept of a conversation, before there is any connection.
    func tellKept(_ id: RoomID) {
        guard let log = conversations[id]?.log, log.isKept else { return }
        let (messages, isAll) = log.last(Session.pageLength)
        beginTelling(id, history: messages, reachesStart: isAll && log.reachesStart)
    }

    /// Tells that the conversation is open, the first time.
    private func beginTelling(_ id: RoomID, history: [Message], reachesStart: Bool? = nil) {
        guard let conversation = conversations[id], !conversation.isOpened else { return }
        conversations[id]?.isOpened = true
        tellOpened(id)
        tell(.history(id, history, reachesStart: reachesStart ?? conversation.log.reachesStart))
        if !conversation.topic.isEmpty { tell(.topic(id, conversation.topic)) }
        if let place = readingPlaces[id] { tell(.readingPlace(id, place)) }
    }

    /// Tells who one is in the conversation, and up to where one has read.
    func tellOpened(_ id: RoomID) {
        guard let conversation = conversations[id] else { return }
        let own = Person(id: myID, name: HarmlessText.line(conversation.nick))
        let elsewhere = displayed[id].flatMap { conversation.log.message(archiveID: $0)?.order }
        let readUpTo = [elsewhere, conversation.readUpTo].compactMap { $0 }.max()
        tell(.opened(id, me: own, readUpTo: readUpTo))
    }

    /// Tells what is at hand of an open conversation once more.
    func tellAgain(_ id: RoomID) {
        guard let conversation = conversations[id] else { return }
        let (messages, isAll) = conversation.log.last(Session.pageLength)
        tellOpened(id)
        tell(.history(id, messages, reachesStart: isAll && conversation.log.reachesStart))
        if !conversation.topic.isEmpty { tell(.topic(id, conversation.topic)) }
        tell(.people(id, conversation.people(me: me)))
    }

    /// What was missed is known: what was held back follows, and what the archive has not is sent again.
    private func becomeReady(_ id: RoomID) {
        guard let held = conversations[id]?.held else { return }
        conversations[id]?.stage = .ready
        conversations[id]?.held = []
        for stanza in held { received(conversation: stanza, id, wasHeld: true) }
        newPeople.insert(id)
        outbox.archiveWasRead(id)
        flushOutbox()
        noteReadElsewhere(id)
        publishRead(id)
    }
}
