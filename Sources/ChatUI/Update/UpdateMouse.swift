import ChatCore
import Composer
import RichText
import Terminal

extension ChatState {
    /// Rows that one step of the wheel moves the log by.
    private static let wheelRows = 3

    /// What is done with the mouse: a click places the caret, takes a person, an entry of a list or a room; a double
    /// click selects a word, a drag what it passes over; the wheel moves the log.
    mutating func click(_ mouse: MouseEvent, at moment: Moment) -> [Effect] {
        guard settings.usesMouse, question == nil, help == nil else { return [] }
        if viewer != nil {
            if mouse.action == .press { viewer = nil }
            return []
        }
        switch (mouse.action, mouse.button) {
        case (.wheelUp, _): return turnWheel(.rowUp)
        case (.wheelDown, _): return turnWheel(.rowDown)
        case (.press, .left?): return press(mouse, at: moment)
        case (.press, .right?) where plan.people.contains(mouse.position):
            return person(inRow: mouse.position.y - plan.people.y, of: plan.people).map { openDirect($0.person) } ?? []
        case (.move, .left?) where pointer.selects:
            place(mouse.position, selecting: true)
            return []
        case (.release, _):
            pointer.selects = false
            return []
        case (.move, nil):
            pointer.place = mouse.position
            return []
        default: return []
        }
    }

    private mutating func turnWheel(_ action: Action) -> [Effect] {
        if let menu {
            choose(max(min(menu.chosen + (action == .rowUp ? -1 : 1), menu.entries.count - 1), 0))
            return []
        }
        if switcher != nil {
            switcher?.move(by: action == .rowUp ? -1 : 1)
            return []
        }
        return (0..<ChatState.wheelRows).flatMap { _ in scroll(action) }
    }

    private mutating func press(_ mouse: MouseEvent, at moment: Moment) -> [Effect] {
        notice = nil
        let point = mouse.position
        let isDouble = pointer.press(at: point, time: moment.milliseconds)
        let layout = composerLayout
        let plan = plan(for: layout)
        if let picker, plan.log.contains(point) {
            return PickerPlacement(picker, plan.log).emoticon(at: point).map { takePicked($0, at: moment) } ?? []
        }
        if let switcher, let entry = SwitcherPlacement(switcher, plan.log).entry(at: point) {
            self.switcher?.move(by: entry - switcher.chosen)
            return takeSwitched(at: moment)
        }
        if historySearch != nil { return endHistorySearch(at: moment) }
        if let menu, let entry = MenuPlacement(menu, plan.composer, layout, self)?.entry(at: point) {
            return accept(menu.entries[entry], at: moment)
        }
        if plan.composer.contains(point) {
            return pressInDraft(point, isDouble: isDouble, selecting: mouse.modifiers.contains(.shift), at: moment)
        }
        if plan.people.contains(point) {
            return take(personInRow: point.y - plan.people.y, of: plan.people, at: moment)
        }
        if plan.rooms.contains(point) { return show(room: firstRoomShown(in: plan.rooms) + point.y - plan.rooms.y) }
        if let mention = mention(at: point) { tell(sentence(about: mention)) }
        if plan.header.contains(point) { return pressOnHeader() }
        if let id = emoticonMotion(at: point) {
            clock.restart(id, at: Int(moment.milliseconds))
            return []
        }
        if let place = picturePlace(at: point) {
            show(place)
            return []
        }
        if let effects = pressOnMessage(at: point, at: moment) { return effects }
        return pressOnLink(at: point)
    }

    // MARK: In the draft

    private mutating func pressInDraft(_ point: Point, isDouble: Bool, selecting: Bool, at moment: Moment) -> [Effect] {
        let layout = composerLayout
        let place = plan(for: layout).composer
        let cell = Point(x: point.x - layout.textX(in: place), y: point.y - place.y + layout.firstLine(in: place))
        let element = layout.element(atX: cell.x, y: cell.y)
        if let element, view.composer.selectsMention, view.composer.selection?.contains(element) == true {
            return perform(.mention, at: moment)
        }
        if isDouble, let element {
            view.composer.selectWord(at: element)
            refreshMenu()
            return []
        }
        pointer.selects = true
        self.place(point, selecting: selecting)
        return []
    }

    /// Puts the caret where `point` is; inside a token, at its nearer edge.
    private mutating func place(_ point: Point, selecting: Bool) {
        let layout = composerLayout
        let place = plan(for: layout).composer
        // A drag may leave the rows of the draft.
        let line = max(min(point.y - place.y + layout.firstLine(in: place), layout.height - 1), 0)
        let index = layout.element(nearestX: point.x - layout.textX(in: place), y: line)
        view.composer.move(to: index, selecting: selecting)
        view.goalColumn = nil
        view.caretEndsLine = layout.ends(line: line, at: index)
        refreshMenu()
    }

    // MARK: Elsewhere

    private mutating func take(personInRow row: Int, of pane: Rect, at moment: Moment) -> [Effect] {
        guard let (person, isContact) = person(inRow: row, of: pane) else { return [] }
        // Whoever is not in the room is not called there.
        if isContact { return openDirect(person) }
        let mention = Mention(.person(person.id), name: person.name)
        view.composer.accept(mention, at: moment.milliseconds, replacingQuery: menu?.query.kind == .person)
        menu = nil
        return afterEdit(at: moment)
    }

    /// A click on what a message answers goes there; one on a reaction puts one's own under it or takes it away.
    private mutating func pressOnMessage(at point: Point, at moment: Moment) -> [Effect]? {
        guard let place = messageCell(at: point), place.cell.x >= 0 else { return nil }
        if place.cell.y == -1, place.block.quote != nil { return jumpToAnswered(by: place.index) }
        guard let tag = place.block.tag(at: place.cell) else { return nil }
        let message = view.room.timeline.messages[place.index]
        return react(message.reactions[tag].emoji, to: message, at: moment)
    }

    /// A click on the row above the draft goes to the message that it names.
    private mutating func pressOnHeader() -> [Effect] {
        guard let quote = view.edit?.quote ?? view.reply else { return [] }
        return jump(to: .message(quote.id))
    }
}
