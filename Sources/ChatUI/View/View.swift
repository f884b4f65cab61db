import ChatCore
import InlineLayout
import Terminal

/// The screen that `state` makes: a function of the state alone.
public func view(_ state: ChatState) -> Frame {
    var frame = Frame(size: state.size)
    guard state.size.width > 0 && state.size.height > 0 else { return frame }
    if let viewer = state.viewer, state.help == nil {
        state.draw(viewer, into: &frame)
        return frame
    }
    let composer = state.composerLayout
    let plan = state.plan(for: composer)
    drawRules(plan, state, into: &frame)
    drawTitle(plan.title, state, into: &frame)
    drawRooms(plan.rooms, state, into: &frame)
    state.drawPeople(plan.people, into: &frame)
    if let help = state.help {
        help.draw(plan.log, theme: state.settings.theme, into: &frame)
    } else if let picker = state.picker {
        drawPicker(picker, plan.log, state.settings.theme, depth: state.settings.drawing.depth, into: &frame)
    } else if let switcher = state.switcher {
        switcher.draw(plan.log, theme: state.settings.theme, into: &frame)
    } else if let results = state.results {
        results.draw(plan.log, settings: state.settings, state.view.directory, into: &frame)
    } else if let versions = state.versions, let message = state.view.room.timeline[versions.message] {
        versions.draw(message, plan.log, settings: state.settings, into: &frame)
    } else {
        drawLog(plan.log, state, into: &frame)
    }
    drawHeader(plan.header, state, into: &frame)
    drawComposer(plan.composer, composer, state, into: &frame)
    drawStatus(plan.status, state, into: &frame)
    if let menu = state.menu { drawMenu(menu, above: plan.composer, composer, state, into: &frame) }
    return frame
}

/// The same screen, made of the one before it, `last`, where that differs in a few rows. The state must have been asked
/// to prepare it (``ChatEvent/frameDue``) once for each screen.
public func view(_ state: ChatState, after last: Frame?) -> Frame {
    guard state.redraw.extent <= .draft, var frame = last, frame.size == state.size else { return view(state) }
    let composer = state.composerLayout
    let plan = state.plan(for: composer)
    frame.fill(plan.composer)
    frame.fill(plan.status)
    frame.cursor = nil
    drawComposer(plan.composer, composer, state, into: &frame)
    drawStatus(plan.status, state, into: &frame)
    return frame
}

private func drawRules(_ plan: ScreenPlan, _ state: ChatState, into frame: inout Frame) {
    let style = state.settings.theme.faint
    let columns = [plan.rooms.isEmpty ? nil : plan.rooms.end, plan.people.isEmpty ? nil : plan.people.x - 1]
    for (row, crossing) in [(plan.upperRule, "┬"), (plan.lowerRule, "┴")] {
        guard let row else { continue }
        frame.fill(Rect(x: 0, y: row, width: state.size.width, height: 1), style: style, with: "─")
        for column in columns.compactMap({ $0 }) { frame.write(crossing, x: column, y: row, style: style) }
    }
    for column in columns.compactMap({ $0 }) {
        frame.fill(Rect(x: column, y: plan.log.y, width: 1, height: plan.log.height), style: style, with: "│")
    }
}

private func drawTitle(_ place: Rect, _ state: ChatState, into frame: inout Frame) {
    guard !place.isEmpty else { return }
    let style = state.settings.theme.bar
    frame.fill(place, style: style)
    // Of a contact one knows it even when nobody left a room.
    let isAlone = state.view.room.partner.flatMap { state.contact($0.id) }?.isAway == true
    let people = state.view.room.people.count
    let count = isAlone && people > 1 ? 1 : people
    let right = count == 0 ? "joining …" : "\(count) here"
    let rightX = place.width - right.cellWidth - 1
    let topic = state.view.room.topic
    let left = state.view.room.name + " · " + state.placeName + (topic.isEmpty ? "" : " · " + topic)
    let room = rightX > 12 ? rightX - 2 : place.width - 2
    frame.write(left.truncated(toCells: room), x: 1, y: place.y, style: style, maxWidth: room)
    if rightX > 12 { frame.write(right, x: rightX, y: place.y, style: style) }
}

private func drawRooms(_ place: Rect, _ state: ChatState, into frame: inout Frame) {
    let theme = state.settings.theme
    let accounts = state.drawConnections(place, into: &frame)
    let first = state.firstRoomShown(in: place)
    for (index, view) in state.views.enumerated().dropFirst(first).prefix(place.height - accounts) {
        let row = place.y + index - first
        let isCurrent = index == state.current
        let unread = isCurrent ? UnreadCount() : state.unread(in: view)
        let count = unread.messages == 0 ? "" : String(unread.messages) + (unread.hasMore ? "+" : "")
        let mentionsMe = unread.messages > 0 && state.callsMe(view)
        let room = place.width - 4 - count.cellWidth
        let style = isCurrent ? Style(.bold) : view.level == NoticeLevel.none ? theme.faint : theme.text
        if isCurrent { frame.write("●", x: place.x + 1, y: row, style: style) }
        frame.write(view.room.name.truncated(toCells: room), x: place.x + 3, y: row, style: style, maxWidth: room)
        let countX = place.end - 1 - count.cellWidth
        frame.write(count, x: countX, y: row, style: mentionsMe ? theme.ownMention : theme.unread)
    }
}

/// What is edited, or answered.
private func drawHeader(_ place: Rect, _ state: ChatState, into frame: inout Frame) {
    guard !place.isEmpty, let quote = state.view.edit?.quote ?? state.view.reply else { return }
    let theme = state.settings.theme
    let isEdit = state.view.edit != nil
    let hint = isEdit ? "Esc: leave it as it was" : "Esc: answer nobody"
    let hintX = place.end - 1 - hint.cellWidth
    let hasHint = place.width >= 60
    if hasHint { frame.write(hint, x: hintX, y: place.y, style: theme.faint) }
    let end = hasHint ? hintX - 2 : place.end
    let x = place.x + 1
    let used = frame.write(
        isEdit ? "editing " : "answering ", x: x, y: place.y, style: theme.unread, maxWidth: max(end - x, 0))
    let room = max(end - x - used, 0)
    let words = "┆ " + (isEdit ? quote.text : quote.line(state.view.directory))
    frame.write(words.truncated(toCells: room), x: x + used, y: place.y, style: theme.faint, maxWidth: room)
}

private func drawComposer(_ place: Rect, _ composer: ComposerLayout, _ state: ChatState, into frame: inout Frame) {
    guard !place.isEmpty else { return }
    let caret = composer.caretCell
    let first = composer.firstLine(in: place)
    let x = composer.textX(in: place)
    let shown = composer.elements(inRows: place.height, from: first)
    composer.draw(from: first, x: x, clip: place, underlining: state.misspelled(in: shown), into: &frame)
    frame.cursor = Point(x: min(x + caret.x, place.end - 1), y: place.y + caret.y - first)
}

private func drawStatus(_ place: Rect, _ state: ChatState, into frame: inout Frame) {
    guard !place.isEmpty else { return }
    let theme = state.settings.theme
    let counter = state.counter
    let right = counter ?? state.uploadLine ?? typingText(state)
    let rightWidth = min(right.cellWidth, place.width)
    if let question = state.question {
        frame.write(question.text.truncated(toCells: place.width - 1), x: 1, y: place.y, style: theme.failure)
        return
    }
    if let entry = state.secretEntry {
        frame.write(entry.sentence.truncated(toCells: place.width - 1), x: 1, y: place.y, style: theme.text)
        return
    }
    if let search = state.historySearch {
        frame.write(search.sentence.truncated(toCells: place.width - 1), x: 1, y: place.y, style: theme.text)
        return
    }
    if let notice = state.notice {
        let style = notice.isFailure ? theme.failure : theme.text
        frame.write(notice.text.truncated(toCells: place.width - 1), x: 1, y: place.y, style: style)
        return
    }
    if let hint = state.mentionHint {
        frame.write(hint.truncated(toCells: place.width - 1), x: 1, y: place.y, style: theme.text)
        return
    }
    var left = state.view.arrivedBelow > 0 ? "↓ \(state.view.arrivedBelow) new" : ""
    if let hint = state.commandHint { left = hint }
    if state.isViCommanding { left = state.vi.mode == .visual ? "-- VISUAL --" : "-- NORMAL --" }
    if left.isEmpty, let trouble = state.trouble {
        frame.write(trouble.truncated(toCells: place.width - 1), x: 1, y: place.y, style: theme.failure)
        return
    }
    if left.isEmpty, state.size.width < ScreenPlan.leastForPanes, let news = state.newsElsewhere {
        frame.write(news.truncated(toCells: place.width - 1), x: 1, y: place.y, style: theme.unread)
        return
    }
    if left.isEmpty {
        left = state.view.anchor == nil ? "F1 help" : "reading back · M-> newest"
        if state.settings.doesNotDisturb { left += " · do not disturb: M-z ends it" }
    }
    let style = state.view.arrivedBelow > 0 ? theme.unread : theme.faint
    let room = place.width - rightWidth - 3
    if room > 3 { frame.write(left.truncated(toCells: room), x: 1, y: place.y, style: style, maxWidth: room) }
    frame.write(
        right.truncated(toCells: place.width - 1), x: max(place.width - 1 - rightWidth, 0), y: place.y,
        style: counter == nil ? theme.faint : theme.unread)
}

private func typingText(_ state: ChatState) -> String {
    let names = state.view.room.typing.filter { state.settings.ignored[$0.id] == nil }.map(\.name)
    switch names.count {
    case 0: return ""
    case 1: return names[0] + " is typing …"
    case 2: return names[0] + " and " + names[1] + " are typing …"
    default: return "\(names.count) people are typing …"
    }
}
