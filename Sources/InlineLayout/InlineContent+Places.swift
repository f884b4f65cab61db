extension InlineContent {
    /// The place in the arena of a position: one inside a box or atomic text is its nearer edge, one inside a character
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
        let index = items.firstIndex(whereAllBehind: { $0.range.upperBound > place })
        if index < items.count { return Position(item: index, offset: place - items[index].range.lowerBound) }
        guard let last = items.last else { return Position(item: 0, offset: 0) }
        if case .box = last { return Position(item: index - 1, offset: 1) }
        return Position(item: index - 1, offset: last.range.count)
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

extension RandomAccessCollection where Index == Int {
    /// The first index of an element for which `isBehind` holds, where it holds for all elements behind that too; the end
    /// if there is none. Takes as many steps as the count has digits.
    @inline(__always)
    func firstIndex(whereAllBehind isBehind: (Element) -> Bool) -> Int {
        var low = startIndex, high = endIndex
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
