import ChatCore
import RichText
import Terminal

extension ChatState {
    /// How many messages are asked for at a time.
    static let pageOfHistory = 100
    /// How many messages from an end of those at hand more is asked for.
    private static let margin = 40

    mutating func scroll(_ action: Action) -> [Effect] {
        let log = logLayout
        switch action {
        case .pageUp: return moveLog(log, by: -log.page)
        case .pageDown: return moveLog(log, by: log.page)
        case .rowUp: return moveLog(log, by: -1)
        case .rowDown: return moveLog(log, by: 1)
        case .oldest: return goToOldest()
        default:
            followNewest()
            return []
        }
    }

    private mutating func moveLog(_ log: LogLayout, by rows: Int) -> [Effect] {
        setTop(log.place(log.top, movedBy: rows), in: log)
    }

    /// Shows `place` at the top of the pane, or the newest messages when that leaves nothing below.
    mutating func setTop(_ place: LogLayout.Place, in log: LogLayout) -> [Effect] {
        let messages = view.room.timeline.messages
        guard messages.indices.contains(place.index) else { return [] }
        if log.reachesEnd(place) {
            followNewest()
            return loadMore(near: place.index..<place.index + 1)
        }
        let place = log.withinHand(place)
        view.anchor = RoomView.Anchor(message: messages[place.index].id, row: place.row)
        return loadMore(near: place.index..<place.index + log.size.height)
    }

    mutating func followNewest() {
        view.anchor = nil
        view.marked = nil
        view.arrivedBelow = 0
        view.jump = nil
        view.room.showNewest()
    }

    /// Asks for more where the pane comes near an end of what is at hand.
    private mutating func loadMore(near range: Range<Int>) -> [Effect] {
        var commands: [TransportCommand?] = []
        if range.lowerBound < Self.margin { commands.append(view.room.loadOlder(limit: Self.pageOfHistory)) }
        if range.upperBound + Self.margin > view.room.timeline.messages.count {
            commands.append(view.room.loadNewer(limit: Self.pageOfHistory))
        }
        let inSight = view.room.timeline.messages.dropFirst(range.lowerBound).prefix(range.count)
        return commands.compactMap { $0 }.map(Effect.transport) + loadQuotes(of: inSight, in: current)
    }

    mutating func jumpToMention(before: Bool) -> [Effect] {
        guard let me = view.room.me?.id else { return [] }
        let messages = view.room.timeline.messages
        // While the newest is in view, "before" means before the end; on a mention that one jumped to, before that.
        var place = view.anchor == nil && before ? messages.count : logLayout.top.index
        if let marked = view.marked, let index = view.room.timeline.index(of: marked) { place = index }
        let candidates = before ? Array((0..<place).reversed()) : Array(messages.indices.dropFirst(place + 1))
        let found = candidates.first { messages[$0].author.id != me && view.calls.contains(messages[$0].id) }
        if let found {
            return arrive(at: messages[found].id)
        }
        if before && !view.room.timeline.reachesStart, let oldest = view.room.timeline.oldestOrder {
            var search = Search()
            search.mentions = me
            view.awaitedMention = search
            return [.transport(.search(view.room.id, search, before: oldest, limit: 20))]
        }
        tell(before ? "No message before this one mentions you" : "No message after this one mentions you")
        return []
    }
}
