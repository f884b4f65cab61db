import ChatCore
import RichText

extension ChatState {
    /// How many messages are asked for around a place that one jumps to.
    private static let pageAround = 200

    /// `/goto DATE` and the words that stand for places.
    mutating func go(to text: String, at moment: Moment) -> Command.Outcome {
        let word = text.lowercased()
        switch word {
        case "oldest", "start", "first":
            let effects = goToOldest()
            if view.room.timeline.reachesStart { view.marked = view.room.timeline.messages.first?.id }
            return .done(effects)
        case "newest", "end", "last", "now":
            followNewest()
            return .done([])
        case "unread", "new": return .done(jumpToUnread())
        case "read": return .done(jumpToLastRead())
        case "today": return go(toTime: settings.calendar.startOfDay(moment.time), text)
        case "yesterday": return go(toTime: settings.calendar.startOfDay(moment.time, plus: -1), text)
        default: return go(toTime: settings.calendar.moment(ofDate: word, now: moment.time), text)
        }
    }

    private mutating func go(toTime moment: Timestamp?, _ text: String) -> Command.Outcome {
        guard let moment else { return .refused("/goto does not know \(text); write a date such as 2026-11-30") }
        return .done(jump(to: .time(moment)))
    }

    mutating func goToOldest() -> [Effect] {
        guard view.room.timeline.reachesStart else { return jump(to: .place(0)) }
        return setTop(LogLayout.Place(index: 0, row: 0), in: logLayout)
    }

    /// Goes to the unread line, or where it would stand.
    mutating func jumpToUnread() -> [Effect] {
        guard let after = view.unreadAfter ?? view.room.readUpTo, after < view.room.timeline.newestOrder ?? .min else {
            tell("Nothing here is unread")
            return []
        }
        if view.unreadAfter == nil { view.unreadAfter = after }
        return jump(to: .place(after < .max ? after + 1 : after))
    }

    /// Writes the start of the command that goes to a day; what stands in the draft is not thrown away for it.
    mutating func beginDate(at moment: Moment) -> [Effect] {
        guard view.composer.isEmpty else {
            tell("The draft is not empty; a day is gone to by /goto DATE")
            return []
        }
        view.composer.replace(with: RichText([.text("/goto ", RichText.Style())]), at: moment.milliseconds)
        return afterEdit(at: moment)
    }

    mutating func jumpToLastRead() -> [Effect] {
        guard let order = view.unreadAfter ?? view.room.readUpTo, order > 0 else {
            tell("Nothing here was read before")
            return []
        }
        return jump(to: .place(order))
    }

    /// Goes to a landmark: at once where it is at hand, else when the transport has told what stands there.
    mutating func jump(to landmark: Landmark) -> [Effect] {
        let timeline = view.room.timeline
        let atHand = Page(
            landmark, timeline.messages, reachesStart: timeline.reachesStart, reachesEnd: timeline.reachesEnd)
        if atHand.isSettled, let target = atHand.target { return arrive(at: target) }
        view.jump = Jump(landmark: landmark, arrival: .marked)
        return [.transport(view.room.load(landmark, limit: Self.pageAround))]
    }

    /// Shows a message that is at hand, marked, in the upper half of the pane.
    mutating func arrive(at id: MessageID) -> [Effect] {
        guard let index = view.room.timeline.index(of: id) else {
            tell("That message is not here any more")
            return []
        }
        let log = logLayout
        let above = LogLayout.Place(index: index, row: 0)
        let effects = setTop(log.place(above, movedBy: -(log.size.height / 3)), in: log)
        view.marked = id
        return effects
    }

    // MARK: What the transport tells

    /// Goes on with a jump when the messages around its goal have come.
    mutating func land(on page: Page, in index: Int) -> [Effect] {
        guard let jump = views[index].jump, jump.landmark == page.landmark else { return [] }
        views[index].jump = nil
        guard let target = page.target else {
            if index == current { tell("There is no such message here") }
            return []
        }
        switch jump.arrival {
        case .row(let row): views[index].anchor = RoomView.Anchor(message: target, row: row)
        case .marked where index == current: return arrive(at: target)
        case .marked: views[index].anchor = RoomView.Anchor(message: target, row: 0)
        }
        return []
    }

    /// Goes back to where one was reading when one left the room, unless one reads somewhere already.
    mutating func resume(at place: ReadingPlace, in index: Int) -> [Effect] {
        guard views[index].anchor == nil, views[index].jump == nil else { return [] }
        views[index].toldPlace = place
        views[index].arrivedBelow = views[index].room.unreadCount.messages
        let timeline = views[index].room.timeline
        let found = timeline.firstIndex(from: place.order)
        if timeline.messages.indices.contains(found), timeline.messages[found].order == place.order {
            views[index].anchor = RoomView.Anchor(message: timeline.messages[found].id, row: place.row)
            return []
        }
        views[index].jump = Jump(landmark: .place(place.order), arrival: .row(place.row))
        return [.transport(views[index].room.load(.place(place.order), limit: Self.pageAround))]
    }

    /// Lets the transport keep where one reads, when that has changed.
    mutating func keepPlace() -> [Effect] {
        // Whoever sends a message sees it, wherever they were reading.
        if view.anchor == nil && !view.room.timeline.reachesEnd && view.jump == nil { followNewest() }
        guard view.room.me != nil, view.jump == nil else { return [] }
        let place = view.anchor.flatMap { anchor in
            view.room.timeline[anchor.message]?.order.map { ReadingPlace(order: $0, row: anchor.row) }
        }
        guard place != view.toldPlace else { return [] }
        view.toldPlace = place
        return [.transport(.keepPlace(view.room.id, place))]
    }
}

extension Page {
    /// Whether what stands at the landmark is among these messages for sure.
    fileprivate var isSettled: Bool {
        guard let first = messages.first, let last = messages.last else { return reachesStart && reachesEnd }
        switch landmark {
        case .after: return false
        case .place(let order):
            let isAfterStart = reachesStart || (first.order ?? .max) <= order
            return isAfterStart && (reachesEnd || (last.order ?? .max) >= order)
        case .message(let id): return messages.contains { $0.id == id }
        case .time(let moment):
            return (reachesStart || first.time < moment) && (reachesEnd || last.time >= moment)
        }
    }
}
