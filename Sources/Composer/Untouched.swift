/// How much of a draft at either end is as it was when it was asked for last, so that who laid the draft out keeps that.
public struct Untouched: Hashable, Sendable {
    /// Elements at the start.
    public internal(set) var head = 0
    /// Elements at the end.
    public internal(set) var tail = 0

    init() {}
}

extension Composer {
    /// What is untouched since the last call; from now on all of it counts as untouched.
    public mutating func takeUntouched() -> Untouched {
        defer {
            untouched.head = elements.count
            untouched.tail = elements.count
        }
        return untouched
    }

    /// Keeps account of `edit`, which is about to be applied.
    mutating func note(_ edit: Edit) {
        revision += 1
        untouched.head = min(untouched.head, edit.place)
        untouched.tail = min(untouched.tail, elements.count - edit.place - edit.removed.count)
        byteCount += edit.inserted.byteCount - edit.removed.byteCount
    }

    /// Keeps account of a change of all elements, which was made.
    mutating func noteRewriting() {
        revision += 1
        untouched = Untouched()
        byteCount = elements.byteCount
    }
}

extension [DraftElement] {
    fileprivate var byteCount: Int { reduce(0) { $0 + $1.text.utf8.count } }
}
