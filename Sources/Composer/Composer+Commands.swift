extension Composer {
    /// Does what `command` says; a command that has nothing to do changes nothing.
    public mutating func perform(_ command: EditCommand, at time: Int64) {
        switch command {
        case .backspace, .delete: erase(command, at: time)
        case .newLine: type("\n", at: time)

        case .left, .right, .wordLeft, .wordRight, .lineStart, .lineEnd, .draftStart, .draftEnd, .selectLeft,
            .selectRight, .selectWordLeft, .selectWordRight, .selectLineStart, .selectLineEnd, .selectDraftStart,
            .selectDraftEnd, .selectAll:
            moveCaret(command)

        case .killToLineEnd, .killToLineStart, .killWordLeft, .killBlankWordLeft, .killWordRight, .killDraft:
            kill(command, at: time)
        case .cut, .copy, .yank, .yankPop: exchange(command, at: time)

        case .transpose: transpose(at: time)
        case .transposeWords: transposeWords(at: time)
        case .upcaseWord: changeWord(at: time) { $0.inCapitals }
        case .downcaseWord: changeWord(at: time) { $0.inSmallLetters }
        case .capitaliseWord: changeWord(at: time) { $0.withOneCapital }

        case .undo: undo()
        case .redo: redo()
        case .revert: while !history.done.isEmpty { undo() }
        }
    }

    private mutating func moveCaret(_ command: EditCommand) {
        switch command {
        case .left: move(to: selection?.lowerBound ?? caret - 1)
        case .right: move(to: selection?.upperBound ?? caret + 1)
        case .wordLeft: move(to: elements.wordStart(before: caret))
        case .wordRight: move(to: elements.wordEnd(after: caret))
        case .lineStart: move(to: elements.lineStart(at: caret))
        case .lineEnd: move(to: elements.lineEnd(at: caret))
        case .draftStart: move(to: 0)
        case .draftEnd: move(to: elements.count)
        case .selectLeft: move(to: caret - 1, selecting: true)
        case .selectRight: move(to: caret + 1, selecting: true)
        case .selectWordLeft: move(to: elements.wordStart(before: caret), selecting: true)
        case .selectWordRight: move(to: elements.wordEnd(after: caret), selecting: true)
        case .selectLineStart: move(to: elements.lineStart(at: caret), selecting: true)
        case .selectLineEnd: move(to: elements.lineEnd(at: caret), selecting: true)
        case .selectDraftStart: move(to: 0, selecting: true)
        case .selectDraftEnd: move(to: elements.count, selecting: true)
        case .selectAll: select(elements.indices)
        default: break
        }
    }

    private mutating func erase(_ command: EditCommand, at time: Int64) {
        if let selection { return edit(selection, with: [], at: time) }
        if command == .delete {
            guard caret < elements.count else { return move(to: caret) }
            return edit(caret..<caret + 1, with: [], .erasingForwards, at: time)
        }
        switch lastAction {
        case .accepted(let token, let ownsBlank):
            edit(token..<(ownsBlank ? token + 2 : token + 1), with: [], at: time)
        case .substituted(let atom, let typed):
            let tail = Array(elements[atom + 1..<caret])
            edit(atom..<caret, with: typed + tail, at: time)
        default:
            guard caret > 0 else { return move(to: caret) }
            edit(caret - 1..<caret, with: [], .erasingBackwards, at: time)
        }
    }
}
