import RichText

/// A named picture of a pack, and what stands in for it where it cannot be drawn.
public struct Emoticon: Hashable, Sendable {
    /// The name within its pack: what stands in `[name]`.
    public var name: String
    /// Other names, in any script.
    public var aliases: [String]
    /// Signs that become this emoticon when typed as whole words, such as `:)`.
    public var ascii: [String]
    /// What it shows, in words.
    public var alt: String
    /// The emoji that stands in for it: one code point, two cells wide.
    public var emoji: String
    /// The text that stands in for it.
    public var text: String
    /// The group that it is listed under.
    public var category: String
    /// Its size in cells where no other is asked for.
    public var size: CellSize
    /// It in glyphs, by the sizes for which somebody drew it so.
    public var arts: [CellSize: GlyphArt]
    /// The drawings in glyphs that move, by their sizes; each begins with the one of ``arts``.
    public var motions: [CellSize: GlyphMotion] = [:]
    /// The files that show it.
    public var files = Files()

    /// Plain names of files in the pack's folder; nil where there is none.
    public struct Files: Hashable, Sendable {
        /// The picture.
        public var image: String?
        /// A bold picture for small sizes.
        public var small: String?
        /// The picture that moves.
        public var animation: String?

        /// No files.
        public init() {}
    }

    /// An emoticon; the alt text and the text stand-in are its name where none are given.
    public init(
        name: String, aliases: [String] = [], ascii: [String] = [], alt: String? = nil, emoji: String = "",
        text: String? = nil, category: String = "", size: CellSize = CellSize(width: 4, height: 2),
        art: GlyphArt? = nil
    ) {
        self.name = name
        self.aliases = aliases
        self.ascii = ascii
        self.alt = alt ?? name
        self.emoji = emoji
        self.text = text ?? "[" + name + "]"
        self.category = category
        self.size = size
        arts = art.map { [$0.size: $0] } ?? [:]
    }

    /// It in glyphs at its own size, or nil when nobody drew it so.
    public var art: GlyphArt? { arts[size] }

    /// The largest drawing in glyphs that is not larger than `size`, or nil when there is none.
    public func art(within size: CellSize) -> GlyphArt? {
        if let exact = arts[size] { return exact }
        return arts.filter { $0.key.width <= size.width && $0.key.height <= size.height }
            .max { ($0.key.width * $0.key.height, $0.key.width) < ($1.key.width * $1.key.height, $1.key.width) }?.value
    }

    /// The name and the aliases.
    public var names: [String] { [name] + aliases }
}

/// A set of emoticons that belong together and are installed as one.
public struct Pack: Hashable, Sendable {
    /// The id: what stands before the slash in `[pack/name]`.
    public var id: String
    /// The name that is shown.
    public var name: String
    /// The pack's own version.
    public var version: String
    /// Who made it.
    public var authors: [String]
    /// The licence as an SPDX expression.
    public var license: String
    /// The emoticons, in the order in which they are listed.
    public var emoticons: [Emoticon]
    /// The folder that holds its files; empty when it was not read from one.
    public var folder = ""

    /// A pack of `emoticons`.
    public init(
        id: String, name: String, version: String = "", authors: [String] = [], license: String = "",
        emoticons: [Emoticon]
    ) {
        self.id = id
        self.name = name
        self.version = version
        self.authors = authors
        self.license = license
        self.emoticons = emoticons
    }
}
