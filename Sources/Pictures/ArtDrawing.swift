import Emoticons
import Terminal

extension Frame {
    /// Draws `art` with its top left cell at (`x`, `y`), as far as it lies inside `clip` and the frame.
    ///
    /// A cell without a background keeps the one that is there; one without a foreground takes `style`'s.
    public mutating func draw(_ art: GlyphArt, x: Int, y: Int, clip: Rect, style: Style = .plain) {
        let visible = Rect(x: x, y: y, width: art.size.width, height: art.size.height)
            .intersection(clip).intersection(Rect(size))
        guard !visible.isEmpty else { return }
        for row in visible.rows {
            let cells = art.rows[row - y]
            for column in visible.columns {
                let cell = cells[column - x]
                var look = style
                look.background = cell.background.map(Colour.init) ?? self[column, row].style.background
                if let foreground = cell.foreground { look.foreground = Colour(foreground) }
                write(cell.glyph, x: column, y: row, style: look, maxWidth: 1)
            }
        }
    }
}

/// Draws `art` into `frame` with its top left cell at (`x`, `y`), as far as it lies inside `clip`, for a terminal of that
/// depth.
public func draw(_ art: GlyphArt, x: Int, y: Int, clip: Rect, depth: ColourDepth, into frame: inout Frame) {
    if depth == .monochrome {
        frame.draw(CellPicture(art).inMonochrome(), x: x, y: y, clip: clip)
    } else {
        frame.draw(art, x: x, y: y, clip: clip)
    }
}

extension Colour {
    /// The colour of a pack as a terminal's.
    public init(_ colour: ArtColour) { self = .rgb(colour.red, colour.green, colour.blue) }
}
