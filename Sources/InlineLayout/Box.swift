/// Something in a line that cannot be split: a picture, an emoticon.
///
/// Its padding lies at the left and above only: the pen advances by ``paddingX`` + ``width``, and the line becomes at
/// least ``paddingY`` + ``height`` tall. In line breaking it counts as an object (class CB of UAX #14).
///
///     let smile = Box(id: 1, width: 4, height: 2, paddingX: 1, alignment: .centre)
public struct Box: Hashable, Sendable {
    /// What the caller knows it by; the engine only hands it back.
    public var id: Int
    /// Cells from its left to its right edge, at least 0.
    public var width: Int
    /// Rows from its top to its bottom edge, at least 0.
    public var height: Int
    /// Empty cells at its left, at least 0.
    public var paddingX: Int
    /// Empty rows above it, at least 0.
    public var paddingY: Int
    /// Where it stands in a line taller than itself; nil is at the top.
    public var alignment: VerticalAlignment?

    /// A box of `width` × `height` cells. Sizes and paddings are not negative.
    public init(
        id: Int, width: Int, height: Int, paddingX: Int = 0, paddingY: Int = 0, alignment: VerticalAlignment? = nil
    ) {
        precondition(min(width, height, paddingX, paddingY) >= 0, "a box has no negative size")
        self.id = id
        self.width = width
        self.height = height
        self.paddingX = paddingX
        self.paddingY = paddingY
        self.alignment = alignment
    }
}

/// Where something stands in a line that is taller than itself.
public enum VerticalAlignment: String, CaseIterable, Hashable, Sendable {
    /// In the first rows.
    case top
    /// In the middle; the odd row is below.
    case centre
    /// In the last rows.
    case bottom
}
