import ChatCore
import RichText
import XMPP

/// What a session is asked on the connection's thread.
package enum SessionRequest: Sendable {
    /// By the user.
    case command(TransportCommand)
    /// By whoever puts files somewhere.
    case upload(UploadNews)
}

/// One account in use: what its connection and its user tell goes in, orders and events come out. It lives on the
/// connection's thread.
package final class Session {
    let me: JID
    /// One's own id, in all conversations.
    let myID: PersonID
    /// One's name in rooms that know no other.
    var nick: String
    /// Whether one's rooms follow one from device to device (XEP-0402).
    let followsBookmarks: Bool
    private let pinned: (SASLMechanism) -> Void
    private let deliver: (TransportEvent) -> Void
    private let carryOut: (UploadOrder) -> Void
    /// The bytes of the picture that an emoticon has here.
    let emoticonPicture: (EmoticonCode) -> [UInt8]?
    var emoticonFiles: [EmoticonCode: EmoticonFile?] = [:]
    /// What is kept on the disk; nil where nothing is.
    let ledger: Ledger?

    /// What there is to do at a certain time.
    enum Due: Hashable {
        /// Rooms that are silent are asked whether one is still in them.
        case quiet
        /// What came is written to the disk.
        case writing
        /// A step of the archive's upkeep.
        case upkeep
    }

    private var orders: [ConnectionOrder] = []
    private var dues: [Due: Int64] = [:]
    /// When one is woken next.
    private var armed: Int64?
    var now: Int64 = 0
    var full: JID?
    var isOnline = false
    var queries = Queries()
    var archiveQueries: [String: ArchiveQuery] = [:]
    var conversations: [RoomID: Conversation] = [:]
    /// Whether a service has rooms, by its domain.
    var services: [String: Conversation.Kind] = [:]
    /// Where people came, went or changed, and it was not told yet.
    var newPeople: Set<RoomID> = []
    private var addresses: [String: Address] = [:]
    var outbox = Outbox()
    /// Up to where one had read on any device, by the address of the conversation: ids of the archive.
    var displayed: [RoomID: String] = [:]
    /// Where one reads, for as long as the program runs.
    var readingPlaces: [RoomID: ReadingPlace] = [:]
    var bookmarks: [RoomID: Bookmark] = [:]
    /// Whether the server's bookmarks are known in this session.
    var areBookmarksKnown = false
    var contacts = Contacts()
    var roomSearch = RoomSearch()
    /// Messages that are told of only when they come back, by their ids, and what they were for.
    var wishes: [String: String] = [:]
    /// Messages whose files are to be put somewhere, in order.
    var uploads: [Upload] = []
    var uploadService = UploadService.unknown
    /// Where others get the files that were put somewhere, by their paths.
    var sharedFiles: [String: SharedFile] = [:]
    /// How often strangers may draw attention: ten times a minute each for invitations, requests and new conversations.
    var invitationPace = Pace()
    var requestPace = Pace()
    var directPace = Pace()
    private var wasTold: StreamFault?
    private var isStopping = false

    package init(
        jid: JID, nick: String, followsBookmarks: Bool = false, ledger: Ledger? = nil,
        pinned: @escaping (SASLMechanism) -> Void, deliver: @escaping (TransportEvent) -> Void,
        carryOut: @escaping (UploadOrder) -> Void = { _ in },
        emoticonPicture: @escaping (EmoticonCode) -> [UInt8]? = { _ in nil }
    ) {
        me = jid.bare
        myID = PersonID(jid.bare.description)
        self.nick = nick
        self.followsBookmarks = followsBookmarks
        self.ledger = ledger
        self.pinned = pinned
        self.deliver = deliver
        self.carryOut = carryOut
        self.emoticonPicture = emoticonPicture
    }

    /// Takes in what happened, and answers what is to be done.
    package func take(_ input: ConnectionInput<SessionRequest>, at now: Int64) -> [ConnectionOrder] {
        self.now = now
        switch input {
        case .connecting: tell(.connection(Connection(myID, .connecting)))
        case .online(let jid, let resumed, _): cameOnline(jid, resumed: resumed)
        case .offline(let fault, let retryIn): wentOffline(fault, retryIn: retryIn)
        case .received(let stanza): received(stanza)
        case .acknowledged(let stanzas): acknowledged(stanzas)
        case .pinned(let mechanism): pinned(mechanism)
        case .request(.command(let command)): perform(command)
        case .request(.upload(let news)): take(news)
        case .woke: woke()
        case .stopping: isStopping = true
        }
        tellPeople()
        if contacts.takeNews() { tell(.contacts(contacts.list)) }
        tendLedger()
        if isStopping && outbox.isEmpty { orders.append(.finish) }
        if let next = dues.values.min(), next != armed {
            armed = next
            orders.append(.wake(at: next))
        }
        defer { orders = [] }
        return orders
    }

    /// An address that was read, and the conversation that goes by its bare form.
    struct Address {
        let jid: JID
        let bare: RoomID

        init(_ jid: JID) { (self.jid, bare) = (jid, RoomID(jid.bare.description)) }
    }

    /// The address that `text` is. Those of people who talk come again and again, and reading one costs.
    func address(_ text: String) -> Address? {
        if let known = addresses[text] { return known }
        guard let address = JID(text).map({ Address($0) }) else { return nil }
        if addresses.count >= 1000 { addresses = [:] }
        addresses[text] = address
        return address
    }

    func send(_ stanza: XMLElement) { orders.append(.send(stanza)) }
    func wake(at moment: Int64, for due: Due) { dues[due] = moment }
    func tell(_ event: TransportEvent) { deliver(event) }
    func order(_ order: UploadOrder) { carryOut(order) }
    func notice(_ text: String, isFailure: Bool = false) { deliver(.notice("\(me): \(text)", isFailure: isFailure)) }

    /// Asks `to` (nil: one's own account) for something.
    func ask(_ purpose: Queries.Purpose, _ type: String = "get", of to: JID?, _ payload: XMLElement) {
        let id = queries.ask(purpose, of: to)
        let attributes: KeyValuePairs<String, String?> = ["type": type, "id": id, "to": to?.description]
        send(XMLElement("iq", Namespace.client, attributes, [payload]))
    }

    private func cameOnline(_ jid: JID, resumed: Bool) {
        full = jid
        isOnline = true
        tell(.connection(Connection(myID, .online)))
        if wasTold != nil { notice("connected again") }
        wasTold = nil
        guard !resumed else {
            // A room may have forgotten us while we were away.
            for conversation in conversations.values where conversation.stage != .away { selfPing(conversation.id) }
            flushOutbox()
            advanceUploads()
            return
        }
        queries.forget()
        archiveQueries = [:]
        outbox.sessionEnded()
        for id in conversations.keys { conversations[id]?.left() }
        wishes = [:]
        areBookmarksKnown = false
        contacts.sessionEnded()
        ask(.roster, of: nil, XMLElement("query", Names.roster))
        send(XMLElement("presence", Namespace.client, [:], [Abilities.tag]))
        ask(.nothing, "set", of: nil, XMLElement("enable", Names.carbons))
        ask(.blocked, of: nil, XMLElement("blocklist", Names.blocking))
        askDisplayed()
        if followsBookmarks { askBookmarks() }
        for id in conversations.keys.sorted() { enter(id) }
        uploadsStartOver()
    }

    private func wentOffline(_ fault: StreamFault, retryIn: Int64?) {
        isOnline = false
        guard !isStopping else { return }
        let nextTry = retryIn.map { WallClock.now + $0 }
        tell(.connection(Connection(myID, .offline(reason: fault.sentence, nextTry: nextTry))))
        // Every attempt of a long outage ends the same: once is enough.
        if fault != wasTold || retryIn == nil {
            let next = retryIn == nil ? "giving up" : "trying again"
            notice("\(fault.sentence); \(next)", isFailure: true)
        }
        wasTold = fault
        // The smallest limit that a server may have is 10,000 bytes (RFC 6120, section 13.12).
        if fault.isAboutContent, let parcel = outbox.takeLongest(over: 8_000) {
            tellFailed(parcel, "it is too long for the server")
        }
        guard retryIn == nil else { return }
        for parcel in outbox.giveUp() { tellFailed(parcel, fault.sentence) }
        for upload in uploads { cancelUpload(of: upload.message.id, in: upload.message.room, because: fault.sentence) }
    }

    private func woke() {
        armed = nil
        for (due, moment) in dues where moment <= now {
            dues[due] = nil
            switch due {
            case .quiet: pingQuietRooms()
            case .writing: writeLedger()
            case .upkeep:
                guard ledger?.work(at: now) == true else { continue }
                for conversation in conversations.values { conversation.log.noteUpkeep() }
            }
        }
    }

    private func writeLedger() {
        ledger?.flush()
        for conversation in conversations.values { conversation.log.forgetOldest() }
    }

    /// Has what came written to the disk: soon, or now when there is much of it or no more will come.
    private func tendLedger() {
        guard let ledger else { return }
        if ledger.isFull || isStopping { writeLedger() }
        if !ledger.isDirty {
            dues[.writing] = nil
        } else if dues[.writing] == nil {
            wake(at: now + ledger.patience, for: .writing)
        }
        if let next = ledger.nextUpkeep { wake(at: next, for: .upkeep) }
        if let error = ledger.takeComplaint() { notice("what is said is not kept: " + error.sentence, isFailure: true) }
    }

    private func tellPeople() {
        for id in newPeople {
            // Until what was missed is there, one is not quite there oneself.
            guard let conversation = conversations[id], conversation.isOpened,
                conversation.stage == .ready || conversation.stage == .refused
            else {
                if conversations[id] == nil { newPeople.remove(id) }
                continue
            }
            newPeople.remove(id)
            tell(.people(id, conversation.people(me: me)))
            if conversation.kind == .room { tell(.ranks(id, conversation.ranks(me: me))) }
        }
    }
}
