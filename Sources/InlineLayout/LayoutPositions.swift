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
    /// A position inside a cluster counts as before it, one inside a box or atomic text as its nearer edge; one in blanks
    /// that hang, behind an ellipsis or beyond the content is shown at the nearest place that is shown.
    ///
    ///     layout.caret(at: Position(item: 0, offset: 5), affinity: .upstream).x  // 5
    public func caret(at position: Position, affinity: Affinity = .downstream) -> Caret {
        let place = content.place(of: position)
        let line = lineIndex(of: place, affinity)
        return Caret(
            x: withScanner { column(of: place, line: line, $0) }, y: lines[line].y, line: line,
            height: lines[line].height)
    }

    /// The position whose caret is nearest to the cell `x`, `y`; cells outside belong to the nearest line.
    ///
    ///     layout.position(nearestX: 3, y: 0)  // Position(item: 0, offset: 3)
    public func position(nearestX x: Int, y: Int) -> Position {
        hit(nearestX: x, y: y).position
    }

    /// The position whose caret is nearest to the cell `x`, `y`, and on which side of a wrap it is.
    ///
    ///     let hit = layout.hit(nearestX: 12, y: 1)
    ///     layout.caret(at: hit.position, affinity: hit.affinity).x  // 12
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
    ///
    ///     let caret = layout.caret(at: Position(item: 0, offset: 12))
    ///     layout.moved(by: -1, from: caret, x: caret.x).position  // Position(item: 0, offset: 0)
    public func moved(by count: Int, from caret: Caret, x: Int) -> Hit {
        let line = caret.line + count
        if line < 0 { return hit(nearestX: .min >> 2, y: lines[0].y) }
        if line >= lines.count { return hit(nearestX: .max >> 2, y: lines[lines.count - 1].y) }
        return hit(nearestX: x, y: lines[line].y)
    }

    // MARK: Lines

    /// The line that shows a place of the arena.
    func lineIndex(of place: Int, _ affinity: Affinity) -> Int {
        let line = max(lines.firstIndex(whereAllBehind: { $0.utf8.lowerBound > place }) - 1, 0)
        let startsLine = line > 0 && lines[line].utf8.lowerBound == place
        return startsLine && affinity == .upstream && !endsWithBreak(line - 1) ? line - 1 : line
    }

    private func lineIndex(atRow y: Int) -> Int {
        max(lines.firstIndex(whereAllBehind: { $0.y > y }) - 1, 0)
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

    private func column(of place: Int, line: Int, _ scanner: borrowing CellScanner) -> Int {
        var column = startColumn(line)
        for index in lines[line].fragments {
            let fragment = fragments[index]
            if fragment.kind == .ellipsis { break }
            let range = content.range(of: fragment)
            if place < range.lowerBound { break }
            if place == range.lowerBound && (fragment.kind != .text || fragment.start > 0) {
                return leftEdge(of: index, line: line)
            }
            column = fragment.x + fragment.width
            if place >= range.upperBound { continue }
            if fragment.kind != .text { break }
            var pen = pen(before: index, line: line, scanner)
            _ = scanner.advance(&pen, to: place, room: .max >> 1, scale: content.scale(of: fragment))
            if scanner.startsCluster(at: pen) { return fragment.x + pen.column }
            // Inside a cluster counts as before it; that may be in the item before.
            let isHere = pen.clusterStart >= range.lowerBound
            return isHere ? fragment.x + pen.clusterColumn : self.column(of: pen.clusterStart, line: line, scanner)
        }
        return column
    }

    private func place(nearestX x: Int, line: Int, _ scanner: borrowing CellScanner) -> Int {
        var best = (place: lines[line].utf8.lowerBound, column: startColumn(line))
        for index in lines[line].fragments {
            let fragment = fragments[index]
            if fragment.kind == .ellipsis { break }
            let range = content.range(of: fragment)
            let left = leftEdge(of: index, line: line), right = fragment.x + fragment.width
            if x >= right && (fragment.width > 0 || index + 1 == lines[line].fragments.upperBound) {
                best = (range.upperBound, right)
                continue
            }
            if isNearer(x, best.column, left) || best.place == range.lowerBound { best = (range.lowerBound, left) }
            if x < left { continue }
            if fragment.width == 0 {
                // A box may have nothing but padding.
                if right > best.column && isNearer(x, best.column, right) { best = (range.upperBound, right) }
                // What goes on with a cluster of the text before has no place at its start.
                let followsText = index > lines[line].fragments.lowerBound && fragments[index - 1].kind == .text
                if followsText && fragment.kind == .text && best.place == range.lowerBound
                    && !scanner.startsCluster(at: pen(before: index, line: line, scanner))
                {
                    best = (range.upperBound, right)
                }
                continue
            }
            guard fragment.kind == .text else {
                return isNearer(x, left, right) ? range.upperBound : range.lowerBound
            }
            let pen = pen(before: index, line: line, scanner)
            return clusterEdge(
                nearestX: x - fragment.x, from: pen, to: range.upperBound, scale: content.scale(of: fragment), scanner)
        }
        return best.place
    }

    private func clusterEdge(
        nearestX x: Int, from start: Pen, to end: Int, scale: Int, _ scanner: borrowing CellScanner
    ) -> Int {
        var pen = start
        // A tab is a fragment of its own, and a caret stands at either side of it.
        if scanner.advance(&pen, to: end, room: x, scale: scale) == .control { return start.at }
        let left = pen.column, place = pen.at
        var next = pen
        for room in 1... {
            if scanner.advance(&next, to: end, room: left + room, scale: scale) != .full { break }
            if next.at > place { break }
            next = pen
        }
        return isNearer(x, left, next.column) ? next.at : place
    }

    /// The pen at the start of a text fragment, which may be inside a cluster that began in the item before.
    private func pen(before index: Int, line: Int, _ scanner: borrowing CellScanner) -> Pen {
        let fragments = lines[line].fragments
        let start = content.range(of: self.fragments[index]).lowerBound
        var first = index
        while first > fragments.lowerBound && self.fragments[first - 1].kind == .text
            && self.fragments[first].start == 0
        {
            first -= 1
        }
        var pen = Pen(at: content.range(of: self.fragments[first]).lowerBound)
        if first > fragments.lowerBound && self.fragments[first].start == 0 { pen.state = ClusterMachine.afterObject }
        _ = scanner.advance(&pen, to: start, room: .max >> 1, stopsAtControls: false)
        pen.column = 0
        pen.clusterColumn = 0
        return pen
    }

    /// Whether the middle of the cell `x` is nearer to the column `right` than to `left`.
    private func isNearer(_ x: Int, _ left: Int, _ right: Int) -> Bool {
        2 * x + 1 - 2 * left > 2 * right - 2 * x - 1
    }

    /// The column of a caret before a fragment: a box's padding is behind it.
    private func leftEdge(of index: Int, line: Int) -> Int {
        let fragment = fragments[index]
        guard fragment.kind == .box, case .box(let box, _) = content.items[fragment.item] else { return fragment.x }
        // At the end of a line there may have been less room than the padding asks for.
        let isFirst = index == lines[line].fragments.lowerBound
        let before = isFirst ? startColumn(line) : fragments[index - 1].x + fragments[index - 1].width
        return max(fragment.x - box.paddingX, before)
    }

    private func withScanner<Result>(_ body: (borrowing CellScanner) -> Result) -> Result {
        content.withText { body(CellScanner($0)) }
    }
}
