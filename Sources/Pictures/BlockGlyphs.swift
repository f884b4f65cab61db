/// The block characters that a picture is drawn with; finer ones need a font or a terminal that has them.
public enum BlockGlyphs: Hashable, Sendable {
    /// Upper and lower halves: every terminal has them, the Linux console too.
    case halves
    /// Quarters of a cell: every font that has block elements.
    case quadrants
    /// Sixths of a cell (Unicode 13, U+1FB00…): drawn by newer terminals themselves, missing in many fonts.
    case sextants

    /// Parts of a cell side by side.
    var columns: Int { self == .halves ? 1 : 2 }
    /// Parts of a cell above each other.
    var rows: Int { self == .sextants ? 3 : 2 }
    /// Parts of a cell.
    var parts: Int { columns * rows }

    /// The glyph whose ink covers the parts in `mask`; bit 0 is the top left part, and the bits go row by row.
    func glyph(_ mask: Int) -> Unicode.Scalar {
        switch self {
        case .halves: BlockGlyphs.halfGlyphs[mask]
        case .quadrants: BlockGlyphs.quadrantGlyphs[mask]
        case .sextants: BlockGlyphs.sextant(mask)
        }
    }

    private static let halfGlyphs: [Unicode.Scalar] = [" ", "▀", "▄", "█"]
    private static let quadrantGlyphs: [Unicode.Scalar] = [
        " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
    ]

    /// Unicode leaves out the four patterns that older blocks have.
    private static func sextant(_ mask: Int) -> Unicode.Scalar {
        switch mask {
        case 0: " "
        case 0b010101: "▌"
        case 0b101010: "▐"
        case 0b111111: "█"
        default:
            Unicode.Scalar(UInt32(0x1_FB00 + mask - 1 - (mask > 0b010101 ? 1 : 0) - (mask > 0b101010 ? 1 : 0))) ?? " "
        }
    }
}
