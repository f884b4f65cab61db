/// What is laid out: text, boxes and atomic texts in reading order.
///
/// All text lies in one arena of valid UTF-8; an item is a range of it. A box lies there too, as U+FFFC, so that line
/// breaking sees one text whatever it is made of.
///
///     var content = InlineContent()
///     content.append(text: "morning all ")
///     content.append(Box(id: 1, width: 4, height: 2))
///     content.append(token: "@Bea", id: 7)
///     let layout = content.layout(LayoutOptions(width: 20))
///     for fragment in layout.fragments { draw(fragment) }
public struct InlineContent: Hashable, Sendable {
    /// One thing that flows in a line.
    public enum Item: Hashable, Sendable {
        /// A run of text in the arena; each line feed in it is a forced break. A cluster takes `scale` times its cells
        /// and `scale` rows. A variation selector that comes first counts for nothing, whatever text is before it.
        case text(Range<Int>, style: Int, scale: Int)
        /// A box, which stands in the arena as the three bytes of U+FFFC from `at`.
        case box(Box, at: Int)
        /// Atomic text, such as a name or a code: it lies in the arena, is never broken inside and `width` cells wide.
        case token(Range<Int>, id: Int, style: Int, width: Int)
        /// A forced break, which stands in the arena as a line feed.
        case lineBreak(at: Int)
    }

    /// The items in reading order; positions name them by their index.
    public private(set) var items: [Item] = []
    /// The arena: valid UTF-8.
    public private(set) var utf8: [UInt8] = []

    /// Nothing.
    public init() {}

    /// Puts text at the end and returns its item's index. Empty text makes an item without a fragment.
    ///
    ///     content.append(text: "早上好", style: 1)
    ///
    /// - Parameters:
    ///   - style: A number that means something to the caller only.
    ///   - scale: The size of the letters, at least 1.
    @discardableResult
    public mutating func append(text: String, style: Int = 0, scale: Int = 1) -> Int {
        let start = utf8.count
        utf8.append(contentsOf: text.utf8)
        return append(.text(start..<utf8.count, style: style, scale: max(scale, 1)))
    }

    /// Puts bytes at the end as text and returns its item's index. Ill-formed UTF-8 becomes U+FFFD, one for each
    /// maximal subpart of a sequence, as the Unicode standard recommends.
    ///
    ///     let bytes: [UInt8] = [0x6F, 0x6B, 0xFF]
    ///     _ = bytes.withUnsafeBufferPointer { content.append(utf8: $0) }
    ///     String(decoding: content.utf8.suffix(5), as: UTF8.self)  // "ok\u{FFFD}"
    @discardableResult
    public mutating func append(utf8 bytes: UnsafeBufferPointer<UInt8>, style: Int = 0, scale: Int = 1) -> Int {
        append(text: String(decoding: bytes, as: UTF8.self), style: style, scale: scale)
    }

    /// Puts a box at the end and returns its item's index.
    ///
    ///     content.append(Box(id: 2, width: 2, height: 1, paddingX: 1))
    @discardableResult
    public mutating func append(_ box: Box) -> Int {
        utf8.append(contentsOf: [0xEF, 0xBF, 0xBC])
        return append(.box(box, at: utf8.count - 3))
    }

    /// Puts atomic text at the end and returns its item's index: like a box as wide as its text and one row high, before
    /// and after which a line breaks as its first and last scalars have it.
    ///
    ///     content.append(token: "@王伟", id: 8)
    @discardableResult
    public mutating func append(token: String, id: Int, style: Int = 0) -> Int {
        let start = utf8.count
        utf8.append(contentsOf: token.utf8)
        return append(.token(start..<utf8.count, id: id, style: style, width: token.cellWidth))
    }

    /// Puts a forced break at the end and returns its item's index.
    ///
    ///     content.appendBreak()
    @discardableResult
    public mutating func appendBreak() -> Int {
        utf8.append(0x0A)
        return append(.lineBreak(at: utf8.count - 1))
    }

    /// Replaces bytes of a text item; both ends must be edges of characters of it. Returns the bytes of the arena that
    /// were replaced, and by how many the arena grew.
    mutating func replace(_ range: Range<Int>, ofText item: Int, with text: String) -> (Range<Int>, growth: Int) {
        let start = items[item].range.lowerBound
        let replaced = start + range.lowerBound..<start + range.upperBound
        utf8.replaceSubrange(replaced, with: text.utf8)
        let growth = text.utf8.count - range.count
        for index in item..<items.count { items[index] = items[index].moved(by: growth, growing: index == item) }
        return (replaced, growth)
    }

    private mutating func append(_ item: Item) -> Int {
        items.append(item)
        return items.count - 1
    }
}

extension InlineContent.Item {
    /// The item's bytes in the arena.
    public var range: Range<Int> {
        switch self {
        case .text(let range, _, _), .token(let range, _, _, _): range
        case .box(_, let start): start..<start + 3
        case .lineBreak(let start): start..<start + 1
        }
    }

    /// The item `distance` bytes farther on in the arena, or longer by that many.
    fileprivate func moved(by distance: Int, growing: Bool) -> Self {
        func moved(_ range: Range<Int>) -> Range<Int> {
            (growing ? range.lowerBound : range.lowerBound + distance)..<range.upperBound + distance
        }
        switch self {
        case .text(let range, let style, let scale): return .text(moved(range), style: style, scale: scale)
        case .box(let box, let start): return .box(box, at: start + distance)
        case .token(let range, let id, let style, let width):
            return .token(moved(range), id: id, style: style, width: width)
        case .lineBreak(let start): return .lineBreak(at: start + distance)
        }
    }
}
