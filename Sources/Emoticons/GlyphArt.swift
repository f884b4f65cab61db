import RichText

/// A colour by its parts, each 0 to 255.
public struct ArtColour: Hashable, Sendable {
    /// The red part.
    public var red: UInt8
    /// The green part.
    public var green: UInt8
    /// The blue part.
    public var blue: UInt8

    /// A colour of those parts.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Reads `#rrggbb`; nil for anything else.
    public init?(_ text: String) {
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6,
            digits.allSatisfy({ $0 < 0x80 && Unicode.Scalar($0).properties.isASCIIHexDigit }),
            let value = UInt32(text.dropFirst(), radix: 16)
        else { return nil }
        self.init(
            red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value))
    }
}

extension ArtColour {
    /// The colour as `#RRGGBB`.
    public var text: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}

/// A picture drawn by hand out of glyphs of one cell each.
public struct GlyphArt: Hashable, Sendable {
    /// One cell of a picture.
    public struct Cell: Hashable, Sendable {
        /// A cluster of width 1; a blank shows the background only.
        public var glyph: String
        /// The glyph's colour, or nil for the text's own.
        public var foreground: ArtColour?
        /// The colour behind it, or nil for what is there already.
        public var background: ArtColour?

        /// A cell of that glyph and those colours.
        public init(_ glyph: String, foreground: ArtColour? = nil, background: ArtColour? = nil) {
            self.glyph = glyph
            self.foreground = foreground
            self.background = background
        }
    }

    /// The rows from the top; all are of one length.
    public let rows: [[Cell]]

    /// A picture of `rows`, or nil when there are none, or when they are empty or of different lengths.
    public init?(rows: [[Cell]]) {
        guard let first = rows.first, !first.isEmpty, rows.allSatisfy({ $0.count == first.count }) else { return nil }
        self.rows = rows
    }

    /// Its size in cells.
    public var size: CellSize { CellSize(width: rows.first?.count ?? 0, height: rows.count) }
}
