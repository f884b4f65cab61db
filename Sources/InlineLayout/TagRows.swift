/// How chips flow into rows. All lengths are whole cells.
///
///     let options = TagOptions(width: 20, margin: 0, spacing: 1)
public struct TagOptions: Hashable, Sendable {
    /// The width of a row, margins included.
    public var width: Int
    /// Empty cells between two chips and at both edges.
    public var margin: Int
    /// Empty rows above each row and below the last.
    public var spacing: Int
    /// The least number of cells at the left and at the right of a chip's text.
    public var padding: Int
    /// The rows of a chip.
    public var chipHeight: Int

    /// Options for rows of `width` cells; nothing is negative.
    public init(width: Int, margin: Int = 1, spacing: Int = 0, padding: Int = 1, chipHeight: Int = 1) {
        self.width = width
        self.margin = margin
        self.spacing = spacing
        self.padding = padding
        self.chipHeight = chipHeight
    }
}

/// Chips placed in rows.
public struct TagRows: Hashable, Sendable {
    /// One chip, placed.
    public struct Chip: Hashable, Sendable {
        /// The index of its text.
        public var index: Int
        /// The column of its left edge.
        public var x: Int
        /// The row of its top edge.
        public var y: Int
        /// Its cells, padding and its share of the row's rest included.
        public var width: Int
        /// Its rows.
        public var height: Int
        /// The column at which its text starts: the text stands in the middle, an odd cell is at its right.
        public var textX: Int
        /// The cells of its text that are shown.
        public var textWidth: Int
    }

    /// The chips of each row, from left to right; no row is empty.
    public var rows: [[Chip]]
    /// All rows: rows × chip height + (rows + 1) × spacing; 0 without chips.
    public var height: Int
}

/// Flows chips into rows: as many as fit; what is left of a full row is shared out to its chips, so that both edges are
/// flush; the last row keeps natural widths; a chip wider than the row is clipped to it.
///
///     let rows = tagRows(["👍 2", "☕ 1"], TagOptions(width: 20))
///     rows.rows[0].map(\.x)  // [1, 8]
///     rows.height  // 1
public func tagRows(_ texts: [String], _ options: TagOptions) -> TagRows {
    tagRows(widths: texts.map(\.cellWidth), options)
}

/// Flows chips into rows, given the cells of their texts.
///
///     tagRows(widths: [9, 9, 9], TagOptions(width: 20)).height  // 3
public func tagRows(widths: [Int], _ options: TagOptions) -> TagRows {
    let room = max(options.width - 2 * options.margin, 0)
    let natural = widths.map { min($0 + 2 * options.padding, room) }
    var rows: [[TagRows.Chip]] = []
    var first = 0
    while first < natural.count {
        var used = natural[first], end = first + 1
        while end < natural.count && used + options.margin + natural[end] <= room {
            used += options.margin + natural[end]
            end += 1
        }
        let y = options.spacing + rows.count * (options.chipHeight + options.spacing)
        let spare = end < natural.count ? room - used : 0
        var row = placed(natural[first..<end], sharing: spare, y: y, options)
        for at in row.indices {
            let room = max(row[at].width - 2 * options.padding, 0)
            row[at].textWidth = min(widths[row[at].index], room)
            row[at].textX += (row[at].width - row[at].textWidth) / 2
        }
        rows.append(row)
        first = end
    }
    let height = rows.isEmpty ? 0 : rows.count * options.chipHeight + (rows.count + 1) * options.spacing
    return TagRows(rows: rows, height: height)
}

/// One row of chips, `spare` more cells wide than they are, the odd ones of which go to the first.
private func placed(
    _ widths: ArraySlice<Int>, sharing spare: Int, y: Int, _ options: TagOptions
) -> [TagRows.Chip] {
    var x = options.margin
    return widths.indices.map { index in
        let order = index - widths.startIndex
        let width = widths[index] + spare / widths.count + (order < spare % widths.count ? 1 : 0)
        defer { x += width + options.margin }
        return TagRows.Chip(
            index: index, x: x, y: y, width: width, height: options.chipHeight, textX: x, textWidth: 0)
    }
}
