import InlineLayout
import Terminal

/// What is easily drawn too wide or too narrow, by the name that `mingle doctor` gives it.
private let samples: [(name: String, text: String)] =
    TerminalProbe.allCases.filter { $0 != .doubleSize }.map { ($0.rawValue, $0.text) } + [
        ("CJK", "\u{4F60}\u{597D}"), ("marks", "e\u{301}a\u{302}\u{303}"), ("Hebrew", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}"),
        ("Arabic", "\u{639}\u{631}\u{628}"), ("boxes", "\u{2500}\u{2502}\u{253C}\u{2588}"),
    ]

/// A picture to check a terminal by: each sample three times, and a line behind them that must be straight.
func drawWidths(_ pane: Rect, theme: Theme, into frame: inout Frame) {
    let names = samples.map(\.name.cellWidth).max() ?? 0
    let columns = 3 * (samples.map(\.text.cellWidth).max() ?? 0) + 2
    let (first, edge) = (pane.x + 1, pane.x + names + columns + 4)
    for (row, sample) in samples.prefix(max(pane.height - 2, 0)).enumerated() {
        let y = pane.y + row
        frame.write(sample.name, x: first, y: y, style: theme.faint, maxWidth: pane.width - 1)
        let text = sample.text + sample.text + " " + sample.text
        frame.write(text, x: first + names + 2, y: y, maxWidth: pane.end - first - names - 2)
        if edge < pane.end { frame.write("\u{2502}", x: edge, y: y, style: theme.mention) }
    }
    let remark = "The line must be straight. mingle doctor tells more. Any key: back to the room"
    let room = pane.width - 1
    frame.write(
        remark.truncated(toCells: room), x: first, y: pane.bottom - 1, style: theme.faint, maxWidth: room)
}
