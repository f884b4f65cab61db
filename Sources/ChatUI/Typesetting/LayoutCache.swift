import ChatCore
import RichText

/// Blocks that were made already, by message; bounded, and never wrong: a block is used again only for equal input.
///
/// Two generations: what was not asked for while the younger one filled up goes with the older one.
final class LayoutCache {
    // A class, so that finding a block copies one reference and not the dozens that it holds.
    private final class Entry {
        let message: Message
        let leads: [MessageBlock.Lead]
        let quote: Quote?
        let showsAuthor: Bool
        let columns: LogColumns
        let block: MessageBlock

        init(
            _ block: MessageBlock, _ message: Message, _ leads: [MessageBlock.Lead], _ quote: Quote?,
            _ showsAuthor: Bool, _ columns: LogColumns
        ) {
            self.block = block
            self.message = message
            self.leads = leads
            self.quote = quote
            self.showsAuthor = showsAuthor
            self.columns = columns
        }

        /// Whether the block is what would be made of these.
        func fits(
            _ message: Message, _ leads: [MessageBlock.Lead], _ quote: Quote?, _ showsAuthor: Bool,
            _ columns: LogColumns
        ) -> Bool {
            self.columns == columns && self.showsAuthor == showsAuthor && self.leads == leads && self.quote == quote
                && self.message == message
        }
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
        if let entry = young[message.id], entry.fits(message, leads, quote, showsAuthor, columns) { return entry.block }
        if let entry = old[message.id], entry.fits(message, leads, quote, showsAuthor, columns) {
            keep(entry)
            return entry.block
        }
        let block = make()
        keep(Entry(block, message, leads, quote, showsAuthor, columns))
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
