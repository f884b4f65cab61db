import ChatCore
import RichText
import Terminal

extension ChatState {
    /// Selects the last message in sight.
    mutating func select() -> [Effect] {
        guard let index = logLayout.lastInSight else {
            tell("There is no message to select")
            return []
        }
        selection = LogSelection(message: view.room.timeline.messages[index].id)
        tell(ChatState.selectionHint)
        return []
    }

    /// Handles a key while messages are selected; nil when the key ends that and goes its usual way.
    mutating func pressInSelection(_ key: KeyPress, at moment: Moment) -> [Effect]? {
        guard let selected = selection, let range = selected.range(in: view.room.timeline) else {
            selection = nil
            return nil
        }
        if selected.link != nil, let effects = answer(key, selected) { return effects }
        selection?.link = nil
        if case .character(let text) = key.key, key.modifiers.isEmpty { return press(text, range, at: moment) }
        switch Keymap.action(for: key) {
        case .up, .rowUp, .older: return moveSelection(by: -1)
        case .down, .rowDown, .newer: return moveSelection(by: 1)
        case .pageUp: return moveSelection(by: -10)
        case .pageDown: return moveSelection(by: 10)
        case .send: return askAboutLink(0, in: range)
        case .cancel, .select:
            selection = nil
            return []
        case .redraw, .suspend: return nil
        default:
            selection = nil
            return nil
        }
    }

    private mutating func press(_ letter: String, _ range: ClosedRange<Int>, at moment: Moment) -> [Effect] {
        let message = selection.flatMap { view.room.timeline[$0.message] }
        switch letter {
        case "r": return message.map { reply(to: $0) } ?? []
        case "e": return editSelected(message)
        case "d": return askToDelete(Array(view.room.timeline.messages[range]))
        case "+": return message.map { chooseReaction(to: $0) } ?? []
        case "h": return message.map { showVersions(of: $0) } ?? []
        case "g": return message.flatMap { view.room.timeline.index(of: $0.id) }.map { jumpToAnswered(by: $0) } ?? []
        case "k": return moveSelection(by: -1)
        case "j": return moveSelection(by: 1)
        case "v", " ":
            let mark = selection?.mark == nil ? selection?.message : nil
            selection?.mark = mark
            return []
        case "c", "y":
            selection = nil
            let text = copied(Array(view.room.timeline.messages[range]))
            tell(range.count == 1 ? "Copied" : "\(range.count) messages copied")
            return [.copy(text)]
        case "o": return askAboutLink(0, in: range)
        case "i": return viewPicture()
        default:
            tell(ChatState.selectionHint)
            return []
        }
    }

    static let selectionHint =
        "r: reply · e: edit · d: delete · +: react · h: versions · g: what it answers · c: copy · o: link · i: picture · v: more"

    private mutating func editSelected(_ message: Message?) -> [Effect] {
        guard let message else { return [] }
        let effects = edit(message)
        if view.edit != nil { selection = nil }
        return effects
    }

    private mutating func moveSelection(by count: Int) -> [Effect] {
        let messages = view.room.timeline.messages
        guard let id = selection?.message, let index = view.room.timeline.index(of: id) else { return [] }
        let next = min(max(index + count, 0), messages.count - 1)
        selection?.message = messages[next].id
        let log = logLayout
        guard let top = log.top(toShow: next) else { return [] }
        return setTop(top, in: log)
    }

    // MARK: Links

    func links(in range: ClosedRange<Int>) -> [String] {
        view.room.timeline.messages[range].flatMap { WebLinks.find(in: FlatText($0.body).text) }
    }

    /// Shows where a link goes before it is opened: what stands in the log may be cut or look like something else.
    mutating func askAboutLink(_ number: Int, in range: ClosedRange<Int>) -> [Effect] {
        let found = links(in: range)
        guard !found.isEmpty else {
            tell("No link is in what is selected")
            return []
        }
        let number = number % found.count
        selection?.link = number
        let next = found.count > 1 ? " · o or its number: another (\(number + 1) of \(found.count))" : ""
        tell("Enter opens \(found[number])\(next) · Escape: no")
        return []
    }

    private mutating func answer(_ key: KeyPress, _ selected: LogSelection) -> [Effect]? {
        guard let number = selected.link, let range = selected.range(in: view.room.timeline) else { return nil }
        if key == KeyPress(.character("o")) { return askAboutLink(number + 1, in: range) }
        if case .character(let digit) = key.key, key.modifiers.isEmpty, let wanted = Int(digit),
            wanted > 0, wanted <= links(in: range).count
        {
            return askAboutLink(wanted - 1, in: range)
        }
        switch Keymap.action(for: key) {
        case .send:
            let found = links(in: range)
            selection = nil
            guard found.indices.contains(number) else { return [] }
            return [.open(found[number])]
        case .cancel:
            selection?.link = nil
            return []
        default: return nil
        }
    }
}
