import RichText

/// A change of a draft that can be turned round: at `place`, `removed` gave way to `inserted`.
struct Edit: Sendable {
    var place: Int
    var removed: [DraftElement]
    var inserted: [DraftElement]

    /// The change that takes this one back.
    var inverse: Edit { Edit(place: place, removed: inserted, inserted: removed) }
}

/// Where the caret is and from where the selection goes to it.
struct Caret: Hashable, Sendable {
    var position = 0
    var anchor: Int?
}

/// All steps of a draft, those done and those taken back.
struct UndoHistory: Sendable {
    /// What kind of edit a step is; the first three run together.
    enum Kind: Sendable {
        case typing, erasingBackwards, erasingForwards
        /// What was written before took the place of the whole draft; one behind the other are one step.
        case recall
        case single

        var groups: Bool {
            switch self {
            case .typing, .erasingBackwards, .erasingForwards: true
            case .recall, .single: false
            }
        }
    }

    /// What one undo takes back.
    struct Step: Sendable {
        var kind: Kind
        var edits: [Edit]
        var before: Caret
        var after: Caret
        var time: Int64
    }

    /// Edits of one kind that follow each other within this many milliseconds are one step.
    static let groupingTime: Int64 = 500

    private(set) var done: [Step] = []
    private(set) var undone: [Step] = []
    private var isSealed = true

    /// Keeps the next edit from joining the last step.
    mutating func seal() { isSealed = true }

    mutating func record(_ edit: Edit, kind: Kind, before: Caret, after: Caret, at time: Int64) {
        undone.removeAll()
        defer { isSealed = false }
        if kind == .recall, let last = done.indices.last, done[last].kind == .recall {
            return walkOn(to: edit, after: after, at: time)
        }
        guard !isSealed, kind.groups, let last = done.indices.last, done[last].kind == kind,
            done[last].after == before, (0...Self.groupingTime).contains(time &- done[last].time)
        else {
            done.append(Step(kind: kind, edits: [edit], before: before, after: after, time: time))
            return
        }
        done[last].join(edit)
        done[last].after = after
        done[last].time = time
    }

    /// Goes on from one text that was written before to another: the draft that was there comes back in one step.
    private mutating func walkOn(to edit: Edit, after: Caret, at time: Int64) {
        guard var step = done.popLast(), let first = step.edits.first else { return }
        let whole = Edit(place: first.place, removed: first.removed, inserted: edit.inserted)
        // Back at the draft itself, nothing is left to be taken back.
        guard whole.removed != whole.inserted else { return }
        step.edits = [whole]
        step.after = after
        step.time = time
        done.append(step)
    }

    /// Makes one step of what a command of vi did and of what was typed behind it.
    ///
    /// The steps from `first` on are `own` ones of the command, then those that were typed from the place `start` on,
    /// and from `end` on those that say it again. A motion parts them, and so does what is a step of its own: a token, a
    /// completion, a paste.
    mutating func join(from first: Int, own: Int, typedAt start: Int, until end: Int) {
        guard done.count - first > 1 else { return }
        var joined: [Step] = []
        var isOpen = false
        for index in first..<done.count {
            let step = done[index]
            let grows = step.kind.groups || index < first + own || index >= end
            let follows = joined.last?.after == step.before || index <= first + own && step.before.position == start
            if isOpen, grows, follows, let last = joined.indices.last {
                joined[last].kind = step.kind
                joined[last].edits += step.edits
                joined[last].after = step.after
                joined[last].time = step.time
            } else {
                joined.append(step)
            }
            isOpen = grows
        }
        done.replaceSubrange(first..., with: joined)
        isSealed = true
    }

    /// Moves the last step to those taken back and returns it.
    mutating func undo() -> Step? {
        guard let step = done.popLast() else { return nil }
        undone.append(step)
        isSealed = true
        return step
    }

    /// Moves the step taken back last to those done and returns it.
    mutating func redo() -> Step? {
        guard let step = undone.popLast() else { return nil }
        done.append(step)
        isSealed = true
        return step
    }

    /// Changes all mentions that are remembered.
    mutating func rewriteMentions(_ change: (inout Mention) -> Void) {
        for index in done.indices { done[index].rewriteMentions(change) }
        for index in undone.indices { undone[index].rewriteMentions(change) }
    }
}

extension UndoHistory.Step {
    /// Adds `edit`; what is typed or erased in one go becomes one edit, so that a long text costs little.
    mutating func join(_ edit: Edit) {
        guard let last = edits.indices.last else { return edits.append(edit) }
        let (place, end) = (edits[last].place, edits[last].place + edits[last].inserted.count)
        let onlyErases = edit.inserted.isEmpty && place == end
        if edit.removed.isEmpty && edit.place == end {
            edits[last].inserted += edit.inserted
        } else if onlyErases && edit.place + edit.removed.count == place {
            edits[last].removed.insert(contentsOf: edit.removed, at: 0)
            edits[last].place = edit.place
        } else if onlyErases && edit.place == place {
            edits[last].removed += edit.removed
        } else {
            edits.append(edit)
        }
    }

    mutating func rewriteMentions(_ change: (inout Mention) -> Void) {
        for index in edits.indices {
            edits[index].removed.rewriteMentions(change)
            edits[index].inserted.rewriteMentions(change)
        }
    }
}
