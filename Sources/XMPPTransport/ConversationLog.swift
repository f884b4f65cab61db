import ChatCore
import RichText

/// What is known of a conversation's messages: their places, the names under which they can be referred to, and their
/// newest content, for corrections and reactions.
///
/// It is a class because a conversation is passed around as a value, and its log would be copied with each message.
final class ConversationLog {
    /// The id that a sender gave to a message; it means something only together with the sender.
    struct SenderKey: Hashable {
        let author: PersonID
        let id: String
    }

    private(set) var messages: [MessageID: Message] = [:]
    private var byArchiveID: [String: MessageID] = [:]
    private var bySender: [SenderKey: MessageID] = [:]
    private var archiveIDs: [MessageID: String] = [:]
    private var senderIDs: [MessageID: String] = [:]
    private var authorless: [String: MessageID] = [:]
    /// Ids in the archive of what is no message of its own.
    private var seen: Set<String> = []
    /// Ids of one's own changes that have arrived.
    private var ownChanges: Set<String> = []
    private var late: [LateAlteration] = []
    /// Between these two nothing is missing.
    private(set) var oldestArchiveID: String?
    private(set) var newestArchiveID: String?
    var reachesStart = false
    private var oldestOrder: Int64?
    private var newestOrder: Int64?

    /// The newest message at hand.
    var newest: Message? { messages.values.max { ($0.order ?? .min) < ($1.order ?? .min) } }

    /// All that is at hand, oldest first; between the first and the last nothing is missing.
    var inOrder: [Message] { messages.values.sorted { ($0.order ?? .max) < ($1.order ?? .max) } }

    /// The message of that id in the archive.
    func message(archiveID: String) -> Message? { byArchiveID[archiveID].flatMap { messages[$0] } }

    /// The message that `author` sent under `id`.
    func message(_ id: String, by author: PersonID) -> Message? {
        bySender[SenderKey(author: author, id: id)].flatMap { messages[$0] }
    }

    /// The message that somebody sent under `id`.
    func message(senderID id: String) -> Message? { authorless[id].flatMap { messages[$0] } }

    /// The id that its sender gave to a message.
    func senderID(of id: MessageID) -> String? { senderIDs[id] }

    /// Whether what the archive keeps under that id was taken in.
    func has(archiveID: String) -> Bool { byArchiveID[archiveID] != nil || seen.contains(archiveID) }

    /// Notes that what the archive keeps under that id was taken in.
    func note(seen archiveID: String) { seen.insert(archiveID) }

    /// The id in the archive of a message.
    func archiveID(of id: MessageID) -> String? { archiveIDs[id] }

    /// The archive's id of the last message at or before the place `order`.
    func archiveID(upTo order: Int64) -> String? {
        let candidates = messages.values.filter { ($0.order ?? .max) <= order && archiveIDs[$0.id] != nil }
        return candidates.max { ($0.order ?? 0) < ($1.order ?? 0) }.flatMap { archiveIDs[$0.id] }
    }

    /// The place of the next message, which was said at `time`: later than all others.
    func placeNewer(_ time: Timestamp) -> Int64 {
        let order = max(time.milliseconds << 10, (newestOrder ?? .min) &+ 1)
        newestOrder = order
        oldestOrder = oldestOrder ?? order
        return order
    }

    /// The places of older messages, said at `times`, oldest first: earlier than all others.
    func placeOlder(_ times: [Timestamp]) -> [Int64] {
        var result: [Int64] = []
        for time in times.reversed() {
            let order = min(time.milliseconds << 10, (oldestOrder ?? .max) - 1)
            oldestOrder = order
            newestOrder = newestOrder ?? order
            result.append(order)
        }
        return result.reversed()
    }

    /// Notes that all up to `archiveID` has been seen, or that nothing of it on is missing.
    func reached(newest archiveID: String) {
        newestArchiveID = archiveID
        oldestArchiveID = oldestArchiveID ?? archiveID
    }

    func reached(oldest archiveID: String) {
        oldestArchiveID = archiveID
        newestArchiveID = newestArchiveID ?? archiveID
    }

    /// Notes that a change of one's own has arrived.
    func note(ownChange id: String) { ownChanges.insert(id) }

    /// Whether a change of one's own is known to have arrived.
    func has(ownChange id: String) -> Bool { ownChanges.contains(id) }

    /// Keeps a message, new or changed.
    func keep(_ message: Message, archiveID: String?, senderID: String?) {
        messages[message.id] = message
        if let archiveID {
            byArchiveID[archiveID] = message.id
            archiveIDs[message.id] = archiveID
        }
        guard let senderID else { return }
        bySender[SenderKey(author: message.author.id, id: senderID)] = message.id
        authorless[senderID] = message.id
        senderIDs[message.id] = senderID
    }

    /// Whoever bore this name is gone: the next who bears it changes nothing of what was said.
    func forgetSender(_ author: PersonID) { bySender = bySender.filter { $0.key.author != author } }

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

    /// The changes to the message `id` that came before it did, taken out, in order.
    func takeLate(of id: MessageID, isRoom: Bool) -> [LateAlteration] {
        guard !late.isEmpty, let author = messages[id]?.author.id else { return [] }
        let names = isRoom ? archiveIDs[id] : senderIDs[id]
        func isMeant(_ one: LateAlteration) -> Bool {
            switch one.alteration {
            case .correct(let target): target == senderIDs[id] && one.author?.id == author
            case .retract(let target): target == names && one.author?.id == author
            case .react(let target, _): target == names
            case .moderate(let target): target == archiveIDs[id]
            }
        }
        defer { late.removeAll(where: isMeant) }
        return late.filter(isMeant)
    }
}
