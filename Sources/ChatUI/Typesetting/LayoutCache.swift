import ChatCore
import RichText

/// Blocks that were made already, by message, and which moments share a day; bounded, and never wrong: a block is used
/// again only for equal input.
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

    private static let generationSize = 192
    /// UTF-8 bytes of text in a generation, so that long messages are not kept by the hundred.
    private static let generationBytes = 1 << 20
    private var young: [MessageID: Entry] = [:]
    private var old: [MessageID: Entry] = [:]
    private var youngBytes = 0
    /// Times that are known to lie within one day: the system's calendar is slow, and asked of all messages in sight.
    private var days: [ClosedRange<Timestamp>] = []
    private static let mostDays = 8

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

    /// Whether both moments fall on one day of `calendar`, which is the same in all calls.
    func isSameDay(_ left: Timestamp, _ right: Timestamp, _ calendar: LocalCalendar) -> Bool {
        let span = min(left, right)...max(left, right)
        if days.contains(where: { $0.lowerBound <= span.lowerBound && span.upperBound <= $0.upperBound }) {
            return true
        }
        guard calendar.isSameDay(left, right) else { return false }
        if let place = days.firstIndex(where: { $0.overlaps(span) }) {
            let known = days[place]
            days[place] = min(known.lowerBound, span.lowerBound)...max(known.upperBound, span.upperBound)
        } else {
            if days.count == Self.mostDays { days.removeFirst() }
            days.append(span)
        }
        return true
    }

    /// Forgets everything, because the settings that it was made with changed.
    func removeAll() {
        days.removeAll()
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
