/// Sets line after line: finds where each ends, then places what is on it.
struct LineSetter: ~Copyable {
    private var finder: LineFinder
    private let options: LineOptions
    private let above: LineBox?
    private(set) var lines: [LineBox] = []
    private(set) var fragments: [Fragment] = []

    /// Sets lines below the line `above`, or from the first on.
    init(_ finder: consuming LineFinder, below above: LineBox? = nil) {
        self.above = above
        options = finder.options
        fragments.reserveCapacity(finder.items.count + 4)
        lines.reserveCapacity(4)
        self.finder = finder
    }

    /// Sets the lines of the content from `start` on, until all are set or `isKnown` says so of a line's start.
    mutating func setLines(from start: Int = 0, until isKnown: (Int) -> Bool = { _ in false }) {
        var start = start, item = finder.places.item(at: start)
        while true {
            let indent = lines.isEmpty && above == nil ? options.firstIndent : options.restIndent
            let room = options.contentWidth - indent
            let isLimit = lines.count + 1 == options.maxLines
            if options.wrapping == .single {
                setSingle(item: item, room: room, indent: indent, isCut: isLimit)
                return
            }
            let end = finder.line(from: start, item: item, room: room)
            if isLimit && !end.isLast {
                setCut(from: start, item: item, room: room, indent: indent)
                return
            }
            place(from: start, item: item, end: end, room: room, indent: indent)
            if end.isLast { return }
            if isKnown(end.next) { return }
            start = end.next
            item = end.nextItem
        }
    }

    private mutating func setSingle(item: Int, room: Int, indent: Int, isCut: Bool) {
        let whole = finder.cutLine(from: 0, item: item, room: isCut ? room : .max >> 1)
        if whole.isLast {
            place(from: 0, item: item, end: whole, room: .max >> 1, indent: indent)
        } else {
            setCut(from: 0, item: item, room: room, indent: indent)
        }
    }

    /// Sets the last line that is allowed, with the ellipsis behind what fits before it.
    private mutating func setCut(from start: Int, item: Int, room: Int, indent: Int) {
        let width = min(options.ellipsisWidth, room)
        var end = finder.cutLine(from: start, item: item, room: room - width)
        end.isLast = true
        place(from: start, item: item, end: end, room: room, indent: indent, ellipsisWidth: width)
    }

    // MARK: Placing

    private mutating func place(
        from start: Int, item first: Int, end: LineFinder.End, room: Int, indent: Int, ellipsisWidth: Int? = nil
    ) {
        let line = fragments.count
        var pen = Pen(at: start)
        var spacing = 0, height = 0
        let x = options.left + indent
        var index = first
        while index < finder.items.count {
            let item = finder.items[index]
            let range = item.range
            if range.lowerBound >= end.shown && !(range.isEmpty) { break }
            switch item {
            case .text(let range, _, let scale):
                let upper = min(range.upperBound, end.shown)
                let before = fragments.count
                if spacing > 0 {
                    // Marks on a box, and what is not seen, stand before the spacing behind it.
                    let unseen = finder.unseenEnd(pen, to: upper)
                    placeText(index, to: unseen, scale: scale, room: room, pen: &pen, x: x, from: range.lowerBound)
                    if unseen < upper {
                        pen.column += spacing
                        spacing = 0
                    }
                }
                placeText(index, to: upper, scale: scale, room: room, pen: &pen, x: x, from: range.lowerBound)
                if fragments.count > before { height = max(height, scale) }
            case .box(let box, let at):
                let left = pen.column + spacing
                let padding = min(box.paddingX, max(room - left - 1, 0))
                let width = min(box.width, max(room - left - padding, 0))
                append(.box, index, x: x + left + padding, width: width, height: box.height, 0..<1)
                pen.take(to: at + 3, column: left + padding + width)
                height = max(height, box.paddingY + box.height)
                spacing = options.itemSpacing
            case .token(let range, _, _, let natural):
                if range.isEmpty { break }
                let left = pen.column + spacing
                let width = min(natural, max(room - left, 0))
                append(.token, index, x: x + left, width: width, height: 1, 0..<range.count)
                pen.take(to: range.upperBound, column: left + width)
                height = max(height, 1)
                spacing = 0
            case .lineBreak(let at):
                pen.takeBreak(to: at + 1, column: pen.column + spacing + 1)
                spacing = 0
            }
            index += 1
        }
        if let ellipsisWidth {
            let item = min(end.nextItem, finder.items.count - 1)
            let offset = max(end.next - finder.items[item].range.lowerBound, 0)
            append(.ellipsis, item, x: x + pen.column, width: ellipsisWidth, height: 1, offset..<offset)
            pen.column += ellipsisWidth
            height = max(height, 1)
        }
        if fragments.count == line { height = heightOfEmptyLine(at: first) }
        finish(line, height: height, width: indent + pen.column, utf8: start..<end.next)
    }

    /// The height of a line with nothing on it, which starts in `item`: that of its letters.
    private func heightOfEmptyLine(at item: Int) -> Int {
        guard let last = finder.items.indices.last else { return 1 }
        if case .text(_, _, let scale) = finder.items[min(item, last)] { return scale }
        return 1
    }

    /// Places text from the pen to `end`, with each tab as a fragment of its own.
    private mutating func placeText(
        _ item: Int, to end: Int, scale: Int, room: Int, pen: inout Pen, x: Int, from itemStart: Int
    ) {
        while pen.at < end {
            let start = pen.at, column = pen.column
            let stop = finder.scanner.advance(&pen, to: end, room: .max >> 1, scale: scale)
            if pen.at > start {
                append(
                    .text, item, x: x + column, width: pen.column - column, height: scale,
                    start - itemStart..<pen.at - itemStart)
            }
            if stop != .control { continue }
            let tab = pen.at, isTab = finder.text[tab] == 0x09, left = pen.column
            let cells = finder.widthOfControl(at: pen, room: room, scale: scale) ?? 0
            finder.scanner.step(&pen, overControlOf: cells, to: finder.count)
            if isTab {
                append(
                    .text, item, x: x + left, width: pen.column - left, height: scale,
                    tab - itemStart..<pen.at - itemStart)
            }
        }
    }

    private mutating func append(
        _ kind: Fragment.Kind, _ item: Int, x: Int, width: Int, height: Int, _ range: Range<Int>
    ) {
        fragments.append(
            Fragment(
                kind: kind, item: item, x: x, y: 0, width: width, height: height, start: range.lowerBound,
                end: range.upperBound))
    }

    /// Ends a line: its height is known now, and with it the row of each fragment.
    private mutating func finish(_ first: Int, height natural: Int, width: Int, utf8: Range<Int>) {
        let y = (lines.last ?? above).map { $0.y + $0.height + options.lineSpacing } ?? options.top
        let height = max(options.lineHeight ?? max(natural, 1), 0)
        for index in first..<fragments.count {
            let place = rows(of: fragments[index], lineY: y, lineHeight: height)
            fragments[index].y = place.y
            fragments[index].height = place.height
        }
        lines.append(LineBox(y: y, height: height, width: width, fragments: first..<fragments.count, utf8: utf8))
    }

    /// The first row of a fragment, and the rows that are shown.
    private func rows(of fragment: Fragment, lineY: Int, lineHeight: Int) -> (y: Int, height: Int) {
        var padding = 0
        var alignment = options.verticalAlignment
        if fragment.kind == .box, case .box(let box, _) = finder.items[fragment.item] {
            padding = box.paddingY
            alignment = box.alignment ?? .top
        }
        let spare = max(lineHeight - padding - fragment.height, 0)
        let offset = alignment == .top ? 0 : alignment == .bottom ? spare : spare / 2
        return (lineY + padding + offset, max(min(fragment.height, lineHeight - padding - offset), 0))
    }
}

extension InlineContent {
    /// Lends a finder of this content's lines. To look for ASCII is to look at all of the text.
    func withLineFinder(
        _ options: LayoutOptions, looksForASCII: Bool, _ body: (consuming LineFinder) -> Void
    ) {
        withText { text in
            items.withUnsafeBufferPointer { items in
                body(
                    LineFinder(
                        text, count: utf8.count, items: items, options: LineOptions(options),
                        looksForASCII: looksForASCII))
            }
        }
    }
}
