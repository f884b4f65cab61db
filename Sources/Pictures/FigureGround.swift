import Emoticons
import RichText
import Terminal

/// What of a drawing is ink where there are no colours, so that its parts still stand apart.
///
/// The colour that covers most of it is ink. Each other one, the larger first, is what its neighbours are not: eyes are
/// left out of a face, and pupils stand in the eyes again. What lies on nothing is always drawn, else it would not be seen.
struct FigureGround {
    /// A cell by the numbers of its colours; one that is not seen has none.
    private struct Part {
        var glyph: Unicode.Scalar
        var isBlock: Bool
        /// How much of it is in the foreground; a letter or a line covers about a quarter.
        var share: Float
        var front: Int?
        var back: Int?
    }

    private let size: CellSize
    private var parts: [Part] = []
    /// Which of the colours are ink, by their numbers.
    private var isInk: [Bool]

    init(_ picture: CellPicture) {
        size = picture.size
        var colours: [Colour] = []
        var areas: [Float] = []
        func number(_ colour: Colour, _ area: Float) -> Int? {
            guard colour != .standard, area > 0 else { return nil }
            let place = colours.firstIndex(of: colour) ?? colours.count
            if place == colours.count {
                colours.append(colour)
                areas.append(0)
            }
            areas[place] += area
            return place
        }
        parts.reserveCapacity(picture.cells.count)
        for cell in picture.cells {
            let covered = BlockGlyphs.share(of: cell.glyph)
            let share = covered ?? 0.25
            parts.append(
                Part(
                    glyph: cell.glyph, isBlock: covered != nil, share: share, front: number(cell.foreground, share),
                    back: number(cell.background, 1 - share)))
        }
        isInk = Array(repeating: true, count: colours.count)
        let contacts = contacts(of: colours.count)
        var known: [Int] = []
        for place in colours.indices.sorted(by: { areas[$0] != areas[$1] ? areas[$0] > areas[$1] : $0 < $1 }) {
            var balance: Float = 0
            for other in known { balance += (isInk[other] ? 1 : -1) * contacts[place * colours.count + other] }
            isInk[place] = balance <= 0
            known.append(place)
        }
    }

    /// How long the borders between each two of `count` colours are, about.
    private func contacts(of count: Int) -> [Float] {
        var result = Array(repeating: Float(0), count: count * count)
        func touch(_ first: Int?, _ second: Int?, _ length: Float) {
            guard let first, let second, first != second else { return }
            result[first * count + second] += length
            result[second * count + first] += length
        }
        func join(_ here: Part, _ there: Part) {
            touch(here.front, there.front, 0.25)
            touch(here.front, there.back, 0.25)
            touch(here.back, there.front, 0.25)
            touch(here.back, there.back, 0.25)
        }
        for y in 0..<size.height {
            for x in 0..<size.width {
                let here = parts[y * size.width + x]
                touch(here.front, here.back, 1)
                if x + 1 < size.width { join(here, parts[y * size.width + x + 1]) }
                if y + 1 < size.height { join(here, parts[(y + 1) * size.width + x]) }
            }
        }
        return result
    }

    /// The cell in column `x` of row `y` without colours.
    func cell(_ x: Int, _ y: Int) -> CellPicture.Cell {
        let part = parts[y * size.width + x]
        guard let back = part.back else {
            return CellPicture.Cell(part.share == 1 ? solid(part.front, x, y) : part.glyph)
        }
        guard let front = part.front, front != back else { return CellPicture.Cell(solid(back, x, y)) }
        if !part.isBlock { return CellPicture.Cell(part.glyph, isReversed: isInk[back]) }
        // Two that are the same are drawn as the larger of them.
        if isInk[back] == isInk[front] { return CellPicture.Cell(solid(part.share > 0.5 ? front : back, x, y)) }
        return CellPicture.Cell(isInk[back] ? BlockGlyphs.complement(of: part.glyph) ?? part.glyph : part.glyph)
    }

    /// A cell of one colour: full where that is ink, shaded at the drawing's edge, else empty.
    private func solid(_ colour: Int?, _ x: Int, _ y: Int) -> Unicode.Scalar {
        if colour.map({ isInk[$0] }) ?? true { return "█" }
        let isAtEdge = isOutside(x - 1, y) || isOutside(x + 1, y) || isOutside(x, y - 1) || isOutside(x, y + 1)
        return isAtEdge ? "▒" : " "
    }

    private func isOutside(_ x: Int, _ y: Int) -> Bool {
        guard x >= 0, x < size.width, y >= 0, y < size.height else { return true }
        let part = parts[y * size.width + x]
        return part.back == nil && part.share == 0
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
