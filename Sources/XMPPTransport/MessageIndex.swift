import Archive
import ChatCore
import RichText

/// The messages of a conversation that are in memory, by all names under which they are referred to.
///
/// A message of others has the id that it has in the archive, and hardly two senders use one id: so nearly every message
/// stands in two tables and no more.
struct MessageIndex {
    private struct Entry {
        var message: Message
        var archiveID: String?
        var senderID: String?
        /// Whether its author can still be told by the name alone.
        var answersToName: Bool
    }

    /// The id that a sender gave to a message; it means something only together with the sender.
    private struct SenderKey: Hashable {
        let author: PersonID
        let id: String
    }

    private var entries: [MessageID: Entry] = [:]
    /// Those whose id is not the archive's.
    private var byArchiveID: [String: MessageID] = [:]
    /// The last message that was sent under an id, and those of other senders who used the same.
    private var bySenderID: [String: MessageID] = [:]
    private var others: [SenderKey: MessageID] = [:]
    private var names = SharedNames()

    var count: Int { entries.count }
    var messages: some Collection<Message> { entries.values.lazy.map(\.message) }
    /// The newest message.
    var newest: Message? { messages.max { ($0.order ?? .min) < ($1.order ?? .min) } }
    /// All, oldest first.
    var inOrder: [Message] { messages.sorted { ($0.order ?? .max) < ($1.order ?? .max) } }

    subscript(id: MessageID) -> Message? { entries[id]?.message }

    func archiveID(of id: MessageID) -> String? { entries[id]?.archiveID }

    func senderID(of id: MessageID) -> String? { entries[id]?.senderID }

    /// The message that the archive keeps under `archiveID`.
    func id(archiveID: String) -> MessageID? {
        let id = MessageID(archiveID)
        return entries[id]?.archiveID == archiveID ? id : byArchiveID[archiveID]
    }

    /// The last message that somebody sent under `senderID`.
    func id(senderID: String) -> MessageID? { bySenderID[senderID] }

    /// The last message that `author` sent under `senderID`; nil where the name may be another's by now.
    func id(senderID: String, by author: PersonID) -> MessageID? {
        for id in [bySenderID[senderID], others[SenderKey(author: author, id: senderID)]].compactMap({ $0 }) {
            if let entry = entries[id], entry.message.author.id == author, entry.answersToName { return id }
        }
        return nil
    }

    /// Takes in a message, or what it reads as now; names that were known of it stay.
    mutating func take(_ copy: MessageCopy) {
        let message = names.sharing(copy.message)
        let id = message.id
        if let archiveID = copy.archiveID, archiveID != id.text { byArchiveID[archiveID] = id }
        if let senderID = copy.senderID {
            if let other = bySenderID[senderID], other != id, let author = entries[other]?.message.author.id,
                author != message.author.id
            {
                others[SenderKey(author: author, id: senderID)] = other
            }
            bySenderID[senderID] = id
        }
        let known = entries[id]
        entries[id] = Entry(
            message: message, archiveID: copy.archiveID ?? known?.archiveID,
            senderID: copy.senderID ?? known?.senderID, answersToName: known?.answersToName ?? true)
    }

    /// Whoever bore this name is gone: the next who bears it changes nothing of what was said.
    mutating func forgetSender(_ author: PersonID) {
        for (id, entry) in entries where entry.message.author.id == author { entries[id]?.answersToName = false }
    }

    /// Lets all go but the newest `count`.
    mutating func keepNewest(_ count: Int) {
        let kept = Set(inOrder.suffix(count).map(\.id))
        entries = entries.filter { kept.contains($0.key) }
        byArchiveID = byArchiveID.filter { kept.contains($0.value) }
        bySenderID = bySenderID.filter { kept.contains($0.value) }
        others = others.filter { kept.contains($0.value) }
        names = SharedNames()
    }
}
