/// Content set into lines: where everything stands, and the way between positions in the content and cells.
///
///     var layout = content.layout(LayoutOptions(width: 40))
///     for fragment in layout.fragments where fragment.kind == .text {
///         write(item: fragment.item, bytes: fragment.start..<fragment.end, x: fragment.x, y: fragment.y)
///     }
///     let caret = layout.caret(at: Position(item: 0, offset: 12))
public struct Layout: Hashable, Sendable {
    /// The lines from top to bottom; at least one.
    public internal(set) var lines: [LineBox] = []
    /// What is placed, line by line and from left to right.
    public internal(set) var fragments: [Fragment] = []
    /// The cells of everything, insets included: up to the right end of the widest line, and at least one line high.
    public internal(set) var size = LayoutSize(width: 0, height: 0)
    /// What is laid out.
    public internal(set) var content: InlineContent
    /// How.
    public let options: LayoutOptions

    /// The row below everything: the start of the next block.
    public var endY: Int { options.startY + size.height }
}

extension InlineContent {
    /// The content set into lines.
    ///
    ///     content.layout(LayoutOptions(width: 20)).lines.count  // 1
    ///
    /// The time grows with the content, whatever it is; the memory with the items and lines. A cluster, box or atomic
    /// text is never cut, with two exceptions at the edge of what is possible: a box or atomic text wider than a whole
    /// line is clipped, and a cluster wider than a whole line (two cells in a width of one) sticks out.
    public func layout(_ options: LayoutOptions) -> Layout {
        var layout = Layout(content: self, options: options)
        withLineFinder(options, looksForASCII: true) { finder in
            var setter = LineSetter(finder)
            setter.setLines()
            layout.lines = setter.lines
            layout.fragments = setter.fragments
        }
        layout.measure()
        return layout
    }
}

extension Layout {
    /// Brings the size to that of the lines.
    mutating func measure() {
        let width = lines.reduce(0) { max($0, $1.width) }
        let bottom = lines.last.map { $0.y + $0.height } ?? options.startY
        size = LayoutSize(
            width: options.insets.left + width + options.insets.right,
            height: bottom - options.startY + options.insets.bottom)
    }
}

/// A width and a height in cells.
public struct LayoutSize: Hashable, Sendable {
    /// Cells from left to right.
    public var width: Int
    /// Rows from top to bottom.
    public var height: Int

    /// A size of `width` × `height` cells.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// One line: as tall as its tallest fragment, padding above it included, or as the options say.
public struct LineBox: Hashable, Sendable {
    /// Its first row.
    public var y: Int
    /// Its rows.
    public var height: Int
    /// Its cells from the left inset to the right end of its last fragment, indent included; at least 0.
    public var width: Int
    /// Its fragments, as indices into ``Layout/fragments``.
    public var fragments: Range<Int>
    /// Its bytes in the content's arena, with the blanks that hang and the forced break that ends it.
    public var utf8: Range<Int>
}

/// A piece of an item, placed. Coordinates are absolute: insets, indents and paddings are in them.
public struct Fragment: Hashable, Sendable {
    /// What is to be drawn.
    public enum Kind: Hashable, Sendable {
        /// The bytes `start..<end` of a text item; a tab is a fragment of its own, drawn as blanks.
        case text
        /// A box.
        case box
        /// Atomic text; one wider than the line is cut to `width`.
        case token
        /// The ellipsis of the options, cut to `width`; `item` and `start` tell what is left out first.
        case ellipsis
    }

    /// What is to be drawn.
    public var kind: Kind
    /// The index of the item.
    public var item: Int
    /// The column of its left edge.
    public var x: Int
    /// The row of its top edge.
    public var y: Int
    /// The cells that are shown; less than a box's own where it is clipped.
    public var width: Int
    /// The rows that are shown.
    public var height: Int
    /// Where it starts in its item, in UTF-8 bytes.
    public var start: Int
    /// Where it ends in its item, in UTF-8 bytes; a box is one long.
    public var end: Int
}

/// A place in the content: before the byte `offset` of an item. A box has the places 0 and 1, as has a forced break.
public struct Position: Hashable, Comparable, Sendable {
    /// The index of the item.
    public var item: Int
    /// UTF-8 bytes from the start of the item.
    public var offset: Int

    /// The place before the byte `offset` of an item.
    public init(item: Int, offset: Int) {
        self.item = item
        self.offset = offset
    }

    /// Whether one place comes before another.
    public static func < (one: Position, other: Position) -> Bool {
        (one.item, one.offset) < (other.item, other.offset)
    }
}

/// Which of two cells shows a place that is the end of one line and the start of the next.
public enum Affinity: Hashable, Sendable {
    /// The end of the line above.
    case upstream
    /// The start of the line below.
    case downstream
}

/// The cell of a caret.
public struct Caret: Hashable, Sendable {
    /// Its column.
    public var x: Int
    /// The first row of its line.
    public var y: Int
    /// The index of its line.
    public var line: Int
    /// The rows of its line.
    public var height: Int
}
