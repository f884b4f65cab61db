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

    /// How much of a cell a block character covers; nil for any other character.
    static func share(of glyph: Unicode.Scalar) -> Float? {
        guard glyph == " " || glyph.value >= 0x2580 else { return nil }
        if let mask = quadrantGlyphs.firstIndex(of: glyph) { return Float(mask.nonzeroBitCount) / 4 }
        return sextantMask(of: glyph).map { Float($0.nonzeroBitCount) / 6 }
    }

    /// The block character that covers what `glyph` does not; nil where `glyph` is none.
    static func complement(of glyph: Unicode.Scalar) -> Unicode.Scalar? {
        if let mask = quadrantGlyphs.firstIndex(of: glyph) { return quadrantGlyphs[15 - mask] }
        return sextantMask(of: glyph).map { sextant(63 - $0) }
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

    private static func sextantMask(of glyph: Unicode.Scalar) -> Int? {
        guard (0x1_FB00...0x1_FB3B).contains(glyph.value) else { return nil }
        let place = Int(glyph.value) - 0x1_FB00
        return place + 1 + (place >= 20 ? 1 : 0) + (place >= 40 ? 1 : 0)
    }
}
