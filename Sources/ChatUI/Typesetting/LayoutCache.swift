import ChatCore
import RichText

/// Blocks that were made already, by message; bounded, and never wrong: a block is used again only for equal input.
///
/// Two generations: what was not asked for while the younger one filled up goes with the older one.
final class LayoutCache {
    private struct Entry {
        let message: Message
        let leads: [MessageBlock.Lead]
        let quote: Quote?
        let showsAuthor: Bool
        let columns: LogColumns
        let block: MessageBlock
    }

    private static let generationSize = 512
    /// UTF-8 bytes of text in a generation, so that long messages are not kept by the hundred.
    private static let generationBytes = 1 << 20
    private var young: [MessageID: Entry] = [:]
    private var old: [MessageID: Entry] = [:]
    private var youngBytes = 0

    /// The block of `message`, made by `make` unless an equal one is at hand.
    func block(
        for message: Message, leads: [MessageBlock.Lead], quote: Quote?, showsAuthor: Bool, columns: LogColumns,
        make: () -> MessageBlock
    ) -> MessageBlock {
        if let entry = young[message.id] ?? old[message.id], entry.columns == columns,
            entry.showsAuthor == showsAuthor, entry.leads == leads, entry.quote == quote, entry.message == message
        {
            keep(entry)
            return entry.block
        }
        let block = make()
        keep(
            Entry(
                message: message, leads: leads, quote: quote, showsAuthor: showsAuthor, columns: columns, block: block))
        return block
    }

    /// Forgets all blocks, because the settings that they were made with changed.
    func removeAll() {
        young.removeAll()
        old.removeAll()
        youngBytes = 0
    }

    private func keep(_ entry: Entry) {
        if young.updateValue(entry, forKey: entry.message.id) == nil {
            youngBytes += entry.block.body.content.utf8.count
        }
        guard young.count >= Self.generationSize || youngBytes >= Self.generationBytes else { return }
        old = young
        young.removeAll(keepingCapacity: true)
        youngBytes = 0
    }
}
