// Rows of two frames beside each other, and rows as a driver takes them. Every frame asks this of every row, so it is done
// without the checks of an array.

extension Frame {
    /// Whether row `y` shows the same in both frames; rows of different widths differ, rows outside both are equal.
    public func row(_ y: Int, equalsThatOf other: Frame) -> Bool {
        let exists = y >= 0 && y < size.height
        guard exists == (y >= 0 && y < other.size.height) else { return false }
        guard exists else { return true }
        guard size.width == other.size.width else { return false }
        return withRows(y, other, y) { left, right in
            let bits = RowBits(left, right)
            // Most rows hold nothing that is kept beside the cells, and are then told by their bits alone.
            if !bits.refer { return bits.areEqual }
            return left.indices.allSatisfy { shows(left[$0], likeThat: right[$0], of: other) }
        }
    }

    /// The columns of row `y` from the first to the last that shows something else than in `other`, a frame of the same
    /// size that has this row; no cluster of either frame stands on an end of them. Empty where both show the same.
    public func difference(inRow y: Int, from other: Frame) -> Range<Int> {
        guard size == other.size, y >= 0, y < size.height else { return 0..<0 }
        return withRows(y, other, y) { left, right in
            let bits = RowBits(left, right)
            if !bits.refer && bits.areEqual { return 0..<0 }
            // By their bits alone, where these tell all.
            let isSame = { (x: Int) in
                left[x] == right[x]
                    ? !bits.refer || shows(left[x], likeThat: right[x], of: other)
                    : bits.refer && shows(left[x], likeThat: right[x], of: other)
            }
            var (first, end) = (0, left.count)
            while first < end, isSame(first) { first += 1 }
            while end > first, isSame(end - 1) { end -= 1 }
            if first == end { return 0..<0 }
            while first > 0, left[first].width == 0 || right[first].width == 0 { first -= 1 }
            while end < left.count, left[end].width == 0 || right[end].width == 0 { end += 1 }
            return first..<end
        }
    }

    /// Whether the cell at (x, y) is a plain blank, as all cells outside the frame are.
    public func isBlank(x: Int, y: Int) -> Bool {
        index(x, y).map { cells[$0] == PackedCell(content: 0x20, width: 1, style: .plain) } ?? true
    }

    /// Hands over some columns of row `y` run by run, each of one style, as the scalars of its cells; a wide one has a 0
    /// behind it. False where that cannot be done and where `take` refuses a run: for clusters of several scalars,
    /// links, text in double size, columns outside the frame, and halves of wide clusters.
    public func simpleRuns(
        inRow y: Int, _ columns: Range<Int>, _ take: (Style, UnsafeBufferPointer<UInt32>) -> Bool
    ) -> Bool {
        guard y >= 0, y < size.height, columns.lowerBound >= 0, columns.upperBound <= size.width else { return false }
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: max(columns.count, 1)) { scalars in
            cells.withUnsafeBufferPointer { cells in
                let row = cells[y * size.width + columns.lowerBound..<y * size.width + columns.upperBound]
                guard let first = row.first, first.width > 0, row.last?.width != 2 else { return row.isEmpty }
                var (start, count) = (row.startIndex, 0)
                for index in row.indices {
                    let cell = cells[index]
                    if cell.isInterned || cell.link != 0 || cell.isMarked { return false }
                    if !cell.isStyled(like: cells[start]) {
                        guard take(cells[start].style, UnsafeBufferPointer(rebasing: scalars[..<count])) else {
                            return false
                        }
                        (start, count) = (index, 0)
                    }
                    scalars[count] = cell.content
                    count += 1
                }
                return take(cells[start].style, UnsafeBufferPointer(rebasing: scalars[..<count]))
            }
        }
    }

    /// A row of this frame and one of another, both of which exist and are equally wide.
    private func withRows<Result>(
        _ y: Int, _ other: Frame, _ row: Int,
        _ body: (UnsafeBufferPointer<PackedCell>, UnsafeBufferPointer<PackedCell>) -> Result
    ) -> Result {
        cells.withUnsafeBufferPointer { left in
            other.cells.withUnsafeBufferPointer { right in
                body(
                    UnsafeBufferPointer(rebasing: left[y * size.width..<(y + 1) * size.width]),
                    UnsafeBufferPointer(rebasing: right[row * size.width..<(row + 1) * size.width]))
            }
        }
    }
}

/// What two rows of equally many cells are, by their bits.
private struct RowBits {
    /// Whether the bits are the same.
    let areEqual: Bool
    /// Whether some cell means something that is kept in its frame: a cluster or a link.
    let refer: Bool

    init(_ left: UnsafeBufferPointer<PackedCell>, _ right: UnsafeBufferPointer<PackedCell>) {
        var difference: UInt64 = 0
        var contents: UInt64 = 0
        var links: UInt64 = 0
        if let here = UnsafeRawPointer(left.baseAddress), let there = UnsafeRawPointer(right.baseAddress) {
            var offset = 0
            let end = left.count &* MemoryLayout<PackedCell>.stride
            while offset < end {
                let content = here.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                let otherContent = there.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                let look = here.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self)
                let otherLook = there.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self)
                difference |= (content ^ otherContent) | (look ^ otherLook)
                contents |= content | otherContent
                links |= look | otherLook
                offset &+= MemoryLayout<PackedCell>.stride
            }
        }
        areEqual = difference == 0
        refer = contents & PackedCell.references.0 | links & PackedCell.references.1 != 0
    }
}
