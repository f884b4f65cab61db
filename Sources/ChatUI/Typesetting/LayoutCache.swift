import ChatCore
import RichText

/// Blocks that were made already, by message; bounded, and never wrong: a block is used again only for equal input.
///
/// Two generations: what was not asked for while the younger one filled up goes with the older one.
final class LayoutCache {
    private struct Entry {
        let message: Message
        let leads: [MessageBlock.Lead]
        let showsAuthor: Bool
        let columns: LogColumns
        let block: MessageBlock
    }

    private static let generationSize = 512
    private var young: [MessageID: Entry] = [:]
    private var old: [MessageID: Entry] = [:]

    /// The block of `message`, made by `make` unless an equal one is at hand.
    func block(
        for message: Message, leads: [MessageBlock.Lead], showsAuthor: Bool, columns: LogColumns,
        make: () -> MessageBlock
    ) -> MessageBlock {
        if let entry = young[message.id] ?? old[message.id], entry.columns == columns,
            entry.showsAuthor == showsAuthor, entry.leads == leads, entry.message == message
        {
            keep(entry)
            return entry.block
        }
        let block = make()
        keep(Entry(message: message, leads: leads, showsAuthor: showsAuthor, columns: columns, block: block))
        return block
    }

    /// Forgets all blocks, because the settings that they were made with changed.
    func removeAll() {
        young.removeAll()
        old.removeAll()
    }

    private func keep(_ entry: Entry) {
        young[entry.message.id] = entry
        guard young.count >= Self.generationSize else { return }
        old = young
        young.removeAll(keepingCapacity: true)
    }
}
