/// Rows of the screen that a terminal can move by itself, so that fewer cells have to be written.
public struct ScrollPlan: Hashable, Sendable {
    /// The rows that move; the last row of the screen is never among them.
    public let rows: Range<Int>
    /// How many rows up; down where negative. Never 0, and less than the rows are.
    public let distance: Int

    /// The furthest that is looked for: what comes from further shares little with what was there.
    static let furthest = 8
    /// How much less must be written for it to be worth the sequences that move, in cells; and it must be half of it, for
    /// what it costs to have the rows moved.
    static let gain = 60
    /// What the first of several cells costs that differ, with the way to it, in cells.
    fileprivate static let approach = 7

    /// The motion after which the least is left to write to make `new` of `old`; nil where writing alone is as good.
    ///
    /// Whole rows move, the panes at the sides too: what that spoils is counted. Frames of different sizes, and frames
    /// with text in double size, of which a terminal may move a half, are never moved. `differing` are the rows that
    /// differ, from the top, for who knows them.
    public init?(from old: Frame, to new: Frame, differing: [Int]? = nil) {
        guard old.size == new.size, !old.hasLargeText, !new.hasLargeText else { return nil }
        let all = differing ?? (0..<new.size.height).filter { !new.row($0, equalsThatOf: old) }
        let changed = all.prefix { $0 < new.size.height - 1 }
        guard let first = changed.first, let last = changed.last, changed.count > 2 else { return nil }
        let rows = first..<last + 1
        guard let distance = ScrollPlan.likeliest(from: old, to: new, rows) else { return nil }
        let writing = changed.reduce(0) { $0 + new.cost(of: $1, from: old, $1, limit: .max) }
        let limit = min(writing - ScrollPlan.gain, writing / 2)
        var cost = 0
        for y in rows where cost < limit {
            let source = rows.contains(y + distance) ? y + distance : nil
            cost += new.cost(of: y, from: old, source, limit: limit - cost)
        }
        guard cost < limit else { return nil }
        self.rows = rows
        self.distance = distance
    }

    /// The motion after which most pieces of rows are right already; nil where none helps. To weigh every motion by its
    /// cells takes longer than to draw the frame.
    private static func likeliest(from old: Frame, to new: Frame, _ rows: Range<Int>) -> Int? {
        let (before, after) = (old.pieces(of: rows), new.pieces(of: rows))
        let blank = Frame(size: Size(width: old.size.width, height: 1)).pieces(of: 0..<1)
        let asItIs = zip(before, after).count { $0 == $1 }
        var best: (distance: Int, count: Int)?
        // What moves must be three rows at least, and more than what comes in.
        for distance in 1...ScrollPlan.furthest where rows.count - distance >= max(3, distance) {
            for distance in [distance, -distance] {
                var count = 0
                for row in 0..<rows.count {
                    let source = row + distance
                    let isWithin = source >= 0 && source < rows.count
                    for piece in 0..<Frame.piecesOfRow {
                        let moved = isWithin ? before[source * Frame.piecesOfRow + piece] : blank[piece]
                        if moved == after[row * Frame.piecesOfRow + piece] { count += 1 }
                    }
                }
                if count > max(asItIs, best?.count ?? 0) { best = (distance, count) }
            }
        }
        return best?.distance
    }
}

extension Frame {
    /// What is on the screen once the terminal has moved its rows: those that come in are blank.
    public func moved(_ plan: ScrollPlan) -> Frame {
        var result = self
        let blank = PackedCell(content: 0x20, width: 1, style: .plain)
        let width = size.width
        for y in plan.rows {
            let source = y + plan.distance
            let row = y * width..<(y + 1) * width
            let old = plan.rows.contains(source) ? cells[source * width..<(source + 1) * width] : nil
            result.cells.replaceSubrange(row, with: old ?? ArraySlice(repeating: blank, count: width))
        }
        return result
    }

    /// How many pieces a row is cut into to be compared with others.
    fileprivate static let piecesOfRow = 8

    /// A number for each piece of each of `rows`; equal pieces have equal numbers, and different ones hardly ever.
    fileprivate func pieces(of rows: Range<Int>) -> [UInt32] {
        let length = max((size.width + Frame.piecesOfRow - 1) / Frame.piecesOfRow, 1)
        var result = [UInt32](repeating: 0, count: rows.count * Frame.piecesOfRow)
        cells.withUnsafeBufferPointer { cells in
            for (row, y) in rows.enumerated() {
                for piece in 0..<Frame.piecesOfRow {
                    var sum: UInt32 = 0
                    for x in min(piece * length, size.width)..<min((piece + 1) * length, size.width) {
                        let cell = cells[y * size.width + x]
                        sum = (sum ^ cell.content ^ cell.foreground << 8 ^ cell.background << 16) &* 16_777_619
                        sum ^= UInt32(cell.attributes)
                    }
                    result[row * Frame.piecesOfRow + piece] = sum
                }
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
