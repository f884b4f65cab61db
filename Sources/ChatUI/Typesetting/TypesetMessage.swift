import Emoticons
import InlineLayout
import RichText
import Terminal

/// The content of a message made ready for the layout engine, with what each item stands for.
///
/// `[code]`s in text become emoticons here; an item's index in ``content`` is its index in ``pieces``.
public struct TypesetMessage {
    /// What an item of the content stands for.
    public enum Kind: Hashable, Sendable {
        /// A run of text.
        case text
        /// A person, or everyone.
        case mention(Mention)
        /// An emoticon; nil where no pack has it, which is shown as its code.
        case emoticon(EmoticonCode, Emoticon?)
        /// A picture.
        case picture(Picture)
        /// The text that is shown for a picture whose source is of no known kind.
        case alternative(Picture)
        /// The end of a line.
        case lineBreak
    }

    /// An item and where it stands in the message.
    public struct Piece: Hashable, Sendable {
        /// What it stands for.
        public var kind: Kind
        /// Its code points in the message's flat text.
        public var range: Range<Int>
        /// The address that a run of text is, where links are marked.
        public var link: String?
    }

    /// What to lay out.
    public private(set) var content = InlineContent()
    /// What each item is.
    public private(set) var pieces: [Piece] = []
    /// The styles that the content's style numbers mean.
    public private(set) var styles: [Style] = []

    private var styleNumbers: [Style: Int] = [:]

    private let theme: Theme
    var styleOfPictures: Style { theme.picture }
    private let catalogue: Catalogue
    private let tier: EmoticonTier
    private let me: PersonID?
    private let marksLinks: Bool
    private let marks: [PersonID: String]
    private var end = 0
    private var largeSize: CellSize?
    private var pictures = PictureRoom()
    /// How each code point of the message looks; empty where none is styled.
    private var looks: [MessageStyling.Look] = []

    /// An empty message; mentions of `me` stand out, and behind a name stands the mark that tells it from another's.
    public init(
        catalogue: Catalogue, tier: EmoticonTier, theme: Theme = Theme(), me: PersonID? = nil,
        marks: [PersonID: String] = [:], marksLinks: Bool = false
    ) {
        self.marksLinks = marksLinks
        self.catalogue = catalogue
        self.tier = tier
        self.theme = theme
        self.me = me
        self.marks = marks
    }

    /// How pictures are set.
    public struct PictureRoom: Hashable, Sendable {
        /// The widest that a picture may be, in cells; a wider one is made smaller. Nil leaves it to the engine.
        public var width: Int?
        /// Whether words stand in the place of pictures.
        public var usesWords = false

        /// Pictures as large as they say.
        public init(width: Int? = nil, usesWords: Bool = false) {
            self.width = width
            self.usesWords = usesWords
        }

        /// The cells of a picture that asks for `size`.
        func size(_ size: CellSize) -> CellSize {
            guard let width, size.width > max(width, 1) else { return size }
            let height = (size.height * max(width, 1) + size.width / 2) / size.width
            return CellSize(width: max(width, 1), height: max(height, min(size.height, 1)))
        }
    }

    /// A message that says `text`.
    public init(
        _ text: RichText, catalogue: Catalogue, tier: EmoticonTier, theme: Theme = Theme(), me: PersonID? = nil,
        marks: [PersonID: String] = [:], marksLinks: Bool = false, styles: Bool = false,
        enlargesLoneEmoticons: Bool = false,
        pictures: PictureRoom = PictureRoom()
    ) {
        self.init(
            catalogue: catalogue, tier: tier, theme: theme, me: me, marks: marks, marksLinks: marksLinks)
        self.pictures = pictures
        if enlargesLoneEmoticons && tier == .cells && Self.isEmoticonsOnly(text, catalogue) {
            largeSize = CellSize(width: 8, height: 4)
        }
        if styles { looks = MessageStyling(FlatText(text).text).looks }
        for element in text.elements { append(element) }
        looks = []
    }

    private func look(at place: Int) -> MessageStyling.Look { looks.indices.contains(place) ? looks[place] : [] }

    /// `style` as marks in the text want it to look.
    private func styled(_ style: Style, _ look: MessageStyling.Look) -> Style {
        guard !look.isEmpty else { return style }
        var style = style
        if look.contains(.quote), style.foreground == theme.text.foreground { style = theme.faint }
        if look.contains(.code), style.foreground == theme.text.foreground || look.contains(.quote) {
            style = theme.code
        }
        if look.contains(.strong) { style.attributes.insert(.bold) }
        if look.contains(.emphasis) { style.attributes.insert(.italic) }
        if look.contains(.strike) { style.attributes.insert(.strikethrough) }
        return style
    }

    private mutating func append(_ element: RichText.Element) {
        switch element {
        case .text(let text, let style): appendParsing(text, style)
        case .mention(let mention): append(mention)
        case .emoticon(let code): append(code, range: advance(by: code.text.unicodeScalars.count))
        case .picture(let picture): append(picture)
        case .lineBreak: appendLineBreak()
        }
    }

    /// Ends a line.
    mutating func appendLineBreak() {
        content.appendBreak()
        pieces.append(Piece(kind: .lineBreak, range: advance(by: 1)))
    }

    /// Adds a run of text as it is, without looking for codes.
    mutating func append(verbatim text: String, style: Style, scale: Int = 1) {
        let range = advance(by: text.unicodeScalars.count)
        content.append(text: text, style: number(of: style), scale: scale)
        pieces.append(Piece(kind: .text, range: range))
    }

    /// Adds a mention.
    private mutating func append(_ mention: Mention) {
        let isMine = me.map(mention.means) ?? false
        var style = isMine ? theme.ownMention : theme.mention
        let look = look(at: end)
        if !isMine, !look.isDisjoint(with: [.strong, .emphasis, .strike]) {
            style = styled(style, look.intersection([.strong, .emphasis, .strike]))
        }
        let range = advance(by: mention.text.unicodeScalars.count)
        content.append(token: marked(mention), id: pieces.count, style: number(of: style))
        pieces.append(Piece(kind: .mention(mention), range: range))
    }

    private func marked(_ mention: Mention) -> String {
        guard case .person(let id) = mention.target, let mark = marks[id] else { return mention.text }
        return "\(mention.text) (\(mark))"
    }

    private mutating func append(_ code: EmoticonCode, range: Range<Int>) {
        let style = number(of: theme.text)
        let emoticon = catalogue.emoticon(for: code)
        if let emoticon, tier == .cells, emoticon.art != nil {
            let size = size(of: code, emoticon)
            content.append(Box(id: pieces.count, width: size.width, height: size.height))
        } else if let emoticon, tier != .text, !emoticon.emoji.isEmpty {
            content.append(token: emoticon.emoji, id: pieces.count, style: style)
        } else {
            content.append(token: code.text, id: pieces.count, style: style)
        }
        pieces.append(Piece(kind: .emoticon(code, emoticon), range: range))
    }

    /// The cells of an emoticon: what its code asks for, the large size where the message says nothing else and there is
    /// a drawing for it, else its own.
    func size(of code: EmoticonCode, _ emoticon: Emoticon) -> CellSize {
        if let size = code.size { return size }
        if let largeSize, emoticon.arts[largeSize] != nil { return largeSize }
        return emoticon.size
    }

    /// Whether `text` is one to three emoticons, and blanks.
    private static func isEmoticonsOnly(_ text: RichText, _ catalogue: Catalogue) -> Bool {
        var count = 0
        for element in text.elements {
            switch element {
            case .emoticon: count += 1
            case .text(let text, _):
                guard text.utf8.count <= 300 else { return false }
                let scalars = Array(text.unicodeScalars)
                for piece in catalogue.pieces(of: text) {
                    switch piece {
                    case .emoticon: count += 1
                    case .text(let range): if !scalars[range].allSatisfy(\.properties.isWhitespace) { return false }
                    }
                }
            case .mention, .picture, .lineBreak: return false
            }
        }
        return (1...3).contains(count)
    }

    private mutating func append(_ picture: Picture) {
        guard picture.source.kind != nil else {
            // Nothing is known of such a source but what was said in its place.
            let text = picture.alt.isEmpty ? picture.source.text : picture.alt
            content.append(text: text, style: number(of: theme.picture))
            pieces.append(Piece(kind: .alternative(picture), range: advance(by: 1)))
            return
        }
        if pictures.usesWords {
            content.append(text: picture.words, style: number(of: theme.picture))
            pieces.append(Piece(kind: .alternative(picture), range: advance(by: 1)))
            return
        }
        let size = pictures.size(picture.size)
        content.append(
            Box(
                id: pieces.count, width: max(size.width, 0), height: max(size.height, 0),
                paddingX: max(picture.paddingX, 0), paddingY: max(picture.paddingY, 0)))
        pieces.append(Piece(kind: .picture(picture), range: advance(by: 1)))
    }

    /// Adds a run of text, in as many parts as it has looks.
    private mutating func append(linking text: String, style: Style, scale: Int) {
        guard !looks.isEmpty else { return appendLinks(text, style: style, scale: scale) }
        let scalars = text.unicodeScalars
        var start = scalars.startIndex
        while start < scalars.endIndex {
            let look = look(at: end)
            var count = 0
            let next = scalars[start...].firstIndex { _ in
                defer { count += 1 }
                return self.look(at: end + count) != look
            }
            let stop = next ?? scalars.endIndex
            appendLinks(String(scalars[start..<stop]), style: styled(style, look), scale: scale)
            start = stop
        }
    }

    /// Adds a run of text of one look; the addresses in it are pieces of their own, where they are to be marked.
    private mutating func appendLinks(_ text: String, style: Style, scale: Int) {
        let bytes = marksLinks ? Array(text.utf8) : []
        var start = 0
        for range in WebLinks.ranges(in: bytes) {
            append(part: bytes[start..<range.lowerBound], style, scale)
            append(part: bytes[range], style, scale)
            pieces[pieces.count - 1].link = String(decoding: bytes[range], as: UTF8.self)
            start = range.upperBound
        }
        if start == 0 {
            append(verbatim: text, style: style, scale: scale)
        } else {
            append(part: bytes[start...], style, scale)
        }
    }

    private mutating func append(part bytes: ArraySlice<UInt8>, _ style: Style, _ scale: Int) {
        if !bytes.isEmpty { append(verbatim: String(decoding: bytes, as: UTF8.self), style: style, scale: scale) }
    }

    private mutating func appendParsing(_ text: String, _ style: RichText.Style) {
        var look = theme.text
        if let name = style.colour, let colour = Theme.colour(named: name) { look.foreground = colour }
        // A code needs a bracket: most text has none and is one run.
        guard text.utf8.contains(UInt8(ascii: "[")) else {
            append(linking: text, style: look, scale: style.scale)
            return
        }
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        var place = 0
        let base = end
        for piece in catalogue.pieces(of: text) {
            switch piece {
            case .text(let range):
                index = scalars.index(index, offsetBy: range.lowerBound - place)
                let next = scalars.index(index, offsetBy: range.count)
                end = base + range.lowerBound
                append(linking: String(scalars[index..<next]), style: look, scale: style.scale)
                index = next
                place = range.upperBound
            case .emoticon(_, let range) where self.look(at: base + range.lowerBound).contains(.code):
                // Between grave accents all is meant as it stands.
                index = scalars.index(index, offsetBy: range.lowerBound - place)
                let next = scalars.index(index, offsetBy: range.count)
                end = base + range.lowerBound
                append(linking: String(scalars[index..<next]), style: look, scale: style.scale)
                index = next
                place = range.upperBound
            case .emoticon(let code, let range):
                append(code, range: base + range.lowerBound..<base + range.upperBound)
            }
        }
        end = base + scalars.count
    }

    private mutating func advance(by count: Int) -> Range<Int> {
        defer { end += count }
        return end..<end + count
    }

    private mutating func number(of style: Style) -> Int {
        if let known = styleNumbers[style] { return known }
        styles.append(style)
        styleNumbers[style] = styles.count - 1
        return styles.count - 1
    }
}
