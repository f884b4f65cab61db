/// Rows of the screen that a terminal can move by itself, so that fewer cells have to be written.
public struct ScrollPlan: Hashable, Sendable {
    /// The rows that move; the last row of the screen is never among them.
    public let rows: Range<Int>
    /// How many rows up; down where negative. Never 0, and less than the rows are.
    public let distance: Int

    /// The furthest that is looked for: what comes from further shares little with what was there.
    static let furthest = 8
    /// How much less must be written for it to be worth the sequences that move.
    static let gain = 60
    /// What the first of several cells costs that differ, with the way to it, in cells.
    fileprivate static let approach = 7

    /// The motion after which the least is left to write to make `new` of `old`; nil where writing alone is as good.
    ///
    /// Whole rows move, the panes at the sides too: what that spoils is counted. Frames of different sizes, and frames
    /// with text in double size, of which a terminal may move a half, are never moved.
    public init?(from old: Frame, to new: Frame) {
        guard old.size == new.size, !old.hasLargeText, !new.hasLargeText else { return nil }
        let changed = (0..<max(new.size.height - 1, 0)).filter { !new.row($0, equalsThatOf: old) }
        guard let first = changed.first, let last = changed.last, changed.count > 2 else { return nil }
        let rows = first..<last + 1
        var least = changed.reduce(0) { $0 + new.cost(of: $1, from: old, $1, limit: .max) } - ScrollPlan.gain
        var best: Int?
        // What moves must be three rows at least, and more than what comes in.
        for distance in 1...ScrollPlan.furthest where rows.count - distance >= max(3, distance) {
            for distance in [distance, -distance] {
                var cost = 0
                for y in rows where cost < least {
                    let source = rows.contains(y + distance) ? y + distance : nil
                    cost += new.cost(of: y, from: old, source, limit: least - cost)
                }
                if cost < least { (least, best) = (cost, distance) }
            }
        }
        guard let best else { return nil }
        self.rows = rows
        distance = best
    }
}

extension Frame {
    /// What is on the screen once the terminal has moved its rows: those that come in are blank.
    public func moved(_ plan: ScrollPlan) -> Frame {
        var result = self
        let blank = PackedCell(content: 0x20, width: 1, style: .plain)
        for y in plan.rows {
            let source = y + plan.distance
            let isWithin = plan.rows.contains(source)
            for x in 0..<size.width {
                result.cells[y * size.width + x] = isWithin ? cells[source * size.width + x] : blank
            }
        }
        return result
    }

    /// The cells of row `y` that differ from those of another frame's row, or from blanks, and the ways to them; counting
    /// stops at `limit`.
    fileprivate func cost(of y: Int, from other: Frame, _ source: Int?, limit: Int) -> Int {
        let blank = PackedCell(content: 0x20, width: 1, style: .plain)
        return cells.withUnsafeBufferPointer { cells in
            other.cells.withUnsafeBufferPointer { others in
                var cost = 0
                var isRunning = false
                for x in 0..<size.width where cost < limit {
                    let cell = cells[y * size.width + x]
                    let isSame =
                        if let source {
                            shows(cell, likeThat: others[source * size.width + x], of: other)
                        } else {
                            cell.content == 0x20 && cell.looksLike(blank)
                        }
                    if !isSame { cost += isRunning ? 1 : ScrollPlan.approach }
                    isRunning = !isSame
                }
                return cost
            }
        }
    }
}
