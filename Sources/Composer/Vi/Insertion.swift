/// What is put in at one place in vi's insert mode, so that it can be said again.
///
/// It grows with the edits in it. A motion, or an edit that goes beyond it, ends it, and what is typed from there on is
/// said again by itself, as if `i` had been pressed there.
struct Insertion: Sendable {
    /// What was typed, and whether that was right behind the command that began it all.
    struct Said: Sendable {
        var typed: [DraftElement]
        var isOwn: Bool
    }

    /// What was typed since it began or since the last motion.
    private(set) var range: Range<Int>
    /// How often that is to stand there.
    private(set) var count: Int
    /// What stands between one time and the next: the line feed of `o`.
    let between: [DraftElement]
    /// Where the caret was when it began, and the number of undo steps before it.
    private var start: Int
    private var step: Int
    /// How many steps the command itself made.
    private var own: Int
    private var isOwn = true
    /// What was typed before the last motion.
    private var before: Said?

    init(at place: Int, count: Int, between: [DraftElement], step: Int, own: Int) {
        range = place..<place
        self.count = count
        self.between = between
        start = place
        self.step = step
        self.own = own
    }

    /// What is to be said again of a draft of `elements`; nil for nothing.
    func said(in elements: [DraftElement]) -> Said? {
        range.isEmpty ? before : Said(typed: Array(elements[range]), isOwn: isOwn)
    }

    /// Begins anew at `place`, when `steps` undo steps were made.
    mutating func begin(at place: Int, steps: Int) {
        (range, start, count) = (place..<place, place, 1)
        (step, own, isOwn) = (steps, 0, false)
    }

    /// Begins anew behind a motion; what was typed before is kept until something else is typed.
    mutating func part(at place: Int, in elements: [DraftElement], _ history: inout UndoHistory) {
        before = said(in: elements)
        join(in: &history, until: history.done.count)
        begin(at: place, steps: history.done.count)
    }

    /// Makes one undo step of it all, `steps` being how many there were before it was said again.
    func join(in history: inout UndoHistory, until steps: Int) {
        history.join(from: step, own: own, typedAt: start, until: steps)
    }

    /// Counts all steps up to now as those of the command.
    mutating func countAsOwn(steps: Int) { own = steps - step }

    /// Takes in an edit that left the caret at `caret`.
    mutating func follow(_ edit: Edit, caret: Int) {
        let end = edit.place + edit.removed.count
        let change = edit.inserted.count - edit.removed.count
        if edit.place >= range.lowerBound && end <= range.upperBound {
            range = range.lowerBound..<range.upperBound + change
        } else if end <= range.lowerBound {
            range = range.lowerBound + change..<range.upperBound + change
        } else if (range.lowerBound...range.upperBound).contains(edit.place) {
            range = range.lowerBound..<max(range.lowerBound, caret)
        } else if edit.place < range.lowerBound {
            range = caret..<caret
        }
    }
}

extension Composer {
    /// Begins to note what is typed at the caret for a command of vi that began when `step` undo steps had been made.
    mutating func beginInsertion(_ count: Int, between: [DraftElement], from step: Int) {
        insertion = Insertion(
            at: caret, count: count, between: between, step: step, own: history.done.count - step)
    }

    /// What was typed stands there as often as it is to: all of it one step. Gives what can be said again.
    mutating func endInsertion(at time: Int64) -> Insertion.Said? {
        guard let insertion else { return nil }
        self.insertion = nil
        let said = insertion.said(in: elements)
        let steps = history.done.count
        let piece = insertion.between + elements[insertion.range]
        // A draft has room for a few thousand copies, not for what a mistyped count asks.
        let times = min(insertion.count - 1, max(1, 1_000_000 / max(piece.count, 1)))
        if times > 0, !piece.isEmpty {
            let end = insertion.range.upperBound
            replace(end..<end, with: Array(repeatElement(piece, count: times).joined()), at: time)
        }
        insertion.join(in: &history, until: steps)
        return said
    }

    /// One turns to something else before it ended: nothing is said more than once.
    mutating func giveUpInsertion() -> Insertion.Said? {
        insertion?.part(at: caret, in: elements, &history)
        defer { insertion = nil }
        return insertion?.said(in: elements)
    }
}
