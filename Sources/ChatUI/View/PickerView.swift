import Emoticons
import InlineLayout
import Pictures
import Terminal

/// Where the chips of the emoticon grid stand in the log's pane.
struct PickerPlacement {
    /// The chips in sight, at their places on the screen.
    let chips: [TagRows.Chip]
    /// The rows for the picture of the chosen one.
    fileprivate let preview: Rect

    init(_ picker: EmoticonPicker, _ pane: Rect) {
        let previewRows = pane.height >= 6 ? 2 : 0
        preview = Rect(x: pane.x, y: pane.bottom - previewRows, width: pane.width, height: previewRows)
        let room = max(pane.height - 1 - previewRows, 0)
        let rows = picker.rows(width: pane.width)
        let chosen = rows.firstIndex { $0.contains { $0.index == picker.chosen } } ?? 0
        let first = min(max(chosen - room / 2, 0), max(rows.count - room, 0))
        chips = rows.dropFirst(first).prefix(room).joined().map { chip in
            var chip = chip
            chip.x += pane.x
            chip.textX += pane.x
            chip.y += pane.y + 1 - first
            return chip
        }
    }

    /// The emoticon whose chip is at a cell.
    func emoticon(at point: Point) -> Int? {
        chips.first { $0.y == point.y && $0.x <= point.x && point.x < $0.x + $0.width }?.index
    }
}

/// Draws the grid of emoticons over the log: what is looked for, the chips, and the chosen one as it will look.
func drawPicker(
    _ picker: EmoticonPicker, _ pane: Rect, _ theme: Theme, depth: ColourDepth, into frame: inout Frame
) {
    guard !pane.isEmpty else { return }
    let isReaction = picker.target != nil
    let help = isReaction ? "type an emoji or a name; " : "type a name; "
    let hint = picker.query.isEmpty ? help + "arrows choose, Enter takes, Esc closes" : picker.query
    let kind = isReaction ? "reaction: " : "emoticon: "
    let head = (picker.entries.isEmpty ? "no " : "") + kind + hint
    frame.write(head.truncated(toCells: pane.width - 1), x: pane.x + 1, y: pane.y, style: theme.faint)
    let placement = PickerPlacement(picker, pane)
    for chip in placement.chips {
        let style = chip.index == picker.chosen ? theme.chosen : theme.tag
        frame.fill(Rect(x: chip.x, y: chip.y, width: chip.width, height: 1), style: style)
        let text = EmoticonPicker.label(of: picker.entries[chip.index]).truncated(toCells: chip.textWidth)
        frame.write(text, x: chip.textX, y: chip.y, style: style)
    }
    let preview = placement.preview
    guard !preview.isEmpty, picker.entries.indices.contains(picker.chosen) else { return }
    let emoticon = picker.entries[picker.chosen]
    var x = preview.x + 1
    if let art = emoticon.art {
        draw(art, x: x, y: preview.y, clip: preview, depth: depth, into: &frame)
        x += emoticon.size.width + 1
    }
    let names = ([emoticon.name] + emoticon.aliases + emoticon.ascii).joined(separator: " ")
    let room = max(preview.x + preview.width - x, 0)
    frame.write(names.truncated(toCells: room), x: x, y: preview.y, style: theme.text, maxWidth: room)
}
