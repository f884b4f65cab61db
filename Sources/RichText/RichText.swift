/// The content of a message: runs of text, mentions, emoticons, pictures and line breaks, in order.
///
/// A mention, an emoticon and a picture are one element each; no position lies inside them. Text that comes from
/// outside must have passed ``HarmlessText`` before it gets here.
public struct RichText: Hashable, Sendable {
    /// How a run of text looks.
    public struct Style: Hashable, Sendable {
        /// The colour's name or `#rrggbb`, or nil for the reader's own.
        public var colour: String?
        /// The font size: a cluster takes `scale` times its cells and `scale` rows; at least 1.
        public var scale: Int

        /// A style; without arguments, that of plain text.
        public init(colour: String? = nil, scale: Int = 1) {
            self.colour = colour
            self.scale = scale
        }

        /// Plain text.
        public static let plain = Style()
    }

    /// One thing of a message.
    public enum Element: Hashable, Sendable {
        /// A run of text without line breaks.
        case text(String, Style)
        /// A person, or everyone.
        case mention(Mention)
        /// An emoticon of a pack.
        case emoticon(EmoticonCode)
        /// A picture.
        case picture(Picture)
        /// The end of a line.
        case lineBreak
    }

    /// The elements in reading order; neighbouring runs of one style are one run, and no run is empty.
    public private(set) var elements: [Element] = []

    /// An empty text.
    public init() {}

    /// A text of `elements`.
    public init(_ elements: some Sequence<Element>) {
        for element in elements { append(element) }
    }

    /// A text of plain characters; each line feed in it becomes a line break.
    public init(plain text: String, style: Style = .plain) {
        append(text: text, style: style)
    }

    /// Whether nothing is in it.
    public var isEmpty: Bool { elements.isEmpty }

    /// Puts `element` at the end; text joins a run of its own style that stands there.
    public mutating func append(_ element: Element) {
        switch element {
        case .text("", _): break
        case .text(let text, let style):
            if case .text(let before, style)? = elements.last {
                elements[elements.count - 1] = .text(before + text, style)
            } else {
                elements.append(element)
            }
        default: elements.append(element)
        }
    }

    /// Puts `text` at the end; each line feed in it becomes a line break.
    public mutating func append(text: String, style: Style = .plain) {
        // A text in one line is taken as it is, without a copy.
        if !text.utf8.contains(0x0A) { return append(.text(text, style)) }
        var rest = text.unicodeScalars[...]
        while let end = rest.firstIndex(of: "\n") {
            append(.text(String(rest[..<end]), style))
            append(.lineBreak)
            rest = rest[rest.index(after: end)...]
        }
        append(.text(String(rest), style))
    }

    /// The same without the blanks and line breaks at its end, which nobody means to send.
    public var withoutTrailingBlanks: RichText {
        var kept = elements
        while let last = kept.popLast() {
            if case .lineBreak = last { continue }
            guard case .text(let text, let style) = last else {
                kept.append(last)
                break
            }
            let scalars = text.unicodeScalars
            guard let end = scalars.lastIndex(where: { !$0.properties.isWhitespace }) else { continue }
            kept.append(.text(String(scalars[...end]), style))
            break
        }
        return RichText(kept)
    }

    /// The mentions, in order.
    public var mentions: [Mention] {
        elements.compactMap { if case .mention(let mention) = $0 { mention } else { nil } }
    }

    /// Whether a mention in it means `person`.
    public func mentions(_ person: PersonID) -> Bool { mentions.contains { $0.means(person) } }
}

extension RichText: ExpressibleByArrayLiteral, ExpressibleByStringLiteral {
    /// A text of the elements written down.
    public init(arrayLiteral elements: Element...) { self.init(elements) }

    /// A plain text.
    public init(stringLiteral value: String) { self.init(plain: value) }
}
