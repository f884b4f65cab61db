import InlineLayout

extension Frame {
    /// Writes `text` on row `y` from column `x` on, in one style, and returns the cells that the pen went on.
    ///
    /// The pen stops at the frame's right edge and after `maxWidth` cells. What lies left of column 0 is passed over,
    /// and on a row outside the frame everything is. A wide cluster of which only a half would be seen is a blank there.
    /// Control characters are shown by their visible marks, one cell each (`␛` for ESC, U+FFFD for C1); a cluster of
    /// no width, such as a lone joiner or a direction mark, has no cell to stand in and is left out.
    @discardableResult
    public mutating func write(
        _ text: String, x: Int, y: Int, style: Style = .plain, maxWidth: Int = .max
    ) -> Int {
        guard maxWidth > 0, x < size.width else { return 0 }
        let (end, overflows) = x.addingReportingOverflow(maxWidth)
        let limit = overflows ? size.width : min(end, size.width)
        var pen = x
        var text = text
        if let end = text.withUTF8({ writePlain($0, x: x, y: y, limit: limit, style) }) { return end - x }
        for cluster in Clusters(text) where pen < limit { write(cluster, &pen, y, limit, style) }
        return pen - x
    }

    /// Writes a text of printable ASCII and returns where the pen stops; nil, and nothing is written, when it holds
    /// anything else.
    private mutating func writePlain(
        _ text: UnsafeBufferPointer<UInt8>, x: Int, y: Int, limit: Int, _ style: Style
    ) -> Int? {
        guard text.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return nil }
        let end = min(x + text.count, limit)
        guard y >= 0, y < size.height, end > 0 else { return end }
        var cell = PackedCell(content: 0, width: 1, style: style)
        let start = y * size.width
        for column in max(x, 0)..<end {
            let index = start + column
            if cells[index].width != 1 || cells[index].isMarked { release(index) }
            cell.content = UInt32(text[column - x])
            cells[index] = cell
        }
        return end
    }

    /// Fills a rectangle with one style and with `text`, repeated from each row's start; text of no width is a blank.
    public mutating func fill(_ rect: Rect, style: Style = .plain, with text: String = " ") {
        let rect = rect.intersection(Rect(size))
        guard !rect.isEmpty else { return }
        if text.utf8.count == 1, let byte = text.utf8.first, byte >= 0x20, byte < 0x7F {
            return fill(rect, with: PackedCell(content: UInt32(byte), width: 1, style: style))
        }
        if let cell = narrowCell(text, style) { return fill(rect, with: cell) }
        for y in rect.rows {
            var pen = rect.x
            while pen < rect.columns.upperBound {
                let room = rect.columns.upperBound - pen
                let advance = write(text, x: pen, y: y, style: style, maxWidth: room)
                pen += advance > 0 ? advance : write(" ", x: pen, y: y, style: style, maxWidth: room)
            }
        }
    }

    /// The cell that `text` makes where it is one cluster of one cell, as the signs of rules are.
    private mutating func narrowCell(_ text: String, _ style: Style) -> PackedCell? {
        var clusters = Clusters(text).makeIterator()
        guard let cluster = clusters.next(), clusters.next() == nil, cluster.width == 1,
            let first = cluster.text.unicodeScalars.first, !Frame.isControl(first)
        else { return nil }
        return PackedCell(content: content(of: cluster.text), width: 1, style: style)
    }

    /// Changes the style of every cell in a rectangle; a wide cluster of which it holds a half is changed whole.
    public mutating func restyle(_ rect: Rect, _ change: (inout Style) -> Void) {
        let rect = rect.intersection(Rect(size))
        guard !rect.isEmpty else { return }
        for y in rect.rows {
            let start = y * size.width
            var (first, last) = (start + rect.x, start + rect.columns.upperBound - 1)
            if cells[first].width == 0 { first -= 1 }
            if cells[last].width == 2 { last += 1 }
            for index in first...last {
                var style = cells[index].style
                change(&style)
                cells[index].style = style
            }
        }
    }

    private mutating func fill(_ rect: Rect, with cell: PackedCell) {
        for y in rect.rows {
            let first = y * size.width + rect.x
            let last = first + rect.width - 1
            // Only at the edges can a wide cluster stick out.
            release(first)
            release(last)
            for index in first...last {
                if cells[index].isMarked { endBlock(at: index) }
                cells[index] = cell
            }
        }
    }

    private mutating func write(_ cluster: Cluster, _ pen: inout Int, _ y: Int, _ limit: Int, _ style: Style) {
        if let first = cluster.text.unicodeScalars.first, Frame.isControl(first) {
            // CR LF is one cluster of two controls, hence the loop.
            for scalar in cluster.text.unicodeScalars where pen < limit {
                put(Frame.mark(for: scalar), 1, &pen, y, limit, style)
            }
        } else if cluster.width > 0 {
            put(content(of: cluster.text), min(cluster.width, 2), &pen, y, limit, style)
        }
    }

    private mutating func put(
        _ content: UInt32, _ width: Int, _ pen: inout Int, _ y: Int, _ limit: Int, _ style: Style
    ) {
        let isWhole = pen >= 0 && pen + width <= limit
        for x in pen..<min(pen + width, limit) {
            guard let index = index(x, y) else { continue }
            release(index)
            let isLeft = x == pen
            cells[index] = PackedCell(
                content: isWhole ? (isLeft ? content : 0) : 0x20, width: isWhole ? (isLeft ? width : 0) : 1,
                style: style)
        }
        pen = min(pen + width, limit)
    }

    /// Blanks the other half of the wide cluster that holds the cell at `index`, if one does.
    private mutating func release(_ index: Int) {
        if cells[index].isMarked { endBlock(at: index) }
        let partner: Int
        switch cells[index].width {
        case 0: partner = index - 1
        case 2: partner = index + 1
        default: return
        }
        cells[partner].content = 0x20
        cells[partner].width = 1
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
    }

    private static func mark(for scalar: Unicode.Scalar) -> UInt32 {
        switch scalar.value {
        case 0..<0x20: 0x2400 + scalar.value
        case 0x7F: 0x2421
        default: 0xFFFD
        }
    }
}
