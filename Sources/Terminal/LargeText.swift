// Text in double size (OSC 66, kitty's text sizing protocol).
//
// The block of a large cluster is twice its cells wide and two rows high. All of its cells are the frame's: the cluster
// stands in the first as it would in its usual size, and the others are blanks that are marked as covered. So what
// does not know of large text shows the cluster in its usual size, and overwriting any cell of a block ends the block.

extension Frame {
    /// Has the wide cluster at (x, y) drawn in double size, on four columns and two rows; the cells around it must be
    /// blanks of its style. Returns whether it will be: not where a cell is missing or taken.
    @discardableResult
    public mutating func enlarge(x: Int, y: Int) -> Bool {
        guard let first = index(x, y), index(x + 3, y + 1) != nil, cells[first].width == 2, !cells[first].isMarked
        else { return false }
        let covered = block(at: first).dropFirst(2)
        guard covered.allSatisfy({ cells[$0].content == 0x20 && cells[$0].width == 1 && !cells[$0].isMarked }) else {
            return false
        }
        cells[first].attributes |= PackedCell.large
        cells[first + 1].attributes |= PackedCell.covered
        for index in covered { cells[index].attributes |= PackedCell.covered }
        hasLargeText = true
        return true
    }

    /// Whether the cell at (x, y) begins a cluster in double size.
    public func isLarge(x: Int, y: Int) -> Bool {
        index(x, y).map { cells[$0].attributes & PackedCell.large != 0 } ?? false
    }

    /// Whether the cell at (x, y) is one of a cluster in double size, and not its first.
    public func isCovered(x: Int, y: Int) -> Bool {
        index(x, y).map { cells[$0].attributes & PackedCell.covered != 0 } ?? false
    }

    /// Brings the cluster whose block holds the cell at `index` to its usual size.
    mutating func endBlock(at index: Int) {
        let (column, row) = (index % size.width, index / size.width)
        for y in max(row - 1, 0)...row {
            for x in max(column - 3, 0)...column {
                let first = y * size.width + x
                guard cells[first].attributes & PackedCell.large != 0 else { continue }
                for index in block(at: first) { cells[index].attributes &= ~(PackedCell.large | PackedCell.covered) }
            }
        }
    }

    private func block(at first: Int) -> [Int] {
        Array(first..<first + 4) + Array(first + size.width..<first + size.width + 4)
    }
}
