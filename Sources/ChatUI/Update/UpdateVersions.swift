import ChatCore
import Terminal

extension ChatState {
    /// Shows what `message` said before it was edited.
    mutating func showVersions(of message: Message) -> [Effect] {
        guard !message.edits.isEmpty else {
            tell("That message was never edited")
            return []
        }
        selection = nil
        versions = MessageVersions(of: message.id)
        return []
    }

    /// A key while versions lie over the log: motions scroll, any other closes them.
    mutating func pressInVersions(_ key: KeyPress) -> [Effect] {
        let pane = plan.log
        let height = MessageVersions.rowsShown(in: pane.height)
        let action = Keymap.action(for: key)
        let steps: [Action: Int] = [
            .up: -1, .older: -1, .rowUp: -1, .down: 1, .newer: 1, .rowDown: 1, .pageUp: -height, .pageDown: height,
        ]
        if let message = versions.flatMap({ view.room.timeline[$0.message] }), let step = action.flatMap({ steps[$0] })
        {
            let width = max(pane.width - 2, 0) - 2
            let rows = MessageVersions.rows(of: message, width: width, calendar: settings.calendar).count
            versions?.scroll(by: step, rows: rows, height: height)
            return []
        }
        versions = nil
        switch action {
        case .quit: return [.quit]
        case .suspend: return [.suspend]
        case .redraw: return [.redraw]
        default: return []
        }
    }
}
