import Emoticons
import RichText
import Terminal

/// What of a drawing is ink where there are no colours, so that its parts still stand apart.
///
/// The colour that covers most of it is ink. Each other one, the larger first, is what its neighbours are not: eyes are
/// left out of a face, and pupils stand in the eyes again. What lies on nothing is always drawn, else it would not be seen.
struct FigureGround {
    private let picture: CellPicture
    /// The colours, and which of them are ink.
    private var colours: [Colour] = []
    private var isInk: [Bool] = []

    init(_ picture: CellPicture) {
        self.picture = picture
        var areas: [Float] = []
        for cell in picture.cells {
            let share = FigureGround.share(of: cell)
            for (colour, area) in [(cell.foreground, share), (cell.background, 1 - share)] {
                guard colour != .standard, area > 0 else { continue }
                if let place = colours.firstIndex(of: colour) {
                    areas[place] += area
                } else {
                    colours.append(colour)
                    areas.append(area)
                }
            }
        }
        let contacts = contacts()
        isInk = Array(repeating: true, count: colours.count)
        var known: [Int] = []
        let bySize = colours.indices.sorted { areas[$0] != areas[$1] ? areas[$0] > areas[$1] : $0 < $1 }
        for place in bySize {
            var balance: Float = 0
            for other in known { balance += (isInk[other] ? 1 : -1) * contacts[place * colours.count + other] }
            isInk[place] = balance <= 0
            known.append(place)
        }
    }

    /// How much of a cell is in its foreground; a letter or a line covers about a quarter.
    private static func share(of cell: CellPicture.Cell) -> Float { BlockGlyphs.share(of: cell.glyph) ?? 0.25 }

    /// How long the borders between each two colours are, about.
    private func contacts() -> [Float] {
        var result = Array(repeating: Float(0), count: colours.count * colours.count)
        func touch(_ first: Int, _ second: Int, _ length: Float) {
            guard first != second else { return }
            result[first * colours.count + second] += length
            result[second * colours.count + first] += length
        }
        let places = picture.cells.map { cell in
            let share = FigureGround.share(of: cell)
            let seen = [share > 0 ? cell.foreground : .standard, share < 1 ? cell.background : .standard]
            return seen.compactMap { colour in colours.firstIndex(of: colour) }
        }
        for y in 0..<picture.size.height {
            for x in 0..<picture.size.width {
                let here = places[y * picture.size.width + x]
                if here.count == 2 { touch(here[0], here[1], 1) }
                for (dx, dy) in [(1, 0), (0, 1)] where x + dx < picture.size.width && y + dy < picture.size.height {
                    for first in here {
                        for second in places[(y + dy) * picture.size.width + x + dx] { touch(first, second, 0.25) }
                    }
                }
            }
        }
        return result
    }

    /// The cell in column `x` of row `y` without colours.
    func cell(_ x: Int, _ y: Int) -> CellPicture.Cell {
        let cell = picture[x, y]
        let share = FigureGround.share(of: cell)
        if cell.background == .standard && share < 1 { return CellPicture.Cell(cell.glyph) }
        if share == 0 || cell.foreground == cell.background { return CellPicture.Cell(solid(cell.background, x, y)) }
        if share == 1 { return CellPicture.Cell(solid(cell.foreground, x, y)) }
        let back = isInk(cell.background)
        if BlockGlyphs.share(of: cell.glyph) == nil { return CellPicture.Cell(cell.glyph, isReversed: back) }
        // Two that are the same are drawn as the larger of them.
        if back == isInk(cell.foreground) {
            return CellPicture.Cell(solid(share > 0.5 ? cell.foreground : cell.background, x, y))
        }
        return CellPicture.Cell(back ? BlockGlyphs.complement(of: cell.glyph) ?? cell.glyph : cell.glyph)
    }

    private func isInk(_ colour: Colour) -> Bool {
        colours.firstIndex(of: colour).map { isInk[$0] } ?? true
    }

    /// A cell of one colour: full where that is ink, shaded at the drawing's edge, else empty.
    private func solid(_ colour: Colour, _ x: Int, _ y: Int) -> Unicode.Scalar {
        if isInk(colour) { return "█" }
        let neighbours = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        return neighbours.contains { isOutside($0.0, $0.1) } ? "▒" : " "
    }

    private func isOutside(_ x: Int, _ y: Int) -> Bool {
        guard x >= 0, x < picture.size.width, y >= 0, y < picture.size.height else { return true }
        return picture[x, y].isClear
    }
}

extension CellPicture {
    /// The drawing for terminals without colours: its main colour is ink, what lies in it is left out.
    public func inMonochrome() -> CellPicture {
        let drawing = FigureGround(self)
        var cells: [Cell] = []
        cells.reserveCapacity(self.cells.count)
        for y in 0..<size.height {
            for x in 0..<size.width { cells.append(drawing.cell(x, y)) }
        }
        return CellPicture(complete: cells, size)
    }

    /// A picture of an emoticon's glyphs; of a cell's cluster, the first character.
    public init(_ art: GlyphArt) {
        let cells = art.rows.joined().map { cell in
            Cell(
                cell.glyph.unicodeScalars.first ?? " ", foreground: cell.foreground.map(Colour.init) ?? .standard,
                background: cell.background.map(Colour.init) ?? .standard)
        }
        self.init(complete: cells, art.size)
    }
}
