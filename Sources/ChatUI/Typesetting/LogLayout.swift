import ChatCore
import Terminal

/// The log of a room at a given size: which rows stand where. Only what is asked for is laid out.
struct LogLayout {
    /// A row of the log: a message by its index in the timeline, and a row of its block.
    struct Place: Equatable {
        var index: Int
        var row: Int
    }

    let view: RoomView
    let size: Size
    let columns: LogColumns
    private let settings: ChatState.Settings
    private let cache: LayoutCache
    private let firstUnread: Int?

    init(_ view: RoomView, size: Size, settings: ChatState.Settings, cache: LayoutCache) {
        self.view = view
        self.size = size
        self.settings = settings
        self.cache = cache
        columns = LogColumns(width: size.width)
        firstUnread = view.firstUnreadIndex
    }

    private var messages: [Message] { view.room.timeline.messages }

    /// The block of the message at `index`.
    func block(at index: Int) -> MessageBlock {
        let message = messages[index]
        let before = index > 0 ? messages[index - 1] : nil
        var leads: [MessageBlock.Lead] = []
        let isSameDay = before.map { settings.calendar.isSameDay($0.time, message.time) } ?? false
        if !isSameDay { leads.append(.day(settings.calendar.day(message.time))) }
        if index == firstUnread { leads.append(.unread) }
        let follows = before.map { continues($0, message) } ?? false
        let showsAuthor = !leads.isEmpty || !follows
        return cache.block(for: message, leads: leads, showsAuthor: showsAuthor, columns: columns) {
            MessageBlock(
                message, leads: leads, showsAuthor: showsAuthor, me: view.room.me?.id, columns: columns,
                directory: view.directory, settings: settings)
        }
    }

    /// Messages of one person within five minutes stand together under one name.
    private func continues(_ before: Message, _ message: Message) -> Bool {
        let gap = message.time.milliseconds - before.time.milliseconds
        return before.author == message.author && gap >= 0 && gap < 300_000
    }

    /// The place at the top of the pane while the newest row stands at its bottom.
    var lowestTop: Place {
        var missing = size.height
        var index = messages.count
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
        return Place(index: index, row: min(anchor.row, block(at: index).height - 1))
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
        return Place(index: index, row: min(max(row, 0), block(at: index).height - 1))
    }

    /// Whether `place` at the top leaves no row of the log below the pane.
    func reachesEnd(_ place: Place) -> Bool {
        let lowest = lowestTop
        return place.index > lowest.index || (place.index == lowest.index && place.row >= lowest.row)
    }
}

extension RoomView {
    /// The index of the message that the unread line stands above.
    var firstUnreadIndex: Int? {
        guard let unreadAfter else { return nil }
        return room.timeline.messages.firstIndex {
            ($0.order ?? .min) > unreadAfter && $0.author.id != room.me?.id
        }
    }
}
