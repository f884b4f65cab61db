import InlineLayout
import Terminal

/// The help that lies over the log: every key and command, made from the tables that rule them.
struct HelpScreen {
    private var top = 0
    /// Whether the picture of widths is shown in its place.
    let showsWidths: Bool
    let sections: [Reference.Section]
    private let widestKeys: Int
    /// Whether a `?` in an empty draft has opened it, which may have been meant as a message.
    var isOfMark = false

    /// A screen of those sections; every key and command unless told otherwise.
    init(_ sections: [Reference.Section] = Reference.keys + [Reference.commands], showsWidths: Bool = false) {
        self.showsWidths = showsWidths
        self.sections = sections
        widestKeys = sections.flatMap(\.lines).map(\.left.cellWidth).max() ?? 0
    }

    /// A row of the screen: what to press at the left, what it does at the right, or a title.
    private struct Row {
        var left: String
        var right: String
        var isTitle = false
    }

    /// Columns for what to press; the rest, after two blanks, tells what it does. Nil where the one stands above the
    /// other, because beside it a word would not fit.
    private func keyColumns(in width: Int) -> Int? { width < 36 ? nil : min(widestKeys, width / 3) }

    /// All rows for a pane of `width` columns; what does not fit beside each other goes on below.
    private func rows(width: Int) -> [Row] {
        let columns = keyColumns(in: width)
        let room = max(width - 2, 1)
        var result: [Row] = []
        for section in sections {
            result += section.title.brokenAtBlanks(width: room).map { Row(left: $0, right: "", isTitle: true) }
            for line in section.lines {
                let keys = line.left.brokenAtBlanks(width: columns ?? room)
                let help = line.right.brokenAtBlanks(width: columns.map { width - $0 - 4 } ?? room - 2)
                if columns == nil {
                    result += keys.map { Row(left: $0, right: "") } + help.map { Row(left: "", right: $0) }
                    continue
                }
                for index in 0..<max(keys.count, help.count) {
                    result.append(
                        Row(left: index < keys.count ? keys[index] : "", right: index < help.count ? help[index] : ""))
                }
            }
            result.append(Row(left: "", right: ""))
        }
        let legend = "C- is Ctrl, M- is Alt, S- is Shift.".brokenAtBlanks(width: room)
        return result + legend.map { Row(left: $0, right: "", isTitle: true) }
    }

    /// Moves by `rows` in `pane`.
    mutating func scroll(by count: Int, in pane: Rect) {
        top = min(max(top + count, 0), max(rows(width: pane.width).count + 1 - pane.height, 0))
    }

    /// Draws the help into the log's pane; its last row says how to go on.
    func draw(_ pane: Rect, theme: Theme, into frame: inout Frame) {
        guard !pane.isEmpty else { return }
        if showsWidths { return drawWidths(pane, theme: theme, into: &frame) }
        let columns = keyColumns(in: pane.width)
        for (offset, row) in rows(width: pane.width).dropFirst(top).prefix(pane.height - 1).enumerated() {
            let y = pane.y + offset
            let style = row.isTitle ? Style(.bold) : theme.mention
            frame.write(row.left, x: pane.x + 1, y: y, style: style, maxWidth: pane.width - 1)
            let x = pane.x + (columns ?? 0) + 3
            if x < pane.end { frame.write(row.right, x: x, y: y, maxWidth: pane.end - x) }
        }
        let onward = ["Space: next page · any other key: back to the room", "Space: next page · q: back"]
        let hints = isOfMark ? ["? or Enter: write it · " + onward[0], "? or Enter: write it · q: back"] : onward
        let room = pane.width - 1
        let hint = hints.first { $0.cellWidth <= room } ?? "Space: on · q: back"
        frame.write(
            hint.truncated(toCells: room), x: pane.x + 1, y: pane.bottom - 1, style: theme.faint, maxWidth: room)
    }
}
