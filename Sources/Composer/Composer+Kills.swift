extension Composer {
    /// Cuts a part beside the caret; cuts that follow each other make one piece.
    mutating func kill(_ command: EditCommand, at time: Int64) {
        let range: Range<Int>
        switch command {
        case .killToLineEnd:
            let end = elements.lineEnd(at: caret)
            range = caret..<(end == caret ? min(caret + 1, elements.count) : end)
        case .killToLineStart:
            let start = elements.lineStart(at: caret)
            range = (start == caret ? max(caret - 1, 0) : start)..<caret
        case .killWordLeft: range = elements.wordStart(before: caret)..<caret
        case .killBlankWordLeft:
            if selection != nil { return exchange(.cut, at: time) }
            range = elements.blankWordStart(before: caret)..<caret
        case .killWordRight: range = caret..<elements.wordEnd(after: caret)
        default: range = elements.indices
        }
        guard !range.isEmpty else { return }
        let piece = Array(elements[range])
        if case .killed = lastAction {
            killRing.extend(with: piece, inFront: range.upperBound == caret && command != .killDraft)
        } else {
            killRing.add(piece)
        }
        edit(range, with: [], at: time)
        lastAction = .killed
    }

    /// Moves pieces between the draft and the kill ring.
    mutating func exchange(_ command: EditCommand, at time: Int64) {
        switch command {
        case .cut:
            guard let selection else { return }
            killRing.add(Array(elements[selection]))
            edit(selection, with: [], at: time)
        case .copy:
            guard let selection else { return }
            killRing.add(Array(elements[selection]))
            lastAction = .other
        case .yank:
            guard let piece = killRing.newest() else { return }
            yank(piece, over: selection ?? caret..<caret, at: time)
        default:
            guard case .yanked(let range) = lastAction, let piece = killRing.older() else { return }
            yank(piece, over: range, at: time)
        }
    }

    private mutating func yank(_ piece: [DraftElement], over range: Range<Int>, at time: Int64) {
        let countBehind = elements.count - range.upperBound
        edit(range, with: piece.welded, at: time)
        trigger = nil
        // A piece that joined its neighbours is no longer there as it was cut; only an intact one can be exchanged.
        let end = elements.count - countBehind
        let isIntact = end == caret && range.lowerBound <= end && Array(elements[range.lowerBound..<end]) == piece
        lastAction = isIntact ? .yanked(range.lowerBound..<end) : .other
    }
}
