import InlineLayout
import Terminal

/// The help that lies over the log: every key and command, made from the tables that rule them.
struct HelpScreen {
    private var top = 0

    init() {}

    private struct Row {
        var left: String
        var right: String
        var isTitle = false
    }

    private static let rows: [Row] = {
        var rows: [Row] = []
        for section in Reference.keys + [Reference.commands] {
            rows.append(Row(left: section.title, right: "", isTitle: true))
            rows += section.lines.map { Row(left: $0.left, right: $0.right) }
            rows.append(Row(left: "", right: ""))
        }
        rows.append(Row(left: "C- is Ctrl, M- is Alt, S- is Shift.", right: ""))
        return rows
    }()

    /// Moves by `rows` in a pane of `height` rows.
    mutating func scroll(by rows: Int, in height: Int) {
        top = min(max(top + rows, 0), max(HelpScreen.rows.count + 1 - height, 0))
    }

    /// Draws the help into the log's pane; its last row says how to go on.
    func draw(_ pane: Rect, theme: Theme, into frame: inout Frame) {
        guard !pane.isEmpty else { return }
        let keys = HelpScreen.rows.filter { !$0.right.isEmpty }.map(\.left.cellWidth).max() ?? 0
        let leftWidth = min(keys, max(pane.width / 3, 8))
        for (offset, row) in HelpScreen.rows.dropFirst(top).prefix(max(pane.height - 1, 0)).enumerated() {
            let y = pane.y + offset
            if row.isTitle || row.right.isEmpty {
                let style = row.isTitle ? Style(.bold) : theme.faint
                frame.write(row.left, x: pane.x + 1, y: y, style: style, maxWidth: pane.width - 1)
                continue
            }
            let left = row.left.truncated(toCells: leftWidth)
            frame.write(left, x: pane.x + 1, y: y, style: theme.mention, maxWidth: leftWidth)
            let x = pane.x + leftWidth + 3
            let room = pane.end - x
            if room > 0 { frame.write(row.right.truncated(toCells: room), x: x, y: y, maxWidth: room) }
        }
        let hint = "Space: next page · any other key: back to the room"
        let room = pane.width - 1
        frame.write(
            hint.truncated(toCells: room), x: pane.x + 1, y: pane.bottom - 1, style: theme.faint, maxWidth: room)
    }
}
