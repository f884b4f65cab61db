/// Where signs such as `:)` stand that somebody typed: only those become emoticons when they are closed or sent, and not
/// those that were pasted or given back.
struct TypedSigns: Sendable {
    /// More than these hardly wait at once for what closes them.
    private static let limit = 16

    private var ranges: [Range<Int>] = []

    /// Adds a sign that was just typed.
    mutating func add(_ range: Range<Int>) {
        ranges.append(range)
        if ranges.count > TypedSigns.limit { ranges.removeFirst() }
    }

    /// Whether a sign that was typed ends at `place`.
    func end(at place: Int) -> Bool { ranges.contains { $0.upperBound == place } }

    /// Moves them with `edit`; those that it touches are none any more.
    mutating func follow(_ edit: Edit) {
        guard !ranges.isEmpty else { return }
        let end = edit.place + edit.removed.count
        let change = edit.inserted.count - edit.removed.count
        ranges = ranges.compactMap { range in
            if edit.place >= range.upperBound { return range }
            return end <= range.lowerBound ? range.lowerBound + change..<range.upperBound + change : nil
        }
    }
}
