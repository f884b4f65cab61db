import ChatCore
import RichText
import Terminal

/// A row of the people's pane.
enum PeopleRow {
    /// Somebody who is in the room, or spoke in it.
    case person(Person)
    /// So many more who have no row.
    case more(Int)
    /// What stands below.
    case heading(String)
    /// Somebody whom one knows beyond the room.
    case contact(Contact)
}

extension ChatState {
    /// What stands in the people's pane, from the top: who is in the room and, where rows are left, the contacts, those who
    /// ask first, then those who are there.
    func peopleRows(in pane: Rect) -> [PeopleRow] {
        let everybody = view.directory.everybody
        // The last row tells of those who have no row of their own.
        let isFull = everybody.count > pane.height
        let shown = everybody.prefix(isFull ? max(pane.height - 1, 0) : everybody.count)
        var rows: [PeopleRow] = shown.map { .person($0) }
        if isFull, pane.height > 0 { rows.append(.more(everybody.count - shown.count)) }
        let room = pane.height - rows.count - 2
        let others = contacts.filter { contact in !everybody.contains { $0.id == contact.person.id } }
        guard room > 0, !others.isEmpty else { return rows }
        let inOrder =
            others.filter { $0.relation == .asking } + others.filter { $0.relation != .asking && $0.isHere }
            + others.filter { $0.relation != .asking && !$0.isHere }
        rows += [.heading(""), .heading("contacts")]
        let isLong = inOrder.count > room
        rows += inOrder.prefix(isLong ? room - 1 : room).map { .contact($0) }
        if isLong { rows.append(.more(inOrder.count - room + 1)) }
        return rows
    }

    /// Whoever stands in `row` of the people's pane, oneself left out, and whether by being a contact.
    func person(inRow row: Int, of pane: Rect) -> (person: Person, isContact: Bool)? {
        let rows = peopleRows(in: pane)
        guard rows.indices.contains(row) else { return nil }
        switch rows[row] {
        case .person(let person): return person.id == view.room.me?.id ? nil : (person, false)
        case .contact(let contact): return (contact.person, true)
        case .more, .heading: return nil
        }
    }

    /// Draws the people's pane.
    func drawPeople(_ pane: Rect, into frame: inout Frame) {
        guard !pane.isEmpty else { return }
        for (index, row) in peopleRows(in: pane).enumerated() {
            let y = pane.y + index
            switch row {
            case .person(let person): draw(person, pane, y, into: &frame)
            case .contact(let contact): draw(contact, pane, y, into: &frame)
            case .more(let count):
                let text = "… and \(count) more"
                frame.write(text, x: pane.x + 1, y: y, style: settings.theme.faint, maxWidth: pane.width - 1)
            case .heading(let text):
                frame.write(text, x: pane.x + 1, y: y, style: settings.theme.faint, maxWidth: pane.width - 1)
            }
        }
    }

    private func draw(_ person: Person, _ pane: Rect, _ y: Int, into frame: inout Frame) {
        let theme = settings.theme
        let isHere = view.directory.here.contains(person.id) && contact(person.id)?.isAway != true
        let style = isHere ? theme.name(of: person, isMe: person.id == view.room.me?.id) : theme.faint
        frame.write(isHere ? "●" : "○", x: pane.x + 1, y: y, style: style)
        let label = view.directory.label(of: person, cells: pane.width - 4)
        // What somebody is here stands behind the name, where both have room.
        let rank = isHere ? view.room.ranks[person.id]?.word ?? "" : ""
        write(label, style, rank, pane, y, into: &frame)
    }

    private func draw(_ contact: Contact, _ pane: Rect, _ y: Int, into frame: inout Frame) {
        let theme = settings.theme
        let style = contact.isHere ? theme.name(of: contact.person, isMe: false) : theme.faint
        let mark = contact.relation == .asking ? "?" : contact.isHere ? "●" : "○"
        frame.write(mark, x: pane.x + 1, y: y, style: style)
        let word = contact.isBlocked ? "blocked" : contact.relation == .asking ? "asks" : ""
        write(contact.person.name.truncated(toCells: pane.width - 4), style, word, pane, y, into: &frame)
    }

    private func write(
        _ label: String, _ style: Style, _ word: String, _ pane: Rect, _ y: Int, into frame: inout Frame
    ) {
        let room = pane.width - 4
        frame.write(label, x: pane.x + 3, y: y, style: style, maxWidth: room)
        guard !word.isEmpty, label.cellWidth + 1 + word.cellWidth <= room else { return }
        frame.write(word, x: pane.x + 4 + label.cellWidth, y: y, style: settings.theme.faint)
    }
}
