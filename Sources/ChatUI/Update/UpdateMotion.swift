import Composer
import RichText
import Terminal

// Motions by the lines of the screen, which the composer does not know.

extension ChatState {
    /// One line up or down, at the column where a row of such motions began; past the first and the last line, to what
    /// was written before and after.
    mutating func moveVertically(_ action: Action, goal: Int?, at moment: Moment) -> [Effect] {
        let layout = composerLayout
        let cell = layout.caretCell
        let line = action == .up ? cell.y - 1 : cell.y + 1
        guard line >= 0 && line < layout.height else { return leaveDraft(upwards: action == .up, at: moment) }
        let column = goal ?? cell.x
        let index = layout.element(nearestX: column, y: line)
        view.composer.move(to: index)
        view.goalColumn = column
        view.caretEndsLine = layout.ends(line: line, at: index)
        refreshMenu()
        return []
    }

    /// Up from the first line and Down from the last: in an empty draft, to edit what one said last; in such an edit, to
    /// what one said before it; else to what was written before or after.
    private mutating func leaveDraft(upwards: Bool, at moment: Moment) -> [Effect] {
        if view.edit != nil { return editNeighbour(earlier: upwards) }
        if upwards, view.composer.isEmpty, !view.history.isWalking, let effects = editLast() { return effects }
        return recall(older: upwards, at: moment)
    }

    /// To the edge of the line of the screen, and from there to that of the line that one has written.
    mutating func moveToEdge(_ action: Action) -> [Effect] {
        let layout = composerLayout
        let line = layout.caretLine
        let isStart = action == .lineStart || action == .selectLineStart
        let selects = action == .selectLineStart || action == .selectLineEnd
        let range = layout.range(ofLine: line)
        let edge = isStart ? range.lowerBound : range.upperBound
        if edge == view.composer.caret {
            let command: EditCommand =
                isStart ? (selects ? .selectLineStart : .lineStart) : (selects ? .selectLineEnd : .lineEnd)
            view.composer.perform(command, at: 0)
        } else {
            view.composer.move(to: edge, selecting: selects)
            view.caretEndsLine = layout.ends(line: line, at: edge)
        }
        refreshMenu()
        return []
    }

    /// Puts an older or a newer message of one's own in place of the draft.
    mutating func recall(older: Bool, prefix: String = "", at moment: Moment) -> [Effect] {
        let found =
            older
            ? view.history.older(from: view.composer.draft, prefix: prefix)
            : view.history.newer(from: view.composer.draft)
        guard let found else { return [] }
        view.composer.recall(found, at: moment.milliseconds)
        return afterEdit(at: moment)
    }
}

extension Composer {
    /// Whether one mention, and nothing else, is selected.
    var selectsMention: Bool {
        guard let selection, selection.count == 1, case .mention = elements[selection.lowerBound] else { return false }
        return true
    }
}
