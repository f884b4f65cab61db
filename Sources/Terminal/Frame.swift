/// A whole screen as a value: what `view` makes and a driver shows.
///
/// Its cells lie in one array, row by row. A cluster of one scalar is stored in its cell; longer ones are kept once in
/// the frame. Both halves of a wide cluster are owned: overwriting either blanks the other, so that a row is always
/// exactly as wide as the frame. Places outside the frame may be written and read; nothing happens there.
public struct Frame: Sendable, Equatable {
    /// The most cells that a frame has.
    public static let mostCells = 1 << 24

    /// Columns and rows; never negative, and at most ``mostCells`` in all.
    public let size: Size
    /// Where the cursor is shown; nil hides it.
    public var cursor: Point?

    var cells: [PackedCell]
    private var clusters: [String] = []
    private var numbers: [String: UInt32] = [:]
    /// Whether some cluster was ever put in double size.
    public internal(set) var hasLargeText = false
    /// The addresses of links, by number from 1.
    var addresses: [String] = []
    var linkNumbers: [String: UInt16] = [:]

    /// A frame of blanks in that style; a size outside the limits is brought to the nearest one inside.
    public init(size: Size, style: Style = .plain) {
        let width = min(max(size.width, 0), Frame.mostCells)
        let height = min(max(size.height, 0), Frame.mostCells / max(width, 1))
        self.size = Size(width: width, height: height)
        cells = Array(repeating: PackedCell(content: 0x20, width: 1, style: style), count: width * height)
    }

    /// What stands in a cell; a plain blank outside the frame.
    public subscript(x: Int, y: Int) -> Cell {
        guard let index = index(x, y) else { return Cell(text: " ", width: 1, style: .plain) }
        let cell = cells[index]
        return Cell(text: text(of: cell), width: Int(cell.width), style: cell.style)
    }

    /// The row as a reader sees it, each cluster once, trailing blanks kept; empty outside the frame.
    public func text(row: Int) -> String {
        guard row >= 0, row < size.height else { return "" }
        var result = ""
        for cell in cells[row * size.width..<(row + 1) * size.width] where cell.width > 0 {
            result += text(of: cell)
        }
        return result
    }

    /// Whether a cell of this frame shows the same as one of the other.
    @inline(__always)
    func shows(_ left: PackedCell, likeThat right: PackedCell, of other: Frame) -> Bool {
        if left.link | right.link != 0, !leadsWhere(left, right, of: other) { return false }
        if !left.isInterned && !right.isInterned { return left.content == right.content && left.looksLike(right) }
        return left.looksLike(right) && text(of: left) == other.text(of: right)
    }

    /// Frames are equal when they show the same, however they came to it.
    public static func == (left: Frame, right: Frame) -> Bool {
        guard left.size == right.size, left.cursor == right.cursor else { return false }
        return (0..<left.size.height).allSatisfy { left.row($0, equalsThatOf: right) }
    }

    func index(_ x: Int, _ y: Int) -> Int? {
        guard x >= 0, y >= 0, x < size.width, y < size.height else { return nil }
        return y * size.width + x
    }

    /// The stored form of a cluster of one or more scalars.
    mutating func content(of cluster: Substring) -> UInt32 {
        let scalars = cluster.unicodeScalars
        if let first = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex {
            return first.value
        }
        let text = String(cluster)
        if let number = numbers[text] { return PackedCell.interned | number }
        let number = UInt32(clusters.count)
        clusters.append(text)
        numbers[text] = number
        return PackedCell.interned | number
    }

    private func text(of cell: PackedCell) -> String {
        guard cell.width > 0 else { return "" }
        if cell.isInterned { return clusters[Int(cell.content & ~PackedCell.interned)] }
        return Unicode.Scalar(cell.content).map(String.init) ?? ""
    }
}
