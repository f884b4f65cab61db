extension Composer {
    /// Puts `new` in place of `range` and the caret behind it: the one way in which elements change.
    ///
    /// Clusters that come to stand side by side are joined where Unicode has them as one; the caret then stands behind
    /// the joined cluster.
    mutating func edit(
        _ range: Range<Int>, with new: [DraftElement], _ kind: UndoHistory.Kind = .single, at time: Int64
    ) {
        var edit = Edit(place: range.lowerBound, removed: Array(elements[range]), inserted: new)
        let behind = weldSeams(of: &edit)
        guard edit.removed != edit.inserted else {
            // Nothing changes, so there is nothing to undo; the caret still goes where it was sent.
            move(to: behind)
            return
        }
        let before = Caret(position: caret, anchor: anchor)
        apply(edit)
        insertion?.follow(edit, caret: behind)
        caret = behind
        anchor = nil
        trigger = trigger?.after(edit)
        lastAction = .other
        history.record(edit, kind: kind, before: before, after: Caret(position: caret), at: time)
    }

    /// Takes the neighbours into `edit` that what it puts in belongs together with.
    /// Returns the caret's place behind what was put in.
    private func weldSeams(of edit: inout Edit) -> Int {
        var length = edit.inserted.reduce(0) { $0 + $1.length }
        var isWelded = false
        let behindRemoved = edit.place + edit.removed.count
        if edit.place > 0 {
            let left = elements[edit.place - 1]
            let right = edit.inserted.first ?? (behindRemoved < elements.count ? elements[behindRemoved] : nil)
            if let right, left.joins(right) {
                edit.place -= 1
                edit.removed.insert(left, at: 0)
                edit.inserted = ([left] + edit.inserted).welded
                // A cluster may have been cut.
                length = edit.inserted.reduce(0) { $0 + $1.length }
                isWelded = true
            }
        }
        while let last = edit.inserted.last {
            let next = edit.place + edit.removed.count
            guard next < elements.count, last.joins(elements[next]) else { break }
            edit.removed.append(elements[next])
            edit.inserted.weld(elements[next])
            isWelded = true
        }
        return edit.place + (isWelded ? edit.inserted.boundary(atLength: length) : edit.inserted.count)
    }

    private mutating func apply(_ edit: Edit) {
        note(edit)
        typedSigns.follow(edit)
        elements.replaceSubrange(edit.place..<edit.place + edit.removed.count, with: edit.inserted)
    }

    /// Takes the last step back; the caret and the selection are where they were before it.
    mutating func undo() {
        guard let step = history.undo() else { return }
        for edit in step.edits.reversed() { apply(edit.inverse) }
        settle(step.before)
    }

    /// Does the step taken back last again.
    mutating func redo() {
        guard let step = history.redo() else { return }
        for edit in step.edits { apply(edit) }
        settle(step.after)
        if step.kind == .typing { noteSign() }
    }

    private mutating func settle(_ place: Caret) {
        caret = place.position
        anchor = place.anchor
        trigger = nil
        lastAction = .other
        insertion?.begin(at: caret, steps: history.done.count)
    }
}
