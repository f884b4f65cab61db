import ChatCore
import InlineLayout
import RichText
import Terminal

/// Draws the log of the room in view: whole rows of messages from the anchored place downwards.
func drawLog(_ place: Rect, _ state: ChatState, into frame: inout Frame) {
    let messages = state.view.room.timeline.messages
    guard !place.isEmpty else { return }
    guard !messages.isEmpty else {
        let text = "Nothing was said here yet. Type a message; @ mentions somebody."
        let lines = text.brokenAtBlanks(width: max(place.width - 2, 1)).suffix(place.height)
        for (row, line) in lines.enumerated() {
            let y = place.bottom - lines.count + row
            frame.write(line, x: place.x + 1, y: y, style: state.settings.theme.faint, maxWidth: place.width - 1)
        }
        return
    }
    let size = Size(width: place.width, height: place.height)
    let sight =
        state.sight(for: size)
        ?? LogSight(LogLayout(state.view, size: size, settings: state.settings, cache: state.layouts))
    let log = sight.log
    let whole = place
    let place = Rect(x: place.x, y: place.y, width: place.width, height: log.height)
    for sighting in sight.messages {
        let (message, row) = (messages[sighting.index], place.y + sighting.y)
        draw(sighting.block, of: message, at: row, log.columns, place, state, into: &frame)
        mark(message, sighting.block, at: row, index: sighting.index, place, state, into: &frame)
    }
    drawNewest(log, whole, state, into: &frame)
}

/// Shows which message is selected, and which one was jumped to.
private func mark(
    _ message: Message, _ block: MessageBlock, at top: Int, index: Int, _ pane: Rect, _ state: ChatState,
    into frame: inout Frame
) {
    let first = max(top + block.leads.count, pane.y)
    let rows = Rect(
        x: pane.x, y: first, width: pane.width, height: max(min(top + block.height, pane.bottom) - first, 0))
    guard !rows.isEmpty else { return }
    let concerned = state.view.edit?.quote.id ?? state.view.reply?.id
    if state.view.marked == message.id || concerned == message.id {
        frame.write("▶", x: pane.x, y: rows.y, style: state.settings.theme.unread)
    }
    guard let selected = state.selection?.range(in: state.view.room.timeline), selected.contains(index) else { return }
    frame.restyle(rows) { $0.attributes.formSymmetricDifference(.reverse) }
}

/// Two rows below what one reads back: how much is new, and the newest message.
private func drawNewest(_ log: LogLayout, _ pane: Rect, _ state: ChatState, into frame: inout Frame) {
    guard log.pinnedRows == 2, let newest = state.view.room.timeline.newest.last else { return }
    let theme = state.settings.theme
    let rule = Rect(x: pane.x, y: pane.bottom - 2, width: pane.width, height: 1)
    frame.fill(rule, style: theme.faint, with: "╌")
    let count = state.view.arrivedBelow
    let label = count > 0 ? " ↓ \(count) new " : " newest "
    frame.write(
        label.truncated(toCells: max(pane.width - 2, 0)), x: pane.x + 1, y: rule.y,
        style: count > 0 ? theme.unread : theme.faint)
    let start = log.columns.timeX.map { pane.x + $0 } ?? pane.x + log.columns.nameX
    let time = log.columns.timeX == nil ? "" : state.settings.calendar.clock(newest.time) + "  "
    let isMine = newest.author.id == state.view.room.me?.id
    var x = start + frame.write(time, x: start, y: rule.y + 1, style: theme.faint, maxWidth: pane.end - start)
    let room = max(min(log.columns.nameWidth, pane.end - x), 0)
    x += frame.write(
        state.view.directory.label(of: newest.author, cells: room), x: x, y: rule.y + 1,
        style: theme.name(of: newest.author, isMe: isMine), maxWidth: room)
    x = log.columns.isHanging ? x + 1 : max(x + 1, pane.x + log.columns.bodyX)
    let rest = max(pane.end - x - 1, 0)
    let words = newest.isRetracted ? Message.deletedText : oneLine(newest.spoken, cells: rest, state.settings)
    frame.write(
        words.truncated(toCells: rest), x: x, y: rule.y + 1, style: newest.isRetracted ? theme.faint : theme.text,
        maxWidth: rest)
}

/// A message's text in one line of at most `cells` cells; with settings, emoticons are emoji where these have them.
func oneLine(_ body: RichText, cells: Int, _ settings: ChatState.Settings? = nil) -> String {
    var text = ""
    for element in body.elements {
        // Whatever lies far behind the edge need not be looked at.
        if text.utf8.count > cells * 16 { break }
        switch element {
        case .text(let run, _): text.unicodeScalars += run.unicodeScalars.prefix(cells * 16 + 1)
        case .mention(let mention): text += mention.text
        case .emoticon(let code):
            let emoji = settings.flatMap { $0.emoticonTier == .text ? nil : $0.catalogue.emoticon(for: code)?.emoji }
            text += emoji.flatMap { $0.isEmpty ? nil : $0 } ?? code.text
        case .picture(let picture): text += picture.alt.isEmpty ? "▢" : picture.alt
        case .lineBreak: text += " ↵ "
        }
    }
    return text.truncated(toCells: cells)
}

private func draw(
    _ block: MessageBlock, of message: Message, at top: Int, _ columns: LogColumns, _ pane: Rect, _ state: ChatState,
    into frame: inout Frame
) {
    var row = top
    for lead in block.leads {
        if pane.contains(row: row) { draw(lead, row: row, pane, state.settings.theme, into: &frame) }
        row += 1
    }
    if block.isHidden { return }
    let hasOwnRow = block.quote != nil && columns.isHanging
    let first = hasOwnRow ? row + 1 : row
    if pane.contains(row: first) { drawPrefix(of: message, block, row: first, columns, pane, state, into: &frame) }
    if let quote = block.quote {
        if pane.contains(row: row) {
            let words = "┆ " + quote.line(state.view.directory)
            frame.write(
                words.truncated(toCells: columns.bodyWidth), x: pane.x + columns.bodyX, y: row,
                style: state.settings.theme.faint, maxWidth: columns.bodyWidth)
        }
        row += 1
    }
    block.body.draw(
        block.layout, lines: block.layout.lines, x: pane.x + columns.bodyX, y: row, clip: pane,
        sight: block.hasPictures ? state.sight(of: message) : nil, into: &frame)
    row += block.layout.size.height
    drawTags(block, x: pane.x + columns.bodyX, y: row, pane, state.settings.theme, into: &frame)
}

private func draw(_ lead: MessageBlock.Lead, row: Int, _ pane: Rect, _ theme: Theme, into frame: inout Frame) {
    let (text, style, line) =
        switch lead {
        case .gap: ("", theme.faint, "")
        case .hidden(let count):
            (
                count == 1 ? "1 message of somebody you ignore" : "\(count) messages of people you ignore", theme.faint,
                " "
            )
        case .day(let day): (day, theme.faint, " ")
        case .unread: ("new", theme.unread, "─")
        }
    if line.isEmpty { return }
    frame.fill(Rect(x: pane.x + 1, y: row, width: max(pane.width - 2, 0), height: 1), style: style, with: line)
    let words = (line == " " ? "─ " : " ") + text + (line == " " ? " ─" : " ")
    let shown = words.truncated(toCells: max(pane.width - 2, 0))
    frame.write(shown, x: pane.x + (pane.width - shown.cellWidth) / 2, y: row, style: style)
}

private func drawPrefix(
    of message: Message, _ block: MessageBlock, row: Int, _ columns: LogColumns, _ pane: Rect, _ state: ChatState,
    into frame: inout Frame
) {
    let theme = state.settings.theme
    let me = state.view.room.me?.id
    let isMine = message.author.id == me
    if !isMine, columns.nameWidth > 0, state.view.calls.contains(message.id) {
        frame.write("▌", x: pane.x, y: row, style: theme.unread)
    }
    guard block.showsAuthor, columns.nameWidth > 0 else { return }
    if let timeX = columns.timeX { frame.write(block.clock, x: pane.x + timeX, y: row, style: theme.faint) }
    frame.write(
        block.label, x: pane.x + columns.nameX, y: row, style: theme.name(of: message.author, isMe: isMine),
        maxWidth: columns.nameWidth)
}

private func drawTags(
    _ block: MessageBlock, x: Int, y: Int, _ pane: Rect, _ theme: Theme, into frame: inout Frame
) {
    for chip in block.tagRows.rows.joined() where pane.contains(row: y + chip.y) {
        let place = Rect(x: x + chip.x, y: y + chip.y, width: chip.width, height: 1)
        let style = block.ownTags.contains(chip.index) ? theme.ownTag : theme.tag
        frame.fill(place, style: style)
        let text = block.tags[chip.index].truncated(toCells: chip.textWidth)
        frame.write(text, x: x + chip.textX, y: place.y, style: style)
    }
}
