import RichText
import Terminal

/// A picture as terminal cells: what ``CellRenderer`` makes and a frame shows.
public struct CellPicture: Hashable, Sendable {
    /// One cell of it.
    public struct Cell: Hashable, Sendable {
        /// A glyph of one cell; a blank shows the background only.
        public var glyph: Unicode.Scalar
        /// The glyph's colour.
        public var foreground: Colour
        /// The colour behind it; the standard one stands for what is there already.
        public var background: Colour
        /// Whether the two are exchanged, as they are where there are no others.
        public var isReversed: Bool

        /// A cell of that glyph and those colours.
        public init(
            _ glyph: Unicode.Scalar, foreground: Colour = .standard, background: Colour = .standard,
            isReversed: Bool = false
        ) {
            self.glyph = glyph
            self.foreground = foreground
            self.background = background
            self.isReversed = isReversed
        }

        /// Whether nothing of it is drawn.
        var isClear: Bool { glyph == " " && background == .standard && !isReversed }
    }

    /// Columns and rows.
    public let size: CellSize
    /// The cells row by row; as many as width × height.
    public let cells: [Cell]

    /// A picture of `cells`, or nil when their number is not width × height.
    public init?(size: CellSize, cells: [Cell]) {
        guard size.width > 0, size.height > 0, cells.count == size.width * size.height else { return nil }
        self.size = size
        self.cells = cells
    }

    /// A picture of exactly as many cells as it needs.
    init(complete cells: [Cell], _ size: CellSize) {
        self.size = size
        self.cells = cells
    }

    /// The cell in column `x` of row `y`, both inside the picture.
    public subscript(x: Int, y: Int) -> Cell { cells[y * size.width + x] }
}

extension Frame {
    /// Draws `picture` with its top left cell at (`x`, `y`), as far as it lies inside `clip` and the frame.
    ///
    /// A clear cell leaves what is there.
    public mutating func draw(_ picture: CellPicture, x: Int, y: Int, clip: Rect) {
        let visible = Rect(x: x, y: y, width: picture.size.width, height: picture.size.height)
            .intersection(clip).intersection(Rect(size))
        guard !visible.isEmpty else { return }
        for row in visible.rows {
            for column in visible.columns {
                let cell = picture[column - x, row - y]
                if cell.isClear { continue }
                var look = Style(
                    foreground: cell.foreground, background: cell.background, cell.isReversed ? .reverse : [])
                if cell.background == .standard { look.background = self[column, row].style.background }
                write(String(cell.glyph), x: column, y: row, style: look, maxWidth: 1)
            }
        }
    }
}
