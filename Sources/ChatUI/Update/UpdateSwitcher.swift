import ChatCore
import Composer
import RichText
import Terminal

extension ChatState {
    /// Opens the list of rooms, and of people where they are wanted.
    mutating func openSwitcher(showsPeople: Bool, at moment: Moment) -> [Effect] {
        menu = nil
        switcher = Switcher(switcherEntries(showsPeople: showsPeople), showsPeople: showsPeople)
        wantsRooms = true
        return askForRooms(at: moment)
    }

    /// Brings an open list to what is known now.
    mutating func refreshSwitcher() {
        guard let old = switcher else { return }
        let chosen = old.choice
        var new = Switcher(
            switcherEntries(showsPeople: old.showsPeople), showsPeople: old.showsPeople, query: old.query)
        if let chosen, let place = new.entries.firstIndex(where: { $0.target == chosen.target }) { new.move(by: place) }
        switcher = new
    }

    /// Open rooms but the one in view, those that one was asked to come to, those that are known, then people.
    private func switcherEntries(showsPeople: Bool) -> [Switcher.Entry] {
        var known: Set<RoomID> = [view.room.id]
        known.reserveCapacity(views.count + knownRooms.count)
        var entries: [Switcher.Entry] = []
        entries.reserveCapacity(views.count + knownRooms.count)
        let isOpen = Set(views.map(\.room.id))
        let summaries = Dictionary(knownRooms.lazy.filter { isOpen.contains($0.id) }.map { ($0.id, $0) }) { first, _ in
            first
        }
        for view in views where known.insert(view.room.id).inserted {
            let count = unread(in: view)
            let summary = summaries[view.room.id] ?? RoomSummary(id: view.room.id, name: view.room.name)
            let news = count.messages == 0 ? "" : "\(count.messages) new"
            let about = view.room.partner?.id.text ?? Switcher.Entry.detail(of: summary, topic: view.room.topic)
            let note = [news, about].filter { !$0.isEmpty }.joined(separator: " · ")
            entries.append(
                Switcher.Entry(
                    target: .room(RoomSummary(id: view.room.id, name: view.room.name)), name: view.room.name,
                    note: note, isOpen: true))
        }
        for room in invitations.reversed() where known.insert(room.id).inserted {
            entries.append(
                Switcher.Entry(target: .room(room), name: room.name, note: "you were asked to come", isOpen: true))
        }
        for room in knownRooms where known.insert(room.id).inserted {
            entries.append(Switcher.Entry(target: .room(room), name: room.name))
        }
        guard showsPeople else { return entries }
        let partners = Set(views.compactMap { $0.room.partner?.id })
        return entries
            + knownPeople.filter { !partners.contains($0.id) }.map { person in
                Switcher.Entry(target: .person(person), name: person.name)
            }
    }

    /// A key while the list is open: arrows choose, letters narrow it, Enter goes there.
    mutating func pressInSwitcher(_ key: KeyPress, at moment: Moment) -> [Effect] {
        let page = max(plan.log.height - 3, 1)
        let query = switcher?.query ?? ""
        switch Keymap.action(for: key) {
        case .up, .older, .rowUp, .roomBefore: switcher?.move(by: -1)
        case .down, .newer, .rowDown, .roomAfter, .switcher: switcher?.move(by: 1)
        case .pageUp: switcher?.move(by: -page)
        case .pageDown: switcher?.move(by: page)
        case .edit(.backspace): switcher?.look(for: String(query.unicodeScalars.dropLast()))
        case .send: return takeSwitched(at: moment)
        case .cancel, .interrupt: switcher = nil
        case .quit: return [.quit]
        case .suspend: return [.suspend]
        case .redraw: return [.redraw]
        case .complete: switcher?.move(by: 1)
        case nil where key == KeyPress(.tab, .shift): switcher?.move(by: -1)
        case nil:
            guard case .character(let text) = key.key, key.modifiers.isDisjoint(with: [.control, .alt]) else { break }
            switcher?.look(for: query + text)
        default: break
        }
        return []
    }

    /// Goes where the chosen row leads; with nothing found, what was typed is the name of a room to join.
    mutating func takeSwitched(at moment: Moment) -> [Effect] {
        guard let switcher else { return [] }
        self.switcher = nil
        guard let choice = switcher.choice else {
            let name = HarmlessText.line(switcher.query)
            return name.isEmpty ? [] : join(name)
        }
        switch choice.target {
        case .person(let person): return openDirect(person)
        case .room(let room):
            if let index = views.firstIndex(where: { $0.room.id == room.id }) { return show(room: index) }
            invitations.removeAll { $0.id == room.id }
            return open(Room(id: room.id, name: room.name)) + show(room: views.count - 1)
        }
    }

    // MARK: The order of the rooms

    /// Puts the room in view `steps` places lower, or higher.
    mutating func moveRoom(by steps: Int) {
        let target = current + steps
        guard views.indices.contains(target) else { return }
        views.swapAt(current, target)
        current = target
    }

    /// Puts the room at `index` up, where that is how rooms are ordered; tells where it stands then.
    mutating func raise(_ index: Int) -> Int {
        guard settings.roomOrder == .activity, index > 0 else { return index }
        let shown = view.room.id
        views.insert(views.remove(at: index), at: 0)
        current = views.firstIndex { $0.room.id == shown } ?? 0
        return 0
    }

    /// Goes to the next room, from the one in view on, that mentions oneself, else to one with anything unread.
    mutating func showUnread() -> [Effect] {
        let others = (1..<max(views.count, 1)).map { (current + $0) % views.count }
        let calling = others.first { callsMe(views[$0]) }
        guard let index = calling ?? others.first(where: { unread(in: views[$0]).messages > 0 }) else {
            tell("No other room has anything new")
            return []
        }
        return show(room: index)
    }

    /// Where something is new, for a screen that has no room for the list of rooms: `M-a: new in garden`.
    var newsElsewhere: String? {
        let rooms = views.indices.filter { $0 != current && unread(in: views[$0]).messages > 0 }
        guard let first = rooms.first(where: { callsMe(views[$0]) }) ?? rooms.first else { return nil }
        let others = rooms.count > 1 ? " and \(rooms.count - 1) more" : ""
        return "M-a: new in " + views[first].room.name + others
    }

    /// What of a room was not read, without what is not shown.
    func unread(in view: RoomView) -> UnreadCount {
        guard !settings.ignored.isEmpty, view.room.unreadCount.messages > 0 else { return view.room.unreadCount }
        return view.room.unreadCount(without: settings.ignored)
    }

    /// Whether something unread calls oneself.
    func callsMe(_ view: RoomView) -> Bool {
        view.room.unreadCount.messages > 0
            && view.room.unread.contains { view.calls.contains($0.id) && settings.ignored[$0.author.id] == nil }
    }

    /// The room in the first row of the pane of rooms: the one in view is always among those shown.
    func firstRoomShown(in pane: Rect) -> Int {
        let rows = pane.height - min(connections.count, max(pane.height / 3, 0))
        return min(max(current - rows / 2, 0), max(views.count - rows, 0))
    }
}
