import ChatCore
import RichText
import Terminal

/// The log of a room at a given size: which rows stand where. Only what is asked for is laid out.
///
/// It never changes; a class, as ``MessageBlock`` is one.
final class LogLayout {
    /// A row of the log: a message by its index in the timeline, and a row of its block.
    struct Place: Equatable {
        var index: Int
        var row: Int
    }

    let view: RoomView
    /// The whole pane.
    let size: Size
    /// Rows at the bottom of the pane that show the newest message while one reads back.
    let pinnedRows: Int
    let columns: LogColumns
    private let settings: ChatState.Settings
    private let cache: LayoutCache
    private let firstUnread: Int?
    /// The blocks that were asked for already.
    private var blocks: [Int: MessageBlock] = [:]

    init(_ view: RoomView, size: Size, settings: ChatState.Settings, cache: LayoutCache) {
        self.view = view
        self.size = size
        self.settings = settings
        self.cache = cache
        columns = LogColumns(
            width: size.width, isPlain: view.isPlain, timeWidth: settings.calendar.time.width)
        pinnedRows = view.anchor == nil ? 0 : LogLayout.pinnable(in: size, view)
        firstUnread = view.firstUnreadIndex
    }

    private var messages: [Message] { view.room.timeline.messages }

    /// Two rows where the pane can spare them: a rule, and the newest message in one line.
    private static func pinnable(in size: Size, _ view: RoomView) -> Int { size.height >= 8 && !view.isPlain ? 2 : 0 }

    /// Rows for the part that one reads.
    var height: Int { size.height - pinnedRows }

    /// Rows that a page moves by: one of the page before stays in view, so that the eye finds the place again.
    var page: Int { max(size.height - LogLayout.pinnable(in: size, view) - 1, 1) }

    /// The block of the message at `index`.
    func block(at index: Int) -> MessageBlock {
        if let block = blocks[index] { return block }
        let block = foundBlock(at: index)
        blocks[index] = block
        return block
    }

    private func foundBlock(at index: Int) -> MessageBlock {
        // Of what stands in the array only parts are taken out: a message has a dozen references.
        let messages = messages
        let isIgnored = isIgnored(messages[index])
        var leads: [MessageBlock.Lead] = []
        let isSameDay =
            index > 0 && cache.isSameDay(messages[index - 1].time, messages[index].time, settings.calendar)
        if !isSameDay { leads.append(.day(settings.calendar.day(messages[index].time))) }
        if index == firstUnread { leads.append(.unread) }
        if isIgnored { leads += hidden(at: index, isFirst: !leads.isEmpty) }
        let showsAuthor = !leads.isEmpty || index == 0 || !continues(at: index)
        if settings.density == .roomy && leads.isEmpty && showsAuthor && !isIgnored { leads.append(.gap) }
        let quote = view.isPlain ? nil : messages[index].replyTo.map { view.quote(of: $0) }
        if isIgnored {
            return block(of: emptied(messages[index]), leads: leads, quote: quote, showsAuthor: showsAuthor)
        }
        return block(of: messages[index], leads: leads, quote: quote, showsAuthor: showsAuthor)
    }

    private func block(
        of message: Message, leads: [MessageBlock.Lead], quote: Quote?, showsAuthor: Bool
    ) -> MessageBlock {
        cache.block(for: message, leads: leads, quote: quote, showsAuthor: showsAuthor, columns: columns) {
            MessageBlock(
                message, leads: leads, quote: quote, showsAuthor: showsAuthor, me: view.room.me?.id, columns: columns,
                directory: view.directory, settings: settings)
        }
    }

    private func isIgnored(_ message: Message) -> Bool {
        !settings.ignored.isEmpty && settings.ignored[message.author.id] != nil
    }

    /// A message by somebody who is ignored as it is laid out: nothing of it.
    private func emptied(_ message: Message) -> Message {
        var empty = Message(
            id: message.id, room: message.room, time: message.time, author: message.author, body: RichText())
        empty.order = message.order
        return empty
    }

    /// One row for all messages in a row that are not shown.
    private func hidden(at index: Int, isFirst: Bool) -> [MessageBlock.Lead] {
        guard isFirst || index == 0 || !isIgnored(messages[index - 1]) else { return [] }
        return [.hidden(messages[index...].prefix(1_000).prefix(while: isIgnored).count)]
    }

    /// Messages of one person within five minutes stand together under one name.
    private func continues(at index: Int) -> Bool {
        let messages = messages
        let gap = messages[index].time.milliseconds - messages[index - 1].time.milliseconds
        return gap >= 0 && gap < 300_000 && messages[index - 1].author == messages[index].author
    }

    /// The place at the top of the pane while the newest row stands at its bottom.
    var lowestTop: Place { top(above: messages.count, rows: size.height) }

    /// The place at the top of `rows` rows whose last is the last of the messages before `end`.
    private func top(above end: Int, rows: Int) -> Place {
        // In a pane without rows, too, the place is that of a message.
        var missing = max(rows, 1)
        var index = end
        while index > 0 && missing > 0 {
            index -= 1
            missing -= block(at: index).height
        }
        return Place(index: index, row: max(-missing, 0))
    }

    /// The place at the top of the pane now.
    var top: Place {
        guard let anchor = view.anchor, let index = view.room.timeline.index(of: anchor.message) else {
            return lowestTop
        }
        return Place(index: index, row: max(min(anchor.row, block(at: index).height - 1), 0))
    }

    /// The place `rows` below `place`, or above it where negative; stops at the first and the last row.
    func place(_ place: Place, movedBy rows: Int) -> Place {
        guard !messages.isEmpty else { return place }
        var (index, row) = (place.index, place.row + rows)
        while row < 0 && index > 0 {
            index -= 1
            row += block(at: index).height
        }
        while index < messages.count - 1, case let height = block(at: index).height, row >= height {
            row -= height
            index += 1
        }
        return Place(index: index, row: max(min(row, block(at: index).height - 1), 0))
    }

    /// Whether `place` at the top leaves no row of the log below the pane.
    func reachesEnd(_ place: Place) -> Bool { view.room.timeline.reachesEnd && !(place < lowestTop) }

    /// The place at the top, or above it so that the pane is full, while what follows is not at hand.
    func withinHand(_ place: Place) -> Place {
        if view.room.timeline.reachesEnd { return place }
        return min(place, top(above: messages.count, rows: height))
    }

    /// The top that brings the message at `index` into sight with the least motion; nil when it is in sight.
    func top(toShow index: Int) -> Place? {
        let start = Place(index: index, row: 0)
        let top = self.top
        if start < top { return start }
        let lowest = self.top(above: index + 1, rows: height)
        return top < lowest ? min(lowest, start) : nil
    }

    /// A message of which a row is in sight, and the row of the pane on which its block begins; negative above it.
    struct Sighting {
        var index: Int
        var block: MessageBlock
        var y: Int
    }

    /// The messages in sight, from the top. A log that does not fill its pane stands at the pane's bottom.
    var sightings: [Sighting] {
        guard !messages.isEmpty else { return [] }
        let top = self.top
        var result: [Sighting] = []
        var (index, y) = (top.index, -top.row)
        while index < messages.count && y < height {
            let block = block(at: index)
            result.append(Sighting(index: index, block: block, y: y))
            y += block.height
            index += 1
        }
        let gap = max(height - y, 0)
        for place in result.indices where gap > 0 { result[place].y += gap }
        return result
    }

    /// The index of the last message of which a row is in sight.
    var lastInSight: Int? {
        guard !messages.isEmpty else { return nil }
        return sightings.last?.index ?? top.index
    }
}

extension LogLayout.Place: Comparable {
    static func < (left: Self, right: Self) -> Bool { (left.index, left.row) < (right.index, right.row) }
}

extension RoomView {
    /// The index of the message that the unread line stands above, if that is at hand.
    var firstUnreadIndex: Int? {
        guard let unreadAfter, unreadAfter < .max else { return nil }
        let timeline = room.timeline
        let start = timeline.firstIndex(from: unreadAfter + 1)
        // With nothing before it at hand, the first unread message may stand further up.
        guard start > 0 || timeline.reachesStart || unreadAfter == .min else { return nil }
        return timeline.messages[start...].firstIndex { $0.order != nil && $0.author.id != room.me?.id }
    }

    /// Whether something of others came after the unread line's place.
    var hasUnreadLine: Bool {
        guard let unreadAfter else { return false }
        for message in room.timeline.newest.reversed() {
            if let order = message.order, order <= unreadAfter { return false }
            if message.order != nil && message.author.id != room.me?.id { return true }
        }
        return false
    }
}
