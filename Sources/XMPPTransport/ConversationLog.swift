import Archive
import ChatCore
import RichText

/// What is known of a conversation's messages: their places, the names under which they can be referred to, and their
/// newest content, for corrections and reactions.
///
/// The newest messages are in memory. Where the account keeps what was said, the rest is on the disk and looked up
/// there; where it does not, all that came is in memory.
///
/// It is a class because a conversation is passed around as a value, and its log would be copied with each message.
final class ConversationLog {
    /// How many messages stay in memory where the disk has the others, and how many there may be before some go.
    private static let (fewest, most) = (100, 400)

    let room: RoomID
    private let ledger: Ledger?
    private var recent = MessageIndex()
    /// Ids in the archive of what is no message of its own.
    private var seen: Set<String> = []
    /// Ids of one's own changes that have arrived.
    private var ownChanges: Set<String> = []
    private var late: [LateAlteration] = [] {
        didSet { if !(late.isEmpty && oldValue.isEmpty) { noteWaiting() } }
    }
    /// How much is known: between its ends nothing is missing.
    private(set) var known: CopiedRoom {
        didSet { if known != oldValue { ledger?.note(self) } }
    }
    /// Whether other changes wait than those on the disk.
    var hasNewWaiting = false
    private var oldestOrder: Int64?
    private var newestOrder: Int64?

    /// A log of `room` with what `ledger` keeps of it.
    init(_ room: RoomID, _ ledger: Ledger? = nil) {
        (self.room, self.ledger) = (room, ledger)
        known = CopiedRoom(isRoom: false)
        guard let ledger, let kept = ledger.known(room) else { return }
        known = kept
        late = ledger.waiting(room).compactMap { LateAlteration($0, in: room) }
        hasNewWaiting = false
        (oldestOrder, newestOrder) = ledger.ends(room)
    }

    /// Whether there was something on the disk.
    var isKept: Bool { newestOrder != nil || known.newest != nil }
    var oldestArchiveID: String? { known.oldest }
    var newestArchiveID: String? { known.newest }
    var reachesStart: Bool {
        get { known.reachesStart }
        set { known.reachesStart = newValue }
    }
    var topic: String {
        get { known.topic }
        set { known.topic = newValue }
    }
    var isRoom: Bool {
        get { known.isRoom }
        set { known.isRoom = newValue }
    }

    /// The newest message.
    var newest: Message? {
        recent.newest ?? ledger?.copies(in: room, before: nil, limit: 1).last?.message
    }

    /// The message `id`.
    func message(_ id: MessageID) -> Message? { recent[id] ?? ledger?.copy(id, in: room)?.message }

    /// The message of that id in the archive.
    func message(archiveID: String) -> Message? {
        if let id = recent.id(archiveID: archiveID) { return message(id) }
        return seen.contains(archiveID) ? nil : ledger?.copy(archiveID: archiveID, in: room)?.message
    }

    /// The message that `author` sent under `id`.
    func message(_ id: String, by author: PersonID) -> Message? {
        if let known = recent.id(senderID: id, by: author) { return message(known) }
        return isNick(author) ? nil : ledger?.copy(senderID: id, by: author, in: room)?.message
    }

    /// The message that somebody sent under `id`.
    func message(senderID id: String) -> Message? {
        if let known = recent.id(senderID: id) { return message(known) }
        return ledger?.copy(senderID: id, by: nil, in: room)?.message
    }

    /// The id that its sender gave to a message.
    func senderID(of id: MessageID) -> String? { recent.senderID(of: id) ?? ledger?.copy(id, in: room)?.senderID }

    /// The id in the archive of a message.
    func archiveID(of id: MessageID) -> String? { recent.archiveID(of: id) ?? ledger?.copy(id, in: room)?.archiveID }

    /// Whether what the archive keeps under that id was taken in; what has just been said can be known from the memory only.
    func has(archiveID: String, onDisk: Bool) -> Bool {
        recent.id(archiveID: archiveID) != nil || seen.contains(archiveID)
            || (onDisk && ledger?.copy(archiveID: archiveID, in: room) != nil)
    }

    /// Those of a page of the archive that are not on the disk yet.
    func news(of page: [Found]) -> [Found] {
        guard let ledger, !page.isEmpty else { return page }
        let known = ledger.known(archiveIDs: page.compactMap(\.archiveID), in: room)
        return known.isEmpty ? page : page.filter { $0.archiveID.map { !known.contains($0) } ?? true }
    }

    /// Notes that what the archive keeps under that id was taken in.
    func note(seen archiveID: String) { seen.insert(archiveID) }

    /// The archive's id of the last message at or before the place `order`.
    func archiveID(upTo order: Int64) -> String? {
        let candidates = recent.messages.filter { ($0.order ?? .max) <= order && recent.archiveID(of: $0.id) != nil }
        let last = candidates.max { ($0.order ?? 0) < ($1.order ?? 0) }
        return last.flatMap { recent.archiveID(of: $0.id) } ?? ledger?.archiveID(upTo: order, in: room)
    }

    /// Whether the one who is meant is known only by a nick, which is somebody else's next time.
    private func isNick(_ author: PersonID) -> Bool { author.text.hasPrefix(room.text + "/") }

    /// The place of the next message, which was said at `time`: later than all others.
    func placeNewer(_ time: Timestamp) -> Int64 {
        var order = max(time.milliseconds << 10, (newestOrder ?? .min) &+ 1)
        // In the file places are of all rooms together.
        while ledger?.isTaken(order) == true { order += 1 }
        newestOrder = order
        oldestOrder = oldestOrder ?? order
        return order
    }

    /// The places of older messages, said at `times`, oldest first: earlier than all others.
    func placeOlder(_ times: [Timestamp]) -> [Int64] {
        var result: [Int64] = []
        for time in times.reversed() {
            var order = min(time.milliseconds << 10, (oldestOrder ?? .max) - 1)
            while ledger?.isTaken(order) == true { order -= 1 }
            oldestOrder = order
            newestOrder = newestOrder ?? order
            result.append(order)
        }
        return result.reversed()
    }

    /// Notes that all up to `archiveID` has been seen, or that nothing of it on is missing.
    func reached(newest archiveID: String) {
        known.newest = archiveID
        known.oldest = known.oldest ?? archiveID
    }

    func reached(oldest archiveID: String) {
        known.oldest = archiveID
        known.newest = known.newest ?? archiveID
    }

    /// Older messages may have been let go on the disk.
    func noteUpkeep() {
        guard let kept = ledger?.known(room) else { return }
        known = kept
        oldestOrder = ledger?.ends(room).oldest ?? oldestOrder
    }

    /// Notes that a change of one's own has arrived.
    func note(ownChange id: String) { ownChanges.insert(id) }

    /// Whether a change of one's own is known to have arrived.
    func has(ownChange id: String) -> Bool { ownChanges.contains(id) }

    /// Keeps a message that is new.
    func keep(new message: Message, archiveID: String?, senderID: String?) {
        let copy = MessageCopy(message, archiveID: archiveID, senderID: senderID)
        recent.take(copy)
        ledger?.note(copy)
    }

    /// Keeps a message that reads otherwise now, or whose id in the archive has become known.
    func keep(changed message: Message, archiveID: String? = nil) {
        let copy = MessageCopy(
            message, archiveID: archiveID ?? self.archiveID(of: message.id), senderID: senderID(of: message.id))
        if recent[message.id] != nil { recent.take(copy) }
        ledger?.note(copy)
    }

    /// Notes how far `message` got, and with what was seen all that `author` said before. Returns what changed.
    func mark(_ message: Message, as delivery: Message.Delivery, by author: PersonID) -> [Message] {
        func isNews(_ known: Message) -> Bool {
            switch (known.delivery, delivery) {
            case (.sent, .delivered), (.sent, .read), (.delivered, .read): known.author.id == author
            default: false
            }
        }
        var reached = [message]
        if delivery == .read, let order = message.order {
            reached = last(Session.pageLength, before: order).messages + reached
        }
        return reached.filter(isNews).map { known in
            var known = known
            known.delivery = delivery
            keep(changed: known)
            return known
        }
    }

    /// Whoever bore this name is gone: the next who bears it changes nothing of what was said.
    func forgetSender(_ author: PersonID) { recent.forgetSender(author) }

    /// Lets what the disk has go from memory, if there is much of it. Nothing may wait to be written.
    func forgetOldest() {
        guard let ledger, !ledger.isDirty, recent.count > ConversationLog.most else { return }
        recent.keepNewest(ConversationLog.fewest)
    }

    private var inOrder: [Message] { recent.inOrder }

    /// The newest `limit` messages before the place `before` (nil: of all), oldest first, and whether these are all.
    func last(_ limit: Int, before: Int64? = nil) -> (messages: [Message], isAll: Bool) {
        let found: [Message]
        if let ledger {
            found = ledger.copies(in: room, before: before, limit: limit + 1).map(\.message)
        } else {
            found = Array(inOrder.prefix { ($0.order ?? .max) < before ?? .max }.suffix(limit + 1))
        }
        return (Array(found.suffix(limit)), found.count <= limit)
    }

    /// The messages at a landmark.
    func page(_ landmark: Landmark, limit: Int) -> Page {
        if let page = ledger?.page(landmark, in: room, limit: limit) {
            let reachesStart = page.reachesStart && reachesStart
            return Page(landmark, page.messages, reachesStart: reachesStart, reachesEnd: page.reachesEnd)
        }
        let messages = inOrder
        let index: Int?
        switch landmark {
        case .after(let order): index = messages.firstIndex { ($0.order ?? .max) > order } ?? messages.count
        case .place(let order): index = messages.firstIndex { ($0.order ?? .max) >= order } ?? messages.count
        case .time(let moment): index = messages.firstIndex { $0.time >= moment } ?? messages.count
        case .message(let target): index = messages.firstIndex { $0.id == target }
        }
        guard let index else { return Page(landmark, [], reachesStart: false, reachesEnd: false) }
        var first = index
        if case .after = landmark {} else { first = max(0, index - limit / 2) }
        let end = min(messages.count, first + limit)
        first = max(0, min(first, end))
        return Page(
            landmark, Array(messages[first..<end]), reachesStart: reachesStart && first == 0,
            reachesEnd: end == messages.count)
    }

    /// The newest `limit` messages before the place `before` (nil: of all) that `search` finds, newest first.
    func find(_ search: Search, before: Int64?, limit: Int) -> [Message] {
        if let ledger { return ledger.find(search, in: room, before: before, limit: limit) }
        let found = inOrder.reversed().lazy
            .filter { before == nil || ($0.order ?? .max) < before ?? .max }
            .filter { $0.fits(search) }
        return Array(found.prefix(limit))
    }

    /// Keeps a change to a message that is not at hand.
    func keep(_ alteration: LateAlteration) {
        // More than a thousand would be somebody's game.
        if late.count < 1000 { late.append(alteration) }
    }

    /// Keeps changes that came with older messages, before those that came later.
    func keepBefore(_ older: [LateAlteration]) { late = older + late }

    /// All changes to messages that are not at hand, taken out.
    func takeAllLate() -> [LateAlteration] {
        defer { late = [] }
        return late
    }

    /// The changes that wait, as they are kept on the disk.
    var waiting: [WaitingChange] { late.compactMap(\.kept) }

    private func noteWaiting() {
        hasNewWaiting = true
        ledger?.note(self)
    }

    /// The changes to the message `id` that came before it did, taken out, in order.
    func takeLate(of id: MessageID, isRoom: Bool) -> [LateAlteration] {
        guard !late.isEmpty, let author = recent[id]?.author.id else { return [] }
        let (archiveID, senderID) = (recent.archiveID(of: id), recent.senderID(of: id))
        let names = isRoom ? archiveID : senderID
        func isMeant(_ one: LateAlteration) -> Bool {
            switch one.alteration {
            case .correct(let target): target == senderID && one.author?.id == author
            case .retract(let target): target == names && one.author?.id == author
            case .react(let target, _): target == names
            case .moderate(let target): target == archiveID
            }
        }
        let meant = late.filter(isMeant)
        if !meant.isEmpty { late.removeAll(where: isMeant) }
        return meant
    }
}
