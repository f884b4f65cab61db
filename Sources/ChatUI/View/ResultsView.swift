import ChatCore
import InlineLayout
import Terminal

extension SearchResults {
    /// Draws the list into the log's pane: a title, one row for each message, newest first, and how to go on.
    func draw(_ pane: Rect, settings: ChatState.Settings, _ directory: Directory, into frame: inout Frame) {
        guard !pane.isEmpty else { return }
        let theme = settings.theme
        let room = max(pane.width - 2, 0)
        frame.write(title.truncated(toCells: room), x: pane.x + 1, y: pane.y, style: Style(.bold), maxWidth: room)
        let hint = "Enter: go there · Escape: back to the room"
        if pane.height > 2 {
            frame.write(
                hint.truncated(toCells: room), x: pane.x + 1, y: pane.bottom - 1, style: theme.faint, maxWidth: room)
        }
        let rows = max(pane.height - (pane.height > 2 ? 2 : 1), 0)
        // The chosen one stays inside, with its neighbours where there is room.
        let first = min(max(chosen - rows / 2, 0), max(messages.count - rows, 0))
        for (offset, message) in messages.dropFirst(first).prefix(rows).enumerated() {
            let row = Rect(x: pane.x, y: pane.y + 1 + offset, width: pane.width, height: 1)
            draw(message, isChosen: first + offset == chosen, row, settings, directory, into: &frame)
        }
    }

    private var title: String {
        if isWaiting && messages.isEmpty { return "Searching \(text) …" }
        if messages.isEmpty { return "Nothing here fits \(text)" }
        return "\(messages.count)\(hasMore ? "+" : "") found: \(text)"
    }

    private func draw(
        _ message: Message, isChosen: Bool, _ row: Rect, _ settings: ChatState.Settings, _ directory: Directory,
        into frame: inout Frame
    ) {
        let theme = settings.theme
        let style = isChosen ? theme.chosen : theme.text
        if isChosen { frame.fill(row, style: style) }
        var x = row.x + 1
        if row.width >= 50 {
            let date = settings.calendar.dateAndClock(message.time)
            frame.write(date, x: x, y: row.y, style: isChosen ? style : theme.faint)
            x += 19
        }
        let nameWidth = max(min(row.width / 6, 14), 1)
        let nameStyle = isChosen ? style : theme.name(of: message.author, isMe: false)
        frame.write(
            directory.label(of: message.author, cells: nameWidth), x: x, y: row.y, style: nameStyle, maxWidth: nameWidth
        )
        x += nameWidth + 2
        let rest = max(row.end - x - 1, 0)
        frame.write(oneLine(message.spoken, cells: rest, settings), x: x, y: row.y, style: style, maxWidth: rest)
    }
}
