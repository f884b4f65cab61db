/// A width and a height in terminal cells.
public struct CellSize: Hashable, Sendable {
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int

    /// A size of `width` columns and `height` rows.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// A picture that flows in the text like a word.
public struct Picture: Hashable, Sendable {
    /// Where a picture comes from and whether it moves; written as `local-static:PATH` and its like.
    public struct Source: Hashable, Sendable {
        /// The four kinds of source, each with the prefix that names it.
        public enum Kind: String, CaseIterable, Sendable {
            /// A file of this machine that stands still.
            case localStatic = "local-static:"
            /// A file of this machine that moves.
            case localAnimated = "local-animated:"
            /// An address on the network; the picture stands still.
            case remoteStatic = "remote-static:"
            /// An address on the network; the picture moves.
            case remoteAnimated = "remote-animated:"
        }

        /// The kind, or nil when the text begins with none of the four prefixes.
        public let kind: Kind?
        /// The path or address, without the prefix; the whole text when the kind is unknown.
        public let location: String

        /// Reads a source text; each prefix is stripped by its own length.
        public init(_ text: String) {
            if let found = Kind.allCases.first(where: { text.hasPrefix($0.rawValue) }) {
                kind = found
                location = String(text.dropFirst(found.rawValue.count))
            } else {
                kind = nil
                location = text
            }
        }

        /// A source of a known kind.
        public init(_ kind: Kind, _ location: String) {
            self.kind = kind
            self.location = location
        }

        /// The source as it is written in a message.
        public var text: String { (kind?.rawValue ?? "") + location }
    }

    /// Where the picture comes from.
    public var source: Source
    /// Its size in cells, padding not included.
    public var size: CellSize
    /// Cells left free at its left.
    public var paddingX: Int
    /// Rows left free above it.
    public var paddingY: Int
    /// What is said where the picture cannot be shown.
    public var alt: String

    /// A picture of `size` cells.
    public init(source: Source, size: CellSize, paddingX: Int = 0, paddingY: Int = 0, alt: String) {
        self.source = source
        self.size = size
        self.paddingX = paddingX
        self.paddingY = paddingY
        self.alt = alt
    }
}
