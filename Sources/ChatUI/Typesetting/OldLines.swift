/// Where the lines of a draft began before it was changed. The rest of them holds as soon as one comes again behind all
/// that was touched since.
struct OldLines {
    private let starts: [Int]
    /// The elements that the draft had.
    private let count: Int
    /// How many elements at its end are as they were.
    private var tail: Int

    /// The lines that began at `starts` in a draft of `count` elements, of which the last `tail` are untouched.
    init(starts: [Int], count: Int, tail: Int) {
        self.starts = starts
        self.count = count
        self.tail = tail
    }

    /// The draft was changed once more; its last `tail` elements were not.
    mutating func touch(allBut tail: Int) { self.tail = min(self.tail, tail) }

    /// The starts behind `start` in a draft that now has `count` elements, when a line began there.
    func rest(behind start: Int, in count: Int) -> [Int]? {
        guard count - start < tail else { return nil }
        let shift = count - self.count
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] + shift < start { low = middle + 1 } else { high = middle }
        }
        guard low < starts.count, starts[low] + shift == start else { return nil }
        return starts[(low + 1)...].map { $0 + shift }
    }
}
