import UnicodeTables

/// Finds where lines end: measures up to the first cluster that does not fit, and looks back from there.
///
/// It and what it holds (``BreakPlaces``, ``LineBreaks``) are some hundred bytes and are asked several times a line. A
/// method that only reads would be handed a copy after each one that writes, and the copies took a third of the time:
/// so all methods are `mutating`, and nothing can be copied.
struct LineFinder: ~Copyable {
    /// The end of a line.
    struct End {
        /// The end of what is shown.
        var shown: Int
        /// The start of the next line: after the blanks that hang and the forced break.
        var next: Int
        /// The index of the item in which the next line starts.
        var nextItem: Int
        /// Whether nothing comes after the line.
        var isLast: Bool
    }

    let text: UnsafePointer<UInt8>
    let count: Int
    let items: UnsafeBufferPointer<InlineContent.Item>
    let options: LineOptions
    let scanner: CellScanner
    var places: BreakPlaces
    /// Whether all is one text of printable ASCII in letters of one cell: then bytes are cells, clusters and, but for
    /// blanks, what is shown.
    private let isASCII: Bool
    private let blanks: HangingBlanks

    init(
        _ text: UnsafePointer<UInt8>, count: Int, items: UnsafeBufferPointer<InlineContent.Item>,
        options: LineOptions, looksForASCII: Bool
    ) {
        self.text = text
        self.count = count
        self.items = items
        self.options = options
        scanner = CellScanner(text)
        blanks = HangingBlanks(includeOthers: options.wrapping != .unicode)
        isASCII = looksForASCII && Self.isASCII(text, count: count, items)
        places = BreakPlaces(text, count: count, items: items, wrapping: options.wrapping, isASCII: isASCII)
    }

    /// The end of the line that starts at `start`, in the item `item`, with room for `room` cells.
    mutating func line(from start: Int, item: Int, room: Int) -> End {
        if isASCII { return lineOfASCII(from: start, room: room) }
        let reached = measure(from: start, item: item, room: room)
        switch reached.stop {
        case .end:
            return end(shown: count, next: count, from: start)
        case .control:
            return end(shown: reached.at, next: reached.at, from: start, isForced: true)
        case .full:
            var shown = reached.at
            var after = skipBlanks(from: shown, item: reached.item)
            if after.at == start {
                // What no line has room for is shown all the same, and blanks hang behind it.
                shown = wholeCluster(at: start)
                after = skipBlanks(from: shown, item: places.item(at: shown))
            }
            if after.at == count { return end(shown: shown, next: count, from: start) }
            if isForcedBreak(at: after.at, item: after.item) {
                return end(shown: shown, next: after.at, from: start, isForced: true)
            }
            let place = breakPlace(after: after.at, item: after.item, from: start)
            return end(shown: min(place, shown), next: place, from: start)
        }
    }

    /// The same where a byte is a cell.
    private mutating func lineOfASCII(from start: Int, room: Int) -> End {
        let line = ASCIILine.end(text, count: count, from: start, room: room) { after in
            if options.wrapping == .unicode && !options.fillsBeforeLongWord {
                return places.breaks.last(upTo: after, after: start)
            }
            return breakPlace(after: after, item: 0, from: start)
        }
        var shown = line.shown
        if !options.showsTrailingBlanks { while shown > start && text[shown - 1] == 0x20 { shown -= 1 } }
        return End(shown: shown, next: line.next, nextItem: line.next == count ? 1 : 0, isLast: line.next == count)
    }

    private static func isASCII(
        _ text: UnsafePointer<UInt8>, count: Int, _ items: UnsafeBufferPointer<InlineContent.Item>
    ) -> Bool {
        guard items.count == 1, case .text(_, _, scale: 1) = items[0] else { return false }
        return PrintableASCII.fills(text, count: count)
    }

    /// The end of a line that is cut at the first cluster, box or atomic text that does not fit in `room`.
    mutating func cutLine(from start: Int, item: Int, room: Int) -> End {
        let reached = measure(from: start, item: item, room: room, takesFirst: false)
        return End(
            shown: trimmed(reached.at, from: start), next: reached.at, nextItem: reached.item,
            isLast: reached.stop == .end)
    }

    // MARK: Measuring

    /// How far the items from `start` on fit in `room`; a box or atomic text that comes first is taken in any case.
    @inline(__always)
    private mutating func measure(
        from start: Int, item first: Int, room: Int, takesFirst: Bool = true
    ) -> (stop: CellScanner.Stop, at: Int, item: Int) {
        let taken = takesFirst ? start : -1
        var pen = Pen(at: start)
        var spacing = 0
        var index = first
        while index < items.count {
            switch items[index] {
            case .text(let range, _, let scale):
                if range.isEmpty || takes(unseenOf: range, &pen, spacing: &spacing, scale: scale) { break }
                while true {
                    let stop = scanner.advance(&pen, to: range.upperBound, room: room, scale: scale)
                    if stop == .end { break }
                    if stop == .full { return (.full, pen.at, places.item(at: pen.at)) }
                    guard let width = widthOfControl(at: pen, room: room, scale: scale) else {
                        return (.control, pen.at, index)
                    }
                    if pen.column > room && pen.at > taken { return (.full, pen.at, index) }
                    scanner.step(&pen, overControlOf: width, to: count)
                }
            case .box(let box, let place):
                let end = pen.column + spacing + box.paddingX + box.width
                if end > room && place > taken { return (.full, place, index) }
                pen.take(to: place + 3, column: min(end, room))
                spacing = options.itemSpacing
            case .token(let range, _, _, let width):
                if range.isEmpty { break }
                let end = pen.column + spacing + width
                if end > room && range.lowerBound > taken { return (.full, range.lowerBound, index) }
                pen.take(to: range.upperBound, column: min(end, room))
                spacing = 0
            case .lineBreak(let place):
                if options.wrapping != .single { return (.control, place, index) }
                pen.takeBreak(to: place + 1, column: pen.column + spacing + 1)
                spacing = 0
            }
            index += 1
        }
        return (.end, count, items.count)
    }

    /// The cells of the control at the pen if it does not end the line: a tab, which is cut at the line's end, or
    /// anything where nothing wraps.
    mutating func widthOfControl(at pen: Pen, room: Int, scale: Int) -> Int? {
        if text[pen.at] != 0x09 { return options.wrapping == .single ? scale : nil }
        let distance = options.tabWidth * scale
        return distance > 0 ? min(distance - pen.column % distance, max(room - pen.column, 0)) : 0
    }

    /// Takes what has no cells at the start of a text behind a box, and then the spacing behind the box. Returns whether
    /// that is all of the text.
    private mutating func takes(unseenOf range: Range<Int>, _ pen: inout Pen, spacing: inout Int, scale: Int) -> Bool {
        if spacing == 0 { return false }
        let end = unseenEnd(pen, to: range.upperBound)
        _ = scanner.advance(&pen, to: end, room: .max >> 1, scale: scale)
        if end == range.upperBound { return true }
        pen.column += spacing
        spacing = 0
        return false
    }

    /// The end of what has no cells at the pen, behind a box: the marks that belong to the box, and clusters without
    /// any. The spacing behind the box comes after it, before something that is seen.
    mutating func unseenEnd(_ pen: Pen, to end: Int) -> Int {
        min(places.unseenEnd(from: places.marksEnd(from: pen.at, to: end, state: pen.state)), end)
    }

    // MARK: Ending

    /// Where to break a line that is full. The blanks that would hang end at `after`, in `item`.
    private mutating func breakPlace(after: Int, item: Int, from start: Int) -> Int {
        let place = places.last(upTo: after, item: item, after: start)
        if let place, !options.fillsBeforeLongWord || place == after || !isWordTooLong(from: place) { return place }
        return places.lastInsideKept(upTo: after, item: item, after: place ?? start) ?? after
    }

    /// Whether the word that starts at `place` is wider than a line.
    private mutating func isWordTooLong(from place: Int) -> Bool {
        let room = options.contentWidth - options.restIndent
        let reached = measure(from: place, item: places.item(at: place), room: room)
        if reached.stop != .full { return false }
        let after = skipBlanks(from: reached.at, item: reached.item)
        return after.at == reached.at && places.last(upTo: after.at, item: after.item, after: place) == nil
    }

    /// The end of the cluster at `start`, which no line has room for.
    private mutating func wholeCluster(at start: Int) -> Int {
        // What has no width goes with it.
        places.unseenEnd(from: places.cluster(at: start).end)
    }

    private mutating func end(
        shown: Int, next: Int, from start: Int, isForced: Bool = false
    ) -> End {
        let next = isForced ? afterForcedBreak(at: next) : next
        return End(
            shown: options.showsTrailingBlanks ? shown : trimmed(shown, from: start), next: next,
            nextItem: places.item(at: next), isLast: next == count && !isForced)
    }

    /// `end` without the blanks before it.
    private mutating func trimmed(_ end: Int, from start: Int) -> Int {
        if options.wrapping == .single { return end }
        let limit = end
        var end = end
        while end > start {
            let length = blanks.length(before: end, in: text)
            if length == 0 || places.isInsideToken(end - 1) { break }
            end -= length
        }
        // A blank that a prepended character takes into its cluster is no blank.
        if end == limit || end == start || text[end] == 0x09 || text[end - 1] < 0x80 { return end }
        return places.isPrepended(before: end) ? end + blanks.length(at: end, in: text) : end
    }

    /// The place after the blanks at `place`.
    private mutating func skipBlanks(from place: Int, item: Int) -> (at: Int, item: Int) {
        var at = place, index = item
        while index < items.count {
            let range = items[index].range
            if range.upperBound > at {
                guard case .text = items[index] else { break }
                while at < range.upperBound {
                    let length = blanks.length(at: at, in: text)
                    if length == 0 { break }
                    at += length
                }
                if at < range.upperBound { break }
            }
            index += 1
        }
        // A blank under a mark is no blank: it stays with its mark.
        if at > place && at < count && text[at - 1] != 0x09 && places.joins(at) {
            at -= blanks.length(before: at, in: text)
        }
        return (at, index)
    }

    private mutating func isForcedBreak(at place: Int, item: Int) -> Bool {
        guard place < count, item < items.count else { return false }
        switch items[item] {
        case .lineBreak: return true
        case .text: return places.endsLine(place)
        default: return false
        }
    }

    /// The place after the forced break at `place`; CR LF is one.
    private mutating func afterForcedBreak(at place: Int) -> Int {
        let length = UTF8Text.scalar(at: place, in: text).length
        let isPair = text[place] == 0x0D && place + 1 < count && text[place + 1] == 0x0A
        return place + (isPair ? 2 : length)
    }
}
