import Terminal

extension Theme {
    /// The themes, by the names that they have in the settings.
    public enum Choice: String, CaseIterable, Sendable {
        /// The one that fits the terminal: by its background where it tells it, and by its colours.
        case auto
        /// For dark backgrounds, in 256 colours.
        case dark
        /// For light backgrounds, in 256 colours.
        case light
        /// As distinct as a terminal can show it, on any background.
        case highContrast = "high-contrast"
        /// The terminal's own 16 colours, for dark backgrounds.
        case sixteen = "16"
        /// No colours at all.
        case mono
    }

    /// What a terminal shows, as far as a theme depends on it.
    public struct Ground: Hashable, Sendable {
        /// Whether its background is light; nil where it does not tell.
        public var isLight: Bool?
        /// How many colours there are.
        public var depth = ColourDepth.palette

        /// A terminal that tells nothing.
        public init() {}
    }

    /// The theme of that name on that ground.
    init(_ choice: Choice, on ground: Ground) {
        switch choice {
        case .auto where ground.depth == .monochrome, .mono: self = .mono
        case .auto where ground.isLight == true: self = Theme(.light, on: ground)
        case .auto where ground.depth < .palette, .dark where ground.depth < .palette: self = Theme()
        case .light where ground.depth < .palette: self = .fewAndLight
        case .auto, .dark: self = .dark
        case .light: self = .light
        case .highContrast: self = .highContrast
        case .sixteen: self = Theme()
        }
    }

    private static func indexed(_ foreground: UInt8, on background: UInt8? = nil, _ attributes: Attributes = [])
        -> Style
    {
        Style(
            foreground: .indexed(foreground), background: background.map { .indexed($0) } ?? .standard, attributes)
    }

    /// Made for backgrounds that are nearly black: every text has a contrast of 4.5 to it at least.
    static let dark: Theme = {
        var theme = Theme()
        theme.bar = indexed(252, on: 237)
        theme.faint = indexed(245)
        theme.ownName = indexed(114, .bold)
        theme.names = [180, 174, 176, 110, 115, 222, 147, 209].map { indexed($0) }
        theme.mention = indexed(81, .bold)
        theme.ownMention = indexed(16, on: 221, .bold)
        theme.unread = indexed(209, .bold)
        theme.failure = indexed(210, .bold)
        theme.menu = indexed(255, on: 24)
        theme.chosen = indexed(16, on: 221)
        theme.tag = indexed(252, on: 238)
        theme.ownTag = indexed(16, on: 79)
        theme.picture = indexed(252, on: 238)
        theme.code = indexed(152, on: 236)
        theme.nameLightness = 68
        return theme
    }()

    /// Made for white backgrounds: every text has a contrast of 4.5 to it at least.
    static let light: Theme = {
        var theme = Theme()
        theme.bar = indexed(235, on: 253)
        theme.faint = indexed(242)
        theme.ownName = indexed(22, .bold)
        theme.names = [124, 94, 90, 25, 23, 54, 58, 161].map { indexed($0) }
        theme.mention = indexed(25, .bold)
        theme.ownMention = indexed(16, on: 222, .bold)
        theme.unread = indexed(160, .bold)
        theme.failure = indexed(160, .bold)
        theme.menu = indexed(16, on: 153)
        theme.chosen = indexed(231, on: 25)
        theme.tag = indexed(235, on: 253)
        theme.ownTag = indexed(231, on: 25)
        theme.picture = indexed(235, on: 253)
        theme.code = indexed(23, on: 254)
        theme.nameLightness = 47
        return theme
    }()

    /// The terminal's own 16 colours, for light backgrounds: those of them that are dark.
    private static let fewAndLight: Theme = {
        var theme = Theme()
        theme.faint = .plain
        theme.ownName = Style([.bold, .underline])
        theme.names = [1, 4, 5].map { indexed($0) }
        theme.mention = indexed(4, .bold)
        theme.menu = indexed(7, on: 4)
        theme.chosen = indexed(0, on: 6)
        theme.tag = Style(.reverse)
        theme.picture = Style(.reverse)
        theme.code = indexed(5)
        return theme
    }()

    /// Text in the terminal's own colours; what stands out has a ground of its own.
    static let highContrast: Theme = {
        var theme = Theme()
        theme.bar = indexed(0, on: 15)
        theme.faint = .plain
        theme.ownName = Style([.bold, .underline])
        theme.names = [Style(.bold)]
        theme.mention = Style([.bold, .underline])
        // Many terminals draw bold black as grey.
        theme.ownMention = indexed(0, on: 11)
        theme.unread = indexed(0, on: 11)
        theme.failure = indexed(15, on: 1, .bold)
        theme.menu = indexed(0, on: 15)
        theme.chosen = indexed(0, on: 11)
        theme.selection = indexed(0, on: 14)
        theme.tag = indexed(0, on: 15)
        theme.ownTag = indexed(0, on: 11)
        theme.picture = indexed(0, on: 15)
        theme.code = .plain
        return theme
    }()

    /// Nothing but bold, underlined and reversed text.
    static let mono: Theme = {
        var theme = Theme()
        theme.faint = .plain
        theme.ownName = Style([.bold, .underline])
        theme.names = [Style(.bold)]
        theme.mention = Style(.underline)
        theme.ownMention = Style([.bold, .reverse])
        theme.unread = Style(.bold)
        theme.failure = Style([.bold, .reverse])
        theme.menu = Style(.reverse)
        theme.chosen = Style([.bold, .underline])
        theme.tag = Style(.reverse)
        theme.ownTag = Style([.reverse, .underline])
        theme.picture = Style(.reverse)
        theme.code = .plain
        return theme
    }()
}
