/// A width and a height in cells.
public struct Size: Hashable, Sendable {
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int

    /// A size in cells; negative numbers are allowed and mean nothing to see.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// A cell's place, counted from (0, 0) at the top left.
public struct Point: Hashable, Sendable {
    /// The column.
    public var x: Int
    /// The row.
    public var y: Int

    /// The cell in column `x` of row `y`.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}

/// A rectangle of cells; one without width or height holds no cell.
public struct Rect: Hashable, Sendable {
    /// The leftmost column.
    public var x: Int
    /// The topmost row.
    public var y: Int
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int

    /// A rectangle whose top left cell is (`x`, `y`).
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The rectangle of that size at the origin.
    public init(_ size: Size) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

    /// The columns that it covers; what lies beyond the largest integer is cut off.
    public var columns: Range<Int> { Rect.range(from: x, count: width) }

    /// The rows that it covers; what lies beyond the largest integer is cut off.
    public var rows: Range<Int> { Rect.range(from: y, count: height) }

    /// Whether it holds no cell.
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// Whether the cell `point` lies inside.
    public func contains(_ point: Point) -> Bool { columns.contains(point.x) && rows.contains(point.y) }

    /// The cells that both have; empty when they do not meet.
    public func intersection(_ other: Rect) -> Rect {
        let columns = self.columns.clamped(to: other.columns)
        let rows = self.rows.clamped(to: other.rows)
        return Rect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    private static func range(from start: Int, count: Int) -> Range<Int> {
        guard count > 0 else { return start..<start }
        let (end, overflows) = start.addingReportingOverflow(count)
        return start..<(overflows ? .max : end)
    }
}
