import ChatCore
import Composer
import RichText
import Terminal

extension ChatState {
    mutating func press(_ key: KeyPress, at moment: Moment) -> [Effect] {
        notice = nil
        let wasLeaving = isLeaving
        isLeaving = false
        if help != nil { return pressInHelp(key) }
        if menu != nil, let effects = pressInMenu(key, at: moment) { return effects }
        if let action = Keymap.action(for: key) { return perform(action, wasLeaving: wasLeaving, at: moment) }
        guard case .character(let text) = key.key, key.modifiers.isDisjoint(with: [.control, .alt]) else {
            tell("\(key) does nothing here; F1 shows the keys")
            return []
        }
        if text == "?" && view.composer.isEmpty {
            help = HelpScreen()
            return []
        }
        view.composer.type(text, at: moment.milliseconds)
        return afterEdit(at: moment)
    }

    private mutating func perform(_ action: Action, wasLeaving: Bool, at moment: Moment) -> [Effect] {
        switch action {
        case .edit(let command):
            view.composer.perform(command, at: moment.milliseconds)
            return afterEdit(at: moment)
        case .up, .down: return moveVertically(action, at: moment)
        case .older: return recall(older: true, at: moment)
        case .newer: return recall(older: false, at: moment)
        case .send: return submit(at: moment)
        case .mention:
            view.composer.openMentionQuery(at: moment.milliseconds)
            refreshMenu()
            if menu == nil { tell("Nobody else is here to be mentioned") }
            return []
        case .pageUp, .pageDown, .rowUp, .rowDown, .oldest, .newest: return scroll(action)
        case .mentionBefore, .mentionAfter: return jumpToMention(before: action == .mentionBefore)
        case .roomBefore: return show(room: current - 1)
        case .roomAfter: return show(room: current + 1)
        case .room(let index): return show(room: index)
        case .people:
            showsPeople.toggle()
            return []
        case .rooms:
            showsRooms.toggle()
            return []
        case .help:
            help = HelpScreen()
            return []
        case .cancel:
            view.unreadAfter = nil
            return []
        case .interrupt: return interrupt(wasLeaving: wasLeaving, at: moment)
        case .quit: return [.quit]
        case .suspend: return [.suspend]
        case .redraw: return [.redraw]
        }
    }

    private mutating func interrupt(wasLeaving: Bool, at moment: Moment) -> [Effect] {
        guard view.composer.isEmpty else {
            view.composer.perform(.selectAll, at: moment.milliseconds)
            view.composer.perform(.delete, at: moment.milliseconds)
            tell("Draft emptied; C-_ brings it back")
            return afterEdit(at: moment)
        }
        if wasLeaving { return [.quit] }
        isLeaving = true
        tell("C-c once more leaves")
        return []
    }

    private mutating func pressInHelp(_ key: KeyPress) -> [Effect] {
        let height = plan.log.height
        let rows = max(height - 1, 1)
        switch Keymap.action(for: key) {
        case .pageDown: help?.scroll(by: rows, in: height)
        case .pageUp: help?.scroll(by: -rows, in: height)
        case .down, .rowDown: help?.scroll(by: 1, in: height)
        case .up, .rowUp: help?.scroll(by: -1, in: height)
        case .redraw: return [.redraw]
        case .quit: return [.quit]
        case .suspend: return [.suspend]
        default:
            if key == KeyPress(.character(" ")) {
                help?.scroll(by: rows, in: height)
            } else {
                help = nil
            }
        }
        return []
    }

    // MARK: Moving in the draft

    private mutating func moveVertically(_ action: Action, at moment: Moment) -> [Effect] {
        let layout = composerLayout
        let cell = layout.caretCell
        let row = action == .up ? cell.y - 1 : cell.y + 1
        guard row >= 0 && row < layout.height else { return recall(older: action == .up, at: moment) }
        view.composer.move(to: layout.element(nearestX: cell.x, y: row))
        refreshMenu()
        return []
    }

    private mutating func recall(older: Bool, at moment: Moment) -> [Effect] {
        let found = older ? view.history.older(from: view.composer.richText) : view.history.newer()
        guard let found else { return [] }
        view.composer.replace(with: found, at: moment.milliseconds)
        view.composer.dismissQuery()
        return afterEdit(at: moment)
    }

    mutating func click(_ mouse: MouseEvent) -> [Effect] { [] }

    // MARK: Rooms

    mutating func show(room index: Int) -> [Effect] {
        guard views.indices.contains(index), index != current else { return [] }
        leaveRoom()
        current = index
        menu = nil
        return []
    }
}
