import InlineLayout
import Terminal

/// Where the rows of the switcher stand in the log's pane.
struct SwitcherPlacement {
    let rows: Rect
    /// The entry in the first row.
    let first: Int

    init(_ switcher: Switcher, _ pane: Rect) {
        let height = max(pane.height - (pane.height > 2 ? 2 : 1), 0)
        rows = Rect(x: pane.x, y: pane.y + 1, width: pane.width, height: height)
        first = min(max(switcher.chosen - height / 2, 0), max(switcher.entries.count - height, 0))
    }

    /// The index of the entry that is shown in a cell.
    func entry(at point: Point) -> Int? { rows.contains(point) ? first + point.y - rows.y : nil }
}

extension Switcher {
    /// Draws the list into the log's pane: what is looked for, one row for each entry, and how to go on.
    func draw(_ pane: Rect, theme: Theme, into frame: inout Frame) {
        guard !pane.isEmpty else { return }
        let room = max(pane.width - 2, 0)
        let what = showsPeople ? "room or person: " : "room: "
        let title = what + (query.isEmpty ? "type a few letters" : query)
        frame.write(title.truncated(toCells: room), x: pane.x + 1, y: pane.y, style: Style(.bold), maxWidth: room)
        let placement = SwitcherPlacement(self, pane)
        let nameWidth = min(max(room / 3, 12), room)
        for (offset, entry) in entries.dropFirst(placement.first).prefix(placement.rows.height).enumerated() {
            let y = placement.rows.y + offset
            let isChosen = placement.first + offset == chosen
            let style = isChosen ? theme.chosen : theme.text
            if isChosen { frame.fill(Rect(x: pane.x, y: y, width: pane.width, height: 1), style: style) }
            let mark = entry.isOpen ? "● " : "  "
            frame.write(
                (mark + entry.name).truncated(toCells: nameWidth), x: pane.x + 1, y: y, style: style,
                maxWidth: nameWidth)
            let rest = room - nameWidth - 2
            guard rest > 3 else { continue }
            frame.write(
                entry.detail.truncated(toCells: rest), x: pane.x + nameWidth + 3, y: y,
                style: isChosen ? style : theme.faint, maxWidth: rest)
        }
        guard pane.height > 2 else { return }
        let hint = entries.isEmpty ? "Enter: make that room · Escape: back" : "Enter: go there · Escape: back"
        frame.write(
            hint.truncated(toCells: room), x: pane.x + 1, y: pane.bottom - 1, style: theme.faint, maxWidth: room)
    }
}
