import RichText
import Terminal

/// Draws a bitmap with block characters: each cell gets the two colours, and the pattern of them, that come nearest.
public struct CellRenderer: Hashable, Sendable {
    /// The characters to draw with.
    public var blocks: BlockGlyphs
    /// How many colours there are. With sixteen or eight, a picture without a palette is drawn in greys.
    public var depth: ColourDepth
    /// The drawing's own colours, or nil for a photograph.
    public var palette: SnapPalette?

    /// The most columns and rows that are drawn.
    public static let largestSide = 500

    /// A renderer of those settings.
    public init(blocks: BlockGlyphs = .quadrants, depth: ColourDepth = .direct, palette: SnapPalette? = nil) {
        self.blocks = blocks
        self.depth = depth
        self.palette = palette
    }

    /// `bitmap` stretched to `size` cells, each side brought into 1 to ``largestSide``.
    ///
    /// A part of a cell that is more than half clear shows what is behind it; a cell with such a part has one ink.
    /// Without colours a drawing is figure and ground, and a photograph is dots.
    public func render(_ bitmap: Bitmap, size: CellSize) -> CellPicture {
        let width = min(max(size.width, 1), CellRenderer.largestSide)
        let height = min(max(size.height, 1), CellRenderer.largestSide)
        let grid = Resampled(bitmap, width: width * blocks.columns, height: height * blocks.rows)
        if depth == .monochrome && palette == nil { return dots(grid, CellSize(width: width, height: height)) }
        let inks = Inks(depth: depth == .monochrome ? .direct : depth, palette: palette)
        var cell = CellParts(blocks: blocks)
        var cells: [CellPicture.Cell] = []
        cells.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width {
                cell.read(grid, x: x, y: y, palette: palette)
                cells.append(cell.inColour(inks))
            }
        }
        let picture = CellPicture(complete: cells, CellSize(width: width, height: height))
        return depth == .monochrome ? picture.inMonochrome() : picture
    }

    private func dots(_ grid: Resampled, _ size: CellSize) -> CellPicture {
        let ink = Dithering(grid).ink
        var cells: [CellPicture.Cell] = []
        cells.reserveCapacity(size.width * size.height)
        for y in 0..<size.height {
            for x in 0..<size.width {
                var mask = 0
                for part in 0..<blocks.parts {
                    let (row, column) = (y * blocks.rows + part / blocks.columns, part % blocks.columns)
                    if ink[row * grid.width + x * blocks.columns + column] { mask |= 1 << part }
                }
                cells.append(CellPicture.Cell(blocks.glyph(mask)))
            }
        }
        return CellPicture(complete: cells, size)
    }
}

/// The parts of one cell and how they are drawn.
private struct CellParts {
    private let blocks: BlockGlyphs
    private let all: Int
    /// The colours of the parts with 1 in the last place, so that sums count their members.
    private var colours: [SIMD4<Float>]
    private var ink = 0

    init(blocks: BlockGlyphs) {
        self.blocks = blocks
        all = 1 << blocks.parts - 1
        colours = Array(repeating: .zero, count: blocks.parts)
    }

    mutating func read(_ grid: Resampled, x: Int, y: Int, palette: SnapPalette?) {
        ink = 0
        for row in 0..<blocks.rows {
            for column in 0..<blocks.columns {
                let part = row * blocks.columns + column
                var colour = grid.places[(y * blocks.rows + row) * grid.width + x * blocks.columns + column]
                if colour.w >= 0.5 { ink |= 1 << part }
                if let palette { colour = palette.channels[palette.nearest(to: colour)] }
                colour.w = 1
                colours[part] = colour
            }
        }
    }

    func inColour(_ inks: Inks) -> CellPicture.Cell {
        if ink == 0 { return CellPicture.Cell(" ") }
        if ink != all {
            return CellPicture.Cell(blocks.glyph(ink), foreground: inks.colour(average(of: ink), shownBy(ink)))
        }
        let mask = bestSplit()
        // A blank on a background closes the gaps that some terminals leave between rows of full blocks.
        if mask == 0 { return CellPicture.Cell(" ", background: inks.colour(average(of: all), shownBy(all))) }
        let foreground = inks.colour(average(of: mask), shownBy(mask))
        let background = inks.colour(average(of: all & ~mask), shownBy(all & ~mask))
        if foreground == background { return CellPicture.Cell(" ", background: background) }
        return CellPicture.Cell(blocks.glyph(mask), foreground: foreground, background: background)
    }

    /// The parts that are one of the two colours, 0 when one colour does for all.
    ///
    /// Of all splits it is the one with the least squared error; the last part is never in it, as its complement is
    /// the same split.
    private func bestSplit() -> Int {
        var total = SIMD4<Float>.zero
        for colour in colours { total += colour }
        // The larger the squared lengths of the two sums, each by its number, the smaller the error. A split that
        // gains less than this is noise.
        var best = 0
        var most = CellParts.weight(total) + 60 * Float(blocks.parts)
        var sum = SIMD4<Float>.zero
        var mask = 0
        // In Gray's order each step adds or takes away one part.
        for step in 1..<(1 << (blocks.parts - 1)) {
            let part = step.trailingZeroBitCount
            mask ^= 1 << part
            if mask & 1 << part != 0 { sum += colours[part] } else { sum -= colours[part] }
            let weight = CellParts.weight(sum) + CellParts.weight(total - sum)
            if weight > most { (best, most) = (mask, weight) }
        }
        return best
    }

    @inline(__always)
    private static func weight(_ sum: SIMD4<Float>) -> Float {
        (sum.x * sum.x + sum.y * sum.y + sum.z * sum.z) / sum.w
    }

    private func average(of mask: Int) -> SIMD4<Float> {
        var sum = SIMD4<Float>.zero
        for part in 0..<blocks.parts where mask & 1 << part != 0 { sum += colours[part] }
        return sum / sum.w
    }

    /// The colour that most of the parts in `mask` have.
    private func shownBy(_ mask: Int) -> SIMD4<Float> {
        var best = SIMD4<Float>.zero
        var most = 0
        for part in 0..<blocks.parts where mask & 1 << part != 0 {
            var count = 0
            for other in 0..<blocks.parts where mask & 1 << other != 0 && colours[other] == colours[part] { count += 1 }
            if count > most { (best, most) = (colours[part], count) }
        }
        return best
    }
}
