import CNcurses
import Glibc
import Terminal

/// Brings rows of a frame into ncurses' grid.
struct ScreenGrid {
    /// A cell in the form in which it is drawn.
    struct Drawn {
        var text: String
        var width: Int
        var attributes: attr_t
        var pair: Int32
        /// For a cell of the overlay, how many cells its glyph may cover at worst.
        var reach: Int?
        var isStruck: Bool
        /// Where the text leads.
        var link: String?
        /// Whether terminals agree on the cells that it takes, so that what follows may be written on.
        var isSteady = true
        /// Whether it is drawn in double size, or lies below one that is.
        var isLarge = false
        var isCovered = false
    }

    var pairs: ColourPairs
    /// Whether the terminal can strike text through, which only the overlay can tell it.
    let strikes: Bool
    /// What the terminal is given for a cluster.
    var forms = DrawnForms() { didSet { sure.removeAll() } }
    /// Characters beyond ASCII that were looked at, and whether they need nothing but ncurses.
    private var sure: [UInt32: Bool] = [:]
    private static let mostSure = 4096
    /// Whether the terminal has shown that it takes control strings, as links are.
    var showsLinks = false
    /// Whether the terminal draws text in double size.
    var enlarges = false
    private var cells: [cchar_t] = []
    /// Whether the overlay has written something into the last cell of the screen.
    private var cornerIsInked = false

    init(pairs: ColourPairs, strikes: Bool) {
        self.pairs = pairs
        self.strikes = strikes
    }

    /// Puts row `y` of the frame into ncurses' screen, `width` cells of it, and returns how it is drawn, or nothing when
    /// the overlay has nothing to do there; nil when the colour pairs have run out, and ``sweep(for:)`` is to make room.
    /// Outside of `columns` ncurses is known to hold what the frame shows.
    ///
    /// The last cell of the last row is always the overlay's. On a terminal without a way to switch wrapping off,
    /// ncurses would insert it from the left, and lose it where a wide character stands beside it.
    mutating func draw(
        _ frame: Frame, row y: Int, columns: Range<Int>, width: Int, isLast: Bool, mayFallBack: Bool
    ) -> [Drawn]? {
        if !(enlarges && frame.hasLargeText),
            putPlain(frame, row: y, columns.clamped(to: 0..<width), width: width, isLast: isLast)
        {
            return []
        }
        cells.removeAll(keepingCapacity: true)
        var row: [Drawn] = []
        row.reserveCapacity(width)
        var isOverlaid = false
        for x in 0..<width {
            guard var cell = drawn(frame[x, y], of: frame, mayFallBack) else { return nil }
            // A wide cluster of which the screen has only the left half.
            if x + cell.width > width { (cell.text, cell.width, cell.reach) = (" ", 1, nil) }
            if enlarges && frame.hasLargeText { mark(&cell, frame, x, y) }
            if cell.width > 0 {
                append(&cell, isCorner: isLast && x + cell.width == width)
                isOverlaid = isOverlaid || cell.reach != nil
            }
            row.append(cell)
        }
        mvwadd_wchnstr(mingle_stdscr(), Int32(y), 0, cells, Int32(cells.count))
        return isOverlaid ? row : []
    }

    /// Puts `columns` of a row in which the overlay has nothing to do, as most are; false when a cell of the row is to be
    /// looked at more closely.
    private mutating func putPlain(
        _ frame: Frame, row y: Int, _ columns: Range<Int>, width: Int, isLast: Bool
    ) -> Bool {
        let reachesCorner = isLast && columns.upperBound == width
        let width = isLast ? width - 1 : width
        // A corner in which nothing is and was needs no overlay.
        if isLast, cornerIsInked || !frame.isBlank(x: width, y: y) { return false }
        let columns = columns.clamped(to: 0..<width)
        cells.removeAll(keepingCapacity: true)
        var x = 0
        let isPlain = frame.simpleRuns(inRow: y, 0..<width) { style, scalars in
            defer { x += scalars.count }
            return append(scalars, style, at: x, within: columns)
        }
        guard isPlain else { return false }
        // After another size, ncurses holds there what stood in the midst of a row.
        if reachesCorner { cells.append(ScreenGrid.blank) }
        if !cells.isEmpty {
            mvwadd_wchnstr(mingle_stdscr(), Int32(y), Int32(columns.lowerBound), cells, Int32(cells.count))
        }
        return true
    }

    /// Appends those cells of a run from column `x` on that stand within `columns`; false when the overlay would have to
    /// draw one of the run, or when there is no pair of colours for it.
    private mutating func append(
        _ scalars: UnsafeBufferPointer<UInt32>, _ style: Style, at x: Int, within columns: Range<Int>
    ) -> Bool {
        guard !(strikes && style.attributes.contains(.strikethrough)), let pair = pair(of: style) else { return false }
        // The older field of an attribute holds eight bits of the pair, as setcchar fills it.
        let attributes = attributes(of: style) | attr_t(min(pair, 255)) << 8
        var cell = cchar_t(attr: attributes, chars: (0, 0, 0, 0, 0), ext_color: pair)
        for index in scalars.indices where scalars[index] != 0 {
            let scalar = scalars[index]
            let isWide = index + 1 < scalars.count && scalars[index + 1] == 0
            guard (0x20..<0x7F).contains(scalar) || isSure(scalar, isWide: isWide) else { return false }
            guard columns.contains(x + index) else { continue }
            cell.chars.0 = wchar_t(bitPattern: scalar)
            cells.append(cell)
        }
        return true
    }

    /// Whether ncurses and the terminal draw a character as it is and in its cells.
    private mutating func isSure(_ scalar: UInt32, isWide: Bool) -> Bool {
        if let known = sure[scalar] { return known }
        var isSure = false
        if let text = Unicode.Scalar(scalar).map(String.init), !(forms.hidesUnknown && Glyph.isUnknown(text)),
            case .plain(let scalars) = Glyph(text, width: isWide ? 2 : 1, trustsWidths: !forms.widensAmbiguous)
        {
            isSure = scalars.0 == wchar_t(bitPattern: scalar)
        }
        if sure.count >= ScreenGrid.mostSure { sure.removeAll(keepingCapacity: true) }
        sure[scalar] = isSure
        return isSure
    }

    private mutating func pair(of style: Style) -> Int32? { pairs.pair(pairs.colours(of: style)) }

    private func attributes(of style: Style) -> attr_t {
        var attributes = ScreenGrid.attributes(of: style.attributes)
        // Eight colours show the brighter eight in bold.
        if pairs.depth == .eight, case .indexed(8...15) = style.foreground { attributes |= attr_t(MINGLE_BOLD) }
        return attributes
    }

    /// Frees the pairs that the frame does not use.
    mutating func sweep(for frame: Frame) {
        var kept: Set<ColourPairs.Colours> = []
        for y in 0..<frame.size.height {
            for x in 0..<frame.size.width { kept.insert(pairs.colours(of: frame[x, y].style)) }
        }
        pairs.sweep(keeping: kept)
    }

    private mutating func drawn(_ cell: Cell, of frame: Frame, _ mayFallBack: Bool) -> Drawn? {
        let style = cell.style
        let attributes = attributes(of: style)
        var pair = pair(of: style)
        if pair == nil && mayFallBack {
            pair = pairs.pair(pairs.colours(of: Style(foreground: style.foreground))) ?? 0
        }
        guard let pair else { return nil }
        let isStruck = strikes && style.attributes.contains(.strikethrough) && cell.text != " "
        let link = showsLinks ? style.link.flatMap { frame.address(of: $0) } : nil
        return Drawn(
            text: drawnText(cell), width: cell.width, attributes: attributes, pair: pair,
            reach: isStruck || link != nil ? cell.width : nil, isStruck: isStruck, link: link)
    }

    private func drawnText(_ cell: Cell) -> String {
        if forms.hidesUnknown && Glyph.isUnknown(cell.text) { return Glyph.unknown }
        return forms.form(of: cell.text, width: cell.width)
    }

    private mutating func append(_ cell: inout Drawn, isCorner: Bool) {
        if isCorner { return appendCorner(&cell) }
        if cell.isLarge || cell.isCovered { return appendStandIns(cell) }
        // The older field of an attribute holds eight bits of the pair, as setcchar fills it.
        let attributes = cell.attributes | attr_t(min(cell.pair, 255)) << 8
        switch Glyph(cell.text, width: cell.width, trustsWidths: !forms.widensAmbiguous) {
        case .plain(let scalars) where cell.reach == nil:
            return cells.append(cchar_t(attr: attributes, chars: scalars, ext_color: cell.pair))
        case .plain: break
        case .overlaid(let reach): (cell.reach, cell.isSteady) = (reach, false)
        }
        appendStandIns(cell)
    }

    private mutating func appendStandIns(_ cell: Drawn) {
        let attributes = cell.attributes | attr_t(min(cell.pair, 255)) << 8
        let standIn = cchar_t(attr: attributes, chars: Glyph.standIn, ext_color: cell.pair)
        cells.append(contentsOf: repeatElement(standIn, count: cell.width))
    }

    /// Lets a cluster in double size be the overlay's, with all cells of its block.
    private func mark(_ cell: inout Drawn, _ frame: Frame, _ x: Int, _ y: Int) {
        cell.isCovered = frame.isCovered(x: x, y: y)
        guard frame.isLarge(x: x, y: y) else { return }
        cell.isLarge = true
        cell.reach = cell.width
        cell.link = nil
    }

    private static let blank = cchar_t(attr: attr_t(MINGLE_NORMAL), chars: (0x20, 0, 0, 0, 0), ext_color: 0)

    private mutating func appendCorner(_ cell: inout Drawn) {
        let standIn = cchar_t(attr: attr_t(MINGLE_NORMAL), chars: Glyph.standIn, ext_color: 0)
        if cell.width == 2 { cells.append(standIn) }
        cells.append(ScreenGrid.blank)
        let isInked = cell.text != " " || cell.pair != 0 || cell.attributes != attr_t(MINGLE_NORMAL)
        if isInked || cornerIsInked { cell.reach = max(cell.reach ?? 0, cell.width) }
        if case .overlaid = Glyph(cell.text, width: cell.width) { cell.isSteady = false }
        cornerIsInked = isInked
    }

    private static func attributes(of attributes: Attributes) -> attr_t {
        var result = attr_t(MINGLE_NORMAL)
        if attributes.isEmpty { return result }
        if attributes.contains(.bold) { result |= attr_t(MINGLE_BOLD) }
        if attributes.contains(.dim) { result |= attr_t(MINGLE_DIM) }
        if attributes.contains(.italic) { result |= mingle_italic() }
        if attributes.contains(.underline) { result |= attr_t(MINGLE_UNDERLINE) }
        if attributes.contains(.reverse) { result |= attr_t(MINGLE_REVERSE) }
        return result
    }
}
