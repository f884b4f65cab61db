import ChatCore
import InlineLayout
import Terminal

extension MessageVersions {
    /// Rows of versions that a pane of `height` rows shows between the title and the hint.
    static func rowsShown(in height: Int) -> Int { max(height - 2, 1) }

    /// Draws the versions of `message` into the log's pane.
    func draw(_ message: Message, _ pane: Rect, settings: ChatState.Settings, into frame: inout Frame) {
        guard !pane.isEmpty else { return }
        let room = max(pane.width - 2, 0)
        let title = "\(message.author.name): \(message.edits.count + 1) versions"
        frame.write(title.truncated(toCells: room), x: pane.x + 1, y: pane.y, style: Style(.bold), maxWidth: room)
        let rows = MessageVersions.rows(of: message, width: room - 2, calendar: settings.calendar)
        let height = MessageVersions.rowsShown(in: pane.height)
        for (offset, row) in shown(of: rows, height: height).enumerated() {
            let y = pane.y + 1 + offset
            guard y < pane.bottom else { break }
            let x = pane.x + (row.isTitle ? 1 : 3)
            let style = row.isTitle ? settings.theme.faint : settings.theme.text
            frame.write(row.text, x: x, y: y, style: style, maxWidth: max(pane.end - x, 0))
        }
        guard pane.height > 2 else { return }
        let hint = "↑ ↓: more · any other key: back to the room"
        frame.write(
            hint.truncated(toCells: room), x: pane.x + 1, y: pane.bottom - 1, style: settings.theme.faint,
            maxWidth: room)
    }
}
