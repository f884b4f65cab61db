extension Layout {
    /// A place that a cell stands for.
    public struct Hit: Hashable, Sendable {
        /// The place.
        public var position: Position
        /// Which of the two cells of that place it was, if a line was wrapped there.
        public var affinity: Affinity
    }

    /// The cell of the caret at a position.
    ///
    /// A position inside a cluster counts as before it, one inside a mention or box as its nearer edge; one in blanks
    /// that hang, behind an ellipsis or beyond the content is shown at the nearest place that is shown.
    ///
    ///     layout.caret(at: Position(item: 0, offset: 5), affinity: .upstream)
    public func caret(at position: Position, affinity: Affinity = .downstream) -> Caret {
        let place = content.place(of: position)
        let line = lineIndex(of: place, affinity)
        return Caret(
            x: withScanner { column(of: place, line: line, $0) }, y: lines[line].y, line: line,
            height: lines[line].height)
    }

    /// The position whose caret is nearest to the cell `x`, `y`; cells outside belong to the nearest line.
    public func position(nearestX x: Int, y: Int) -> Position {
        hit(nearestX: x, y: y).position
    }

    /// The position whose caret is nearest to the cell `x`, `y`, and on which side of a wrap it is.
    ///
    ///     let hit = layout.hit(nearestX: 12, y: 1)
    ///     layout.caret(at: hit.position, affinity: hit.affinity)  // the same cell again
    public func hit(nearestX x: Int, y: Int) -> Hit {
        let line = lineIndex(atRow: y)
        let place = withScanner { self.place(nearestX: x, line: line, $0) }
        let isWrapped = place == lines[line].utf8.upperBound && line + 1 < lines.count
        return Hit(position: content.position(of: place), affinity: isWrapped ? .upstream : .downstream)
    }

    /// The position `count` lines below (above, if negative) a caret, nearest to column `x`, for the keys up and down.
    ///
    /// `x` is the column at which the motion began, so that a short line in between does not shift the caret for good.
    /// Beyond the first and the last line the result is the start and the end of the content.
    public func hit(movedBy count: Int, from caret: Caret, x: Int) -> Hit {
        let line = caret.line + count
        if line < 0 { return hit(nearestX: .min >> 2, y: lines[0].y) }
        if line >= lines.count { return hit(nearestX: .max >> 2, y: lines[lines.count - 1].y) }
        return hit(nearestX: x, y: lines[line].y)
    }

    // MARK: Lines

    /// The line that shows a place of the arena.
    private func lineIndex(of place: Int, _ affinity: Affinity) -> Int {
        var low = 0, high = lines.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if lines[middle].utf8.lowerBound <= place { low = middle } else { high = middle - 1 }
        }
        let startsLine = low > 0 && lines[low].utf8.lowerBound == place
        return startsLine && affinity == .upstream && !endsWithBreak(low - 1) ? low - 1 : low
    }

    private func lineIndex(atRow y: Int) -> Int {
        var low = 0, high = lines.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if lines[middle].y <= y { low = middle } else { high = middle - 1 }
        }
        return low
    }

    private func endsWithBreak(_ line: Int) -> Bool {
        let range = lines[line].utf8
        guard let last = range.last else { return true }
        return content.isForcedBreak(endingAt: last + 1)
    }

    /// The column at which a line's content starts.
    private func startColumn(_ line: Int) -> Int {
        options.insets.left + options.indent(ofFirst: line == 0)
    }

    // MARK: Columns

    private func column(of place: Int, line: Int, _ scanner: CellScanner) -> Int {
        var column = startColumn(line)
        for index in lines[line].fragments {
            let fragment = fragments[index]
            if fragment.kind == .ellipsis { break }
            let range = content.range(of: fragment)
            if place < range.lowerBound { break }
            if place == range.lowerBound { return leftEdge(of: fragment, line: line) }
            column = fragment.x + fragment.width
            if place >= range.upperBound { continue }
            if fragment.kind != .text { break }
            return fragment.x + scanner.cells(from: range.lowerBound, to: place, scale: content.scale(of: fragment))
        }
        return column
    }

    private func place(nearestX x: Int, line: Int, _ scanner: CellScanner) -> Int {
        var best = (place: lines[line].utf8.lowerBound, column: startColumn(line))
        for index in lines[line].fragments {
            let fragment = fragments[index]
            if fragment.kind == .ellipsis { break }
            let range = content.range(of: fragment)
            let left = leftEdge(of: fragment, line: line), right = fragment.x + fragment.width
            if x >= right {
                best = (range.upperBound, right)
                continue
            }
            if isNearer(x, best.column, left) || best.place == range.lowerBound { best = (range.lowerBound, left) }
            if x < left { break }
            guard fragment.kind == .text else {
                return isNearer(x, left, right) ? range.upperBound : range.lowerBound
            }
            return clusterEdge(nearestX: x - fragment.x, in: range, scale: content.scale(of: fragment), scanner)
        }
        return best.place
    }

    private func clusterEdge(nearestX x: Int, in range: Range<Int>, scale: Int, _ scanner: CellScanner) -> Int {
        var pen = Pen(at: range.lowerBound)
        // A tab is a fragment of its own, and a caret stands at either side of it.
        if scanner.advance(&pen, to: range.upperBound, room: x, scale: scale) == .control { return range.lowerBound }
        let left = pen.column, place = pen.at
        var next = pen
        for room in 1... {
            if scanner.advance(&next, to: range.upperBound, room: left + room, scale: scale) != .full { break }
            if next.at > place { break }
            next = pen
        }
        return isNearer(x, left, next.column) ? next.at : place
    }

    /// Whether the middle of the cell `x` is nearer to the column `right` than to `left`.
    private func isNearer(_ x: Int, _ left: Int, _ right: Int) -> Bool {
        2 * x + 1 - 2 * left > 2 * right - 2 * x - 1
    }

    /// The column of a caret before a fragment: a box's padding is behind it.
    private func leftEdge(of fragment: Fragment, line: Int) -> Int {
        guard fragment.kind == .box, case .box(let box, _) = content.items[fragment.item] else { return fragment.x }
        return max(fragment.x - box.paddingX, startColumn(line))
    }

    private func withScanner<Result>(_ body: (CellScanner) -> Result) -> Result {
        content.withText { body(CellScanner($0, profile: options.profile)) }
    }
}

extension CellScanner {
    /// The cells from `start` to the cluster that `end` lies in or ends.
    func cells(from start: Int, to end: Int, scale: Int) -> Int {
        var pen = Pen(at: start)
        _ = advance(&pen, to: end, room: .max >> 1, scale: scale)
        return startsCluster(at: pen) ? pen.column : pen.clusterColumn
    }
}

extension InlineContent {
    /// The place in the arena of a position: one inside a box or mention is its nearer edge, one inside a character
    /// is before it.
    func place(of position: Position) -> Int {
        if position.item < 0 { return 0 }
        guard position.item < items.count else { return utf8.count }
        let range = items[position.item].range
        let offset = min(max(position.offset, 0), range.count)
        switch items[position.item] {
        case .text:
            var place = range.lowerBound + offset
            while place < utf8.count && utf8[place] & 0xC0 == 0x80 { place -= 1 }
            return place
        case .box, .lineBreak: return offset == 0 ? range.lowerBound : range.upperBound
        case .token: return offset * 2 <= range.count && offset < range.count ? range.lowerBound : range.upperBound
        }
    }

    /// The position of a place in the arena; an edge between two items belongs to the later one.
    func position(of place: Int) -> Position {
        var low = 0, high = items.count
        while low < high {
            let middle = (low + high) / 2
            if items[middle].range.upperBound <= place { low = middle + 1 } else { high = middle }
        }
        if low < items.count { return Position(item: low, offset: place - items[low].range.lowerBound) }
        guard let last = items.last else { return Position(item: 0, offset: 0) }
        if case .box = last { return Position(item: low - 1, offset: 1) }
        return Position(item: low - 1, offset: last.range.count)
    }

    /// The bytes of the arena that a fragment shows.
    func range(of fragment: Fragment) -> Range<Int> {
        let range = items[fragment.item].range
        if fragment.kind != .text { return range }
        return range.lowerBound + fragment.start..<range.lowerBound + fragment.end
    }

    /// The size of the letters of a fragment.
    func scale(of fragment: Fragment) -> Int {
        if case .text(_, _, let scale) = items[fragment.item] { scale } else { 1 }
    }

    /// Whether a forced break ends at a place of the arena that is not its start.
    func isForcedBreak(endingAt place: Int) -> Bool {
        withText { text in
            let last = UTF8Text.before(place, in: text)
            return PropertyTable.shared[UTF8Text.scalar(at: last, in: text).value].endsLine
        }
    }

    /// Lends the arena. An empty one is lent too, at an address of which nothing may be read.
    func withText<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        utf8.withUnsafeBufferPointer { text in
            if let start = text.baseAddress { return body(start) }
            var nothing: UInt8 = 0
            return withUnsafePointer(to: &nothing, body)
        }
    }
}
