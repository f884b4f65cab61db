import Emoticons
import InlineLayout
import RichText
import Terminal

/// Where the open list stands: right above the composer, at the column where its query begins.
struct MenuPlacement {
    /// The cells of the list.
    let place: Rect
    /// The entry in the first row.
    let first: Int

    fileprivate let nameWidth: Int
    fileprivate let shown: [(name: String, detail: String)]

    /// Nil where there is no row for it.
    init?(_ menu: Menu, _ composer: Rect, _ layout: ComposerLayout, _ state: ChatState) {
        let rows = min(menu.entries.count, 8, composer.y)
        guard rows > 0 else { return nil }
        // The chosen entry is always among those shown.
        first = min(max(menu.chosen - rows / 2, 0), menu.entries.count - rows)
        shown = menu.entries[first..<first + rows].map { text(of: $0, in: state.view) }
        nameWidth = shown.map(\.name.cellWidth).max() ?? 0
        let detailWidth = shown.map(\.detail.cellWidth).max() ?? 0
        let wanted = nameWidth + (detailWidth > 0 ? detailWidth + 2 : 0) + 2
        let width = min(wanted, state.size.width)
        let start = layout.cell(of: menu.query.range.lowerBound)
        let x = max(min(composer.x + 1 + start.x, state.size.width - width), 0)
        place = Rect(x: x, y: composer.y - rows, width: width, height: rows)
    }

    /// The index of the entry that is shown in a cell.
    func entry(at point: Point) -> Int? { place.contains(point) ? first + point.y - place.y : nil }
}

/// Draws the open list.
func drawMenu(
    _ menu: Menu, above composer: Rect, _ layout: ComposerLayout, _ state: ChatState, into frame: inout Frame
) {
    guard let list = MenuPlacement(menu, composer, layout, state) else { return }
    let theme = state.settings.theme
    let x = list.place.x + 1
    let room = list.place.width - 2
    for (offset, entry) in list.shown.enumerated() {
        let row = list.place.y + offset
        let style = list.first + offset == menu.chosen ? theme.chosen : theme.menu
        frame.fill(Rect(x: x - 1, y: row, width: room + 2, height: 1), style: style)
        frame.write(entry.name.truncated(toCells: room), x: x, y: row, style: style, maxWidth: room)
        let detailX = list.nameWidth + 2
        guard detailX < room else { continue }
        let detail = entry.detail.truncated(toCells: room - detailX)
        frame.write(detail, x: x + detailX, y: row, style: style, maxWidth: room - detailX)
    }
}

private func text(of entry: Menu.Entry, in view: RoomView) -> (name: String, detail: String) {
    switch entry {
    case .person(let person, let isHere):
        let name = view.directory.label(of: person.id, name: person.name)
        // An occupant's id is for programs; of two people of one name the label tells which is which.
        let id = person.id.text.contains("#") ? "" : person.id.text
        let parts = [id, isHere ? "" : "not here"].filter { !$0.isEmpty }
        return (name, parts.joined(separator: " · "))
    case .everyone(let ids): return ("everyone", ids.count == 1 ? "1 person here" : "\(ids.count) people here")
    case .emoticon(let emoticon):
        let aliases = (emoticon.ascii + emoticon.aliases).joined(separator: " ")
        return (emoticon.emoji + " " + emoticon.name, aliases)
    case .argument(let argument, let detail): return (argument, detail)
    case .newRoom(let name): return (name, "a new room of that name")
    case .file(let path): return (PathWords.name(of: path), "")
    case .spelling(let word): return (word, "")
    case .learn(let word): return ("add “\(word)” to your words", "")
    case .command(let command): return (command.usage, command.help)
    }
}
