import ChatCore
import RichText
import Terminal

extension ChatState {
    /// How many older messages are asked for at a time.
    private static let pageOfHistory = 100

    mutating func scroll(_ action: Action) -> [Effect] {
        let log = logLayout
        // One row of the page before stays in view, so that the eye finds the place again.
        let page = max(log.size.height - 1, 1)
        switch action {
        case .pageUp: return moveLog(log, by: -page)
        case .pageDown: return moveLog(log, by: page)
        case .rowUp: return moveLog(log, by: -1)
        case .rowDown: return moveLog(log, by: 1)
        case .oldest: return setTop(LogLayout.Place(index: 0, row: 0), in: log)
        default:
            followNewest()
            return []
        }
    }

    private mutating func moveLog(_ log: LogLayout, by rows: Int) -> [Effect] {
        setTop(log.place(log.top, movedBy: rows), in: log)
    }

    mutating func setTop(_ place: LogLayout.Place, in log: LogLayout) -> [Effect] {
        guard view.room.timeline.messages.indices.contains(place.index) else { return [] }
        if log.reachesEnd(place) {
            followNewest()
        } else {
            view.anchor = RoomView.Anchor(message: view.room.timeline.messages[place.index].id, row: place.row)
        }
        return loadOlder(ifNearTop: place.index)
    }

    private mutating func followNewest() {
        view.anchor = nil
        view.arrivedBelow = 0
    }

    private mutating func loadOlder(ifNearTop index: Int) -> [Effect] {
        let timeline = view.room.timeline
        guard index < 20, !timeline.reachesStart, !view.room.isLoadingOlder, let oldest = timeline.oldestOrder else {
            return []
        }
        view.room.isLoadingOlder = true
        return [.transport(.loadOlder(view.room.id, before: oldest, limit: Self.pageOfHistory))]
    }

    mutating func jumpToMention(before: Bool) -> [Effect] {
        guard let me = view.room.me?.id else { return [] }
        let log = logLayout
        let messages = view.room.timeline.messages
        // While the newest is in view, "before" means before the end.
        let place = view.anchor == nil && before ? messages.count : log.top.index
        let candidates = before ? Array((0..<place).reversed()) : Array(messages.indices.dropFirst(place + 1))
        guard
            let found = candidates.first(where: { messages[$0].author.id != me && view.calls.contains(messages[$0].id) }
            )
        else {
            tell(before ? "No message before this one mentions you" : "No message after this one mentions you")
            return []
        }
        return setTop(LogLayout.Place(index: found, row: 0), in: log)
    }
}
