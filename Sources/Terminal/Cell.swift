/// What stands in one cell of a frame.
public struct Cell: Hashable, Sendable {
    /// One cluster; empty in the right half of a wide one.
    public let text: String
    /// Cells that the cluster takes: 1, 2, or 0 in the right half of a wide one.
    public let width: Int
    /// How it looks; the same in both halves of a wide cluster.
    public let style: Style

    /// A cell of that content.
    public init(text: String, width: Int, style: Style) {
        self.text = text
        self.width = width
        self.style = style
    }
}

/// A cell as a frame stores it: 16 bytes, nothing on the heap, compared field by field.
struct PackedCell: Equatable {
    /// Set in `content` when the rest of it is the number of a cluster kept in the frame.
    static let interned: UInt32 = 1 << 31

    /// Set in `attributes` for the first cell of a cluster in double size, and for the others of its block.
    static let large: UInt8 = 0x40
    static let covered: UInt8 = 0x80

    /// A scalar's value, or `interned` and a number; 0 in the right half of a wide cluster.
    var content: UInt32
    var foreground: UInt32
    var background: UInt32
    var attributes: UInt8
    var width: UInt8
    /// A link's number in the frame; 0 for none.
    var link: UInt16

    init(content: UInt32, width: Int, style: Style) {
        self.content = content
        self.width = UInt8(width)
        foreground = PackedCell.pack(style.foreground)
        background = PackedCell.pack(style.background)
        attributes = style.attributes.rawValue & ~(PackedCell.large | PackedCell.covered)
        link = style.link?.number ?? 0
    }

    /// The bits, in two halves, that are set in a cell that means something kept in its frame: a cluster or a link.
    static let references: (UInt64, UInt64) = {
        var cell = PackedCell(content: interned, width: 0, style: .plain)
        cell.link = .max
        return unsafeBitCast(cell, to: (UInt64, UInt64).self)
    }()

    var isInterned: Bool { content & PackedCell.interned != 0 }

    /// Whether it is part of a cluster in double size.
    var isMarked: Bool { attributes & (PackedCell.large | PackedCell.covered) != 0 }

    var style: Style {
        get {
            Style(
                foreground: PackedCell.unpack(foreground), background: PackedCell.unpack(background),
                Attributes(rawValue: attributes & ~(PackedCell.large | PackedCell.covered)),
                link: link == 0 ? nil : LinkID(number: link))
        }
        set {
            let marks = attributes & (PackedCell.large | PackedCell.covered)
            self = PackedCell(content: content, width: Int(width), style: newValue)
            attributes |= marks
        }
    }

    /// Whether both have one style, but for links.
    func isStyled(like other: PackedCell) -> Bool {
        foreground == other.foreground && background == other.background && attributes == other.attributes
    }

    /// Whether both look alike, whatever their text.
    func looksLike(_ other: PackedCell) -> Bool {
        foreground == other.foreground && background == other.background && attributes == other.attributes
            && width == other.width
    }

    private static func pack(_ colour: Colour) -> UInt32 {
        switch colour {
        case .standard: 0
        case .indexed(let index): 1 << 24 | UInt32(index)
        case .rgb(let red, let green, let blue): 2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        }
    }

    private static func unpack(_ word: UInt32) -> Colour {
        switch word >> 24 {
        case 0: .standard
        case 1: .indexed(UInt8(truncatingIfNeeded: word))
        default:
            .rgb(
                UInt8(truncatingIfNeeded: word >> 16), UInt8(truncatingIfNeeded: word >> 8),
                UInt8(truncatingIfNeeded: word))
        }
    }
}
