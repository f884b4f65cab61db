/// How a cell's text looks.
public struct Style: Hashable, Sendable {
    /// The text's colour.
    public var foreground: Colour
    /// The colour behind it.
    public var background: Colour
    /// What else is done to it.
    public var attributes: Attributes
    /// The link that the text is a piece of; all pieces of one address light up together.
    public var link: LinkID?

    /// The terminal's own look.
    public static let plain = Style()

    /// A look; what is not given is the terminal's own.
    public init(
        foreground: Colour = .standard, background: Colour = .standard, _ attributes: Attributes = [],
        link: LinkID? = nil
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
        self.link = link
    }
}

/// What can be done to text besides colouring it. A terminal leaves out what it does not know.
public struct Attributes: OptionSet, Hashable, Sendable {
    /// One bit for each attribute.
    public let rawValue: UInt8

    /// The attributes whose bits are set.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Heavier strokes or a brighter colour.
    public static let bold = Attributes(rawValue: 1)
    /// A fainter colour.
    public static let dim = Attributes(rawValue: 2)
    /// Slanted.
    public static let italic = Attributes(rawValue: 4)
    /// A line below.
    public static let underline = Attributes(rawValue: 8)
    /// Foreground and background exchanged.
    public static let reverse = Attributes(rawValue: 16)
    /// A line through the middle.
    public static let strikethrough = Attributes(rawValue: 32)
}
