import RichText

/// A room as one sees it.
public struct Room: Hashable, Sendable {
    /// Which room it is.
    public let id: RoomID
    /// What is shown as its name.
    public var name: String
    /// What it is about; empty when nobody said.
    public var topic = ""
    /// Whom one talks to here alone; nil in a room for all.
    public var partner: Person?
    /// Who one is in it, once it is open.
    public var me: Person?
    /// All who are there, in the order in which they are listed.
    public var people: [Person] = []
    /// How those who are there stand to the room, where it knows ranks.
    public private(set) var ranks: [PersonID: Rank] = [:]
    /// What can be set of it, once that was asked.
    public private(set) var settings: [RoomSetting] = []
    /// Others who are writing now.
    public var typing: [Person] = []
    /// What was said.
    public var timeline = Timeline()
    /// Up to where one has read; nil when the room was never read.
    public private(set) var readUpTo: Int64?
    /// What was not read yet, of the messages at hand.
    public private(set) var unreadCount = UnreadCount()
    /// Whether a message that holds one's own name as a word calls oneself as a mention does.
    public var countsOwnName = false {
        didSet { if countsOwnName != oldValue { noteOwnName() } }
    }
    /// Further words that call oneself as one's own name does.
    public var callingWords: [String] = [] {
        didSet { if callingWords != oldValue { noteOwnName() } }
    }
    private var callers: [WholeWord] = []
    /// Who spoke when: larger numbers for those who spoke later. Of all messages that were ever at hand.
    public private(set) var lastSpoken: [PersonID: Int] = [:]
    /// Those who spoke, by the names that they had then, whoever spoke last first.
    public var speakers: [Person] {
        let order = lastSpoken.sorted { ($0.value, $0.key) > ($1.value, $1.key) }
        return order.compactMap { names[$0.key] }
    }
    private var names: [PersonID: Person] = [:]

    /// What was asked of the transport and has not come.
    var asked = AskedPages()

    /// A room that is not open yet.
    public init(id: RoomID, name: String) {
        self.id = id
        self.name = name
    }

    /// Messages of others after the read position, oldest first, of the newest that are at hand.
    public var unread: some Sequence<Message> {
        let readUpTo = readUpTo ?? .min
        let me = me?.id
        return timeline.newest.lazy.filter { ($0.order ?? .min) > readUpTo && $0.author.id != me }
    }

    /// The newest name of the person `id` that is known here.
    public func name(of id: PersonID) -> String? {
        if let present = people.first(where: { $0.id == id }) { return present.name }
        return names[id]?.name
    }

    /// Whether `message` is somebody else's and calls oneself: by a mention or, where that counts, by name.
    public func isCalled(by message: Message) -> Bool {
        guard let me, message.author.id != me.id else { return false }
        return message.body.mentions(me.id) || callers.contains { $0.isIn(message.body) }
    }

    private mutating func noteOwnName() {
        let name = countsOwnName ? me.map(\.name) : nil
        callers = ([name].compactMap { $0 } + callingWords).map { WholeWord($0) }
        countUnread()
    }

    /// One has read up to and including the place `order`.
    public mutating func read(upTo order: Int64) {
        readUpTo = order
        if order >= timeline.newestOrder ?? .min { unreadCount = UnreadCount() } else { countUnread() }
    }

    /// Takes in what the transport told of this room; the message `held` and those around it stay at hand.
    /// Returns the messages that are new, for whoever wants to draw attention to them.
    public mutating func reduce(_ event: TransportEvent, keeping held: MessageID? = nil) -> [Message] {
        switch event {
        case .opened(_, let me, let readUpTo):
            self.me = me
            self.readUpTo = readUpTo
            noteOwnName()
        case .history(_, let messages, let reachesStart):
            noteAuthors(of: messages)
            takeHistory(messages, reachesStart: reachesStart, keeping: held)
            countUnread()
        case .received(_, let messages):
            noteAuthors(of: messages)
            let fresh = timeline.merge(messages, keeping: held)
            for message in fresh where (message.order ?? .min) > readUpTo ?? .min {
                count(message, in: &unreadCount)
            }
            return fresh
        case .page(_, let page):
            noteAuthors(of: page.messages)
            take(page, keeping: held)
        case .failed(_, let id, let reason): timeline.fail(id, reason: reason)
        case .people(_, let people):
            self.people = people
            typing.removeAll { writer in !people.contains { $0.id == writer.id } }
        case .typing(_, let people): typing = people
        case .changed(_, let messages):
            timeline.change(messages)
            countUnread()
        case .topic(_, let topic): self.topic = topic
        case .direct(_, let partner, _): self.partner = partner
        case .ranks(_, let ranks): self.ranks = ranks
        case .settings(_, let settings): self.settings = settings
        case .notice, .readingPlace, .found, .refused, .rooms, .invited, .contacts, .progress, .passwordWanted,
            .connection:
            break
        }
        return []
    }

    /// What was not read yet, without what those people said.
    public func unreadCount(without people: [PersonID: Person]) -> UnreadCount {
        var count = UnreadCount()
        for message in unread where people[message.author.id] == nil { self.count(message, in: &count) }
        count.hasMore = unreadCount.hasMore
        return count
    }

    private mutating func countUnread() {
        var count = UnreadCount()
        for message in unread { self.count(message, in: &count) }
        let oldest = timeline.newest.first?.order ?? .max
        count.hasMore = count.messages > 0 && oldest > (readUpTo ?? .min) && oldest > 1 && timeline.newest.count > 1
        unreadCount = count
    }

    private func count(_ message: Message, in count: inout UnreadCount) {
        guard message.author.id != me?.id else { return }
        count.messages += 1
        if isCalled(by: message) { count.mentions += 1 }
    }

    private mutating func noteAuthors(of messages: [Message]) {
        for message in messages {
            guard let order = message.order else { continue }
            let place = Int(clamping: order)
            guard lastSpoken[message.author.id] ?? .min < place else { continue }
            lastSpoken[message.author.id] = place
            names[message.author.id] = message.author
        }
    }
}

/// How much of a room was not read.
public struct UnreadCount: Hashable, Sendable {
    /// Messages of others.
    public internal(set) var messages = 0
    /// Those among them that call oneself.
    public internal(set) var mentions = 0
    /// Whether there may be more before the messages at hand.
    public internal(set) var hasMore = false

    /// Nothing is unread.
    public init() {}
}
