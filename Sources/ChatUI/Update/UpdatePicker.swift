import Composer
import RichText
import Terminal

extension ChatState {
    /// A key while the grid of emoticons is open: arrows choose, letters look for a name, Enter takes.
    mutating func pressInPicker(_ key: KeyPress, at moment: Moment) -> [Effect] {
        guard var picker else { return [] }
        let width = plan.log.width
        switch Keymap.action(for: key) {
        case .edit(.left): picker.move(by: -1)
        case .edit(.right): picker.move(by: 1)
        case .up, .older: picker.move(rows: -1, width: width)
        case .down, .newer: picker.move(rows: 1, width: width)
        case .pageUp: picker.move(rows: -8, width: width)
        case .pageDown: picker.move(rows: 8, width: width)
        case .lineStart: picker.choose(0)
        case .lineEnd: picker.choose(.max)
        case .edit(.backspace): picker.look(for: String(picker.query.unicodeScalars.dropLast()))
        case .send: return takePicked(picker.chosen, at: moment)
        case .cancel, .interrupt, .emoticons:
            self.picker = nil
            return []
        case .quit: return [.quit]
        case .suspend: return [.suspend]
        case .redraw: return [.redraw]
        case .complete: picker.move(by: 1)
        case nil where key == KeyPress(.tab, .shift): picker.move(by: -1)
        case nil:
            guard case .character(let text) = key.key, key.modifiers.isDisjoint(with: [.control, .alt]) else { break }
            picker.look(for: picker.query + text)
        default: break
        }
        self.picker = picker
        return []
    }

    /// Puts the emoticon in and closes the grid.
    mutating func takePicked(_ index: Int, at moment: Moment) -> [Effect] {
        guard let picker, picker.entries.indices.contains(index) else { return [] }
        self.picker = nil
        if let target = picker.target {
            guard let message = view.room.timeline[target] else { return [] }
            return react(picker.entries[index].emoji, to: message, at: moment)
        }
        view.composer.dismissQuery()
        return accept(.emoticon(picker.entries[index]), at: moment)
    }
}
