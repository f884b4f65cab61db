import Emoticons
import InlineLayout
import RichText
import Terminal

/// Draws the open list right above the composer, at the column where its query begins.
func drawMenu(
    _ menu: Menu, above composer: Rect, _ layout: ComposerLayout, _ state: ChatState, into frame: inout Frame
) {
    let rows = min(menu.entries.count, 8, composer.y)
    guard rows > 0 else { return }
    // The chosen entry is always among those shown.
    let first = min(max(menu.chosen - rows / 2, 0), menu.entries.count - rows)
    let shown = menu.entries[first..<first + rows].map { text(of: $0, in: state.view) }
    let nameWidth = shown.map(\.name.cellWidth).max() ?? 0
    let detailWidth = shown.map(\.detail.cellWidth).max() ?? 0
    let wanted = nameWidth + (detailWidth > 0 ? detailWidth + 2 : 0) + 2
    let width = min(wanted, state.size.width)
    let start = layout.cell(of: menu.query.range.lowerBound)
    let x = max(min(composer.x + 1 + start.x, state.size.width - width), 0)
    let theme = state.settings.theme
    for (offset, entry) in shown.enumerated() {
        let row = composer.y - rows + offset
        let style = first + offset == menu.chosen ? theme.chosen : theme.menu
        frame.fill(Rect(x: x, y: row, width: width, height: 1), style: style)
        let room = width - 2
        let name = entry.name.truncated(toCells: room)
        frame.write(name, x: x + 1, y: row, style: style, maxWidth: room)
        let detailX = nameWidth + 2
        guard detailX < room else { continue }
        let detail = entry.detail.truncated(toCells: room - detailX)
        frame.write(detail, x: x + 1 + detailX, y: row, style: style, maxWidth: room - detailX)
    }
}

private func text(of entry: Menu.Entry, in view: RoomView) -> (name: String, detail: String) {
    switch entry {
    case .person(let person, let isHere): (person.name, isHere ? person.id.text : person.id.text + " · not here")
    case .everyone(let ids): ("everyone", ids.count == 1 ? "1 person here" : "\(ids.count) people here")
    case .emoticon(let emoticon):
        (emoticon.emoji + " " + emoticon.name, (emoticon.ascii + emoticon.aliases).joined(separator: " "))
    case .command(let command): (command.usage, command.help)
    }
}
