import Pictures
import RichText
import Terminal
import TestSupport
import Testing

private let red = Colour.rgb(255, 0, 0)
private let blue = Colour.rgb(0, 0, 255)

@Suite struct CellRendererTests {
    private func rendered(
        _ bitmap: Bitmap, _ width: Int, _ height: Int, _ blocks: BlockGlyphs = .quadrants,
        _ depth: ColourDepth = .direct, palette: SnapPalette? = nil
    ) -> CellPicture {
        CellRenderer(blocks: blocks, depth: depth, palette: palette)
            .render(bitmap, size: CellSize(width: width, height: height))
    }

    @Test(arguments: [BlockGlyphs.halves, .quadrants, .sextants])
    func oneColourFillsWholeCells(blocks: BlockGlyphs) throws {
        let picture = rendered(try Drawing.bitmap("RR", "RR"), 3, 2, blocks)
        #expect(picture.cells == Array(repeating: CellPicture.Cell(" ", background: red), count: 6))
    }

    @Test(arguments: [BlockGlyphs.halves, .quadrants, .sextants])
    func whatIsClearShowsWhatIsBehind(blocks: BlockGlyphs) throws {
        let picture = rendered(try Drawing.bitmap("..", "rr"), 2, 1, blocks)
        #expect(picture.cells == Array(repeating: CellPicture.Cell(" "), count: 2))
        var frame = Frame(size: Size(width: 2, height: 1), style: Style(background: .indexed(4)))
        frame.write("ab", x: 0, y: 0)
        let before = frame
        frame.draw(picture, x: 0, y: 0, clip: Rect(frame.size))
        #expect(frame == before)
    }

    @Test func aCellThatIsClearInPartHasOneInk() throws {
        let picture = rendered(try Drawing.bitmap("R.", "BB"), 1, 1)
        #expect(picture.cells == [CellPicture.Cell("▙", foreground: .rgb(82, 0, 173))])
    }

    @Test func twoColoursAreDrawnExactly() throws {
        let checker = try Drawing.bitmap("RBBB", "BRRR")
        #expect(
            rendered(checker, 2, 1).cells == [
                .init("▞", foreground: blue, background: red), .init("▀", foreground: blue, background: red),
            ])
        let stripes = try Drawing.bitmap("R", "B", "B", "R")
        #expect(
            rendered(stripes, 1, 2, .halves).cells == [
                .init("▀", foreground: red, background: blue), .init("▀", foreground: blue, background: red),
            ])
    }

    /// Every pattern of two colours in one cell comes back pixel by pixel.
    @Test(arguments: [BlockGlyphs.halves, .quadrants, .sextants])
    func everyPatternIsDrawnExactly(blocks: BlockGlyphs) throws {
        let (columns, rows) = blocks == .halves ? (1, 2) : blocks == .quadrants ? (2, 2) : (2, 3)
        var glyphs: Set<Unicode.Scalar> = []
        for mask in 0..<(1 << (columns * rows)) {
            let pixels = (0..<columns * rows).map { Drawing.inks[mask & 1 << $0 != 0 ? "R" : "B"]! }
            let bitmap = try #require(Bitmap(width: columns, height: rows, pixels: pixels))
            let cell = rendered(bitmap, 1, 1, blocks).cells[0]
            #expect(Self.parts(of: cell, columns: columns, rows: rows) == pixels, "pattern \(mask)")
            let clear = pixels.map { $0.x > 0 ? $0 : .zero }
            let inked = rendered(try #require(Bitmap(width: columns, height: rows, pixels: clear)), 1, 1, blocks)
            glyphs.insert(inked.cells[0].glyph)
        }
        // A full cell is a blank on a background, as an empty one is.
        #expect(glyphs.count == 1 << (columns * rows) - 1)
    }

    @Test func patternsFollowUnicode() throws {
        #expect(rendered(try Drawing.bitmap("R.", "..", ".."), 1, 1, .sextants).cells[0].glyph == "\u{1FB00}")
        #expect(rendered(try Drawing.bitmap("RR", "RR", "R."), 1, 1, .sextants).cells[0].glyph == "\u{1FB1D}")
        #expect(rendered(try Drawing.bitmap(".R", "RR", "RR"), 1, 1, .sextants).cells[0].glyph == "\u{1FB3B}")
        #expect(rendered(try Drawing.bitmap("R.", "R.", "R."), 1, 1, .sextants).cells[0].glyph == "▌")
    }

    @Test func aDrawingKeepsItsOwnColours() throws {
        let face = try Drawing.face(side: 64)
        let palette = try #require(SnapPalette(of: face))
        #expect(palette.colours == [.rgb(255, 208, 46), .rgb(58, 35, 0)])
        for blocks in [BlockGlyphs.halves, .quadrants, .sextants] {
            for cell in rendered(face, 8, 4, blocks, palette: palette).cells {
                for colour in [cell.foreground, cell.background] where colour != .standard {
                    #expect(palette.colours.contains(colour))
                }
            }
        }
    }

    /// Whatever its size, a drawing has a palette, and one with a quarter of stray colours has none.
    @Test(arguments: [20, 150])
    func aPhotographHasNoPalette(side: Int) throws {
        var generator = SeededGenerator(seed: 12)
        for (share, hasPalette) in [(0, true), (15, true), (40, false), (100, false)] {
            let pixels = (0..<side * side).map { place -> SIMD4<UInt8> in
                let isStray = Int.random(in: 0..<100, using: &generator) < share
                func channel() -> UInt8 { UInt8.random(in: 0...255, using: &generator) }
                return isStray
                    ? SIMD4(channel(), channel(), channel(), 255) : SIMD4(255, UInt8(place & 1) * 200, 0, 255)
            }
            let bitmap = try #require(Bitmap(width: side, height: side, pixels: pixels))
            #expect((SnapPalette(of: bitmap) != nil) == hasPalette, "\(share) of 100 at \(side)")
        }
        #expect(SnapPalette(of: try Drawing.bitmap("..", "..")) == nil)
    }

    @Test func aFaceIsAFace() throws {
        let face = try Drawing.face(side: 64)
        let picture = rendered(face, 8, 4, palette: SnapPalette(of: face))
        #expect(Drawing.glyphs(picture) == Self.goldenQuadrants)
        let sextants = rendered(face, 6, 3, .sextants, palette: SnapPalette(of: face))
        #expect(Drawing.glyphs(sextants) == Self.goldenSextants)
    }

    private static let goldenQuadrants = [" ▄▟  ▙▄ ", "▟  ▌▌  ▙", "▜ ▀▀▀▀ ▛", " ▀▜  ▛▀ "]
    private static let goldenSextants = ["🬞🬹🬏🬝🬹🬏", " 🬁🬀🬁🬀 ", "🬁🬎🬂🬂🬎🬀"]

    @Test func coloursAreThoseOfTheTerminal() throws {
        let face = try Drawing.face(side: 32)
        let photo = try Drawing.bitmap("RBRW", "KWYB", "YYRK", "BWKR")
        for (bitmap, palette) in [(face, SnapPalette(of: face)), (photo, nil)] {
            for depth in [ColourDepth.monochrome, .eight, .sixteen, .palette] {
                for cell in rendered(bitmap, 5, 3, .quadrants, depth, palette: palette).cells {
                    for colour in [cell.foreground, cell.background] {
                        #expect(colour.reduced(to: depth) == colour, "\(depth)")
                    }
                }
            }
        }
        let eight = rendered(try Drawing.bitmap("WK"), 1, 1, .quadrants, .eight).cells[0]
        #expect(eight.foreground == .indexed(7) && eight.background == .indexed(0))
    }

    @Test func nothingIsTooSmallOrTooLarge() throws {
        let dot = try Drawing.bitmap("R")
        #expect(rendered(dot, 0, -3).size == CellSize(width: 1, height: 1))
        #expect(rendered(dot, .max, .max, .halves).size == CellSize(width: 500, height: 500))
        #expect(Bitmap(width: 0, height: 1, pixels: []) == nil)
        #expect(Bitmap(width: 2, height: 2, pixels: []) == nil)
        #expect(Bitmap(width: 1, height: 1, rgba: [1, 2, 3]) == nil)
    }

    @Test func drawingIsClippedOnAllSides() throws {
        let picture = rendered(try Drawing.bitmap("RB", "BR"), 2, 2, .halves)
        for (x, y) in [(-1, -1), (3, 1), (Int.max, 0), (0, Int.min)] {
            var frame = Frame(size: Size(width: 4, height: 2))
            frame.draw(picture, x: x, y: y, clip: Rect(x: 0, y: 0, width: 4, height: 2))
            let drawn = (0..<2).flatMap { row in (0..<4).filter { frame[$0, row].style != .plain } }
            #expect(drawn.count == (abs(x) < 9 ? 1 : 0) * (y == 1 || y == -1 ? 1 : 0))
        }
    }

    /// The resampling keeps the mean of what it averages, whatever the ratio.
    @Test func averagesAreKept() throws {
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<50 {
            let (width, height) = (Int.random(in: 1...40, using: &generator), Int.random(in: 1...40, using: &generator))
            let pixels = (0..<width * height).map { _ in
                let light = UInt8.random(in: 0...255, using: &generator)
                return SIMD4(light, light, light, 255)
            }
            let bitmap = try #require(Bitmap(width: width, height: height, pixels: pixels))
            let mean = pixels.reduce(0) { $0 + Int($1.x) } / pixels.count
            let cell = rendered(bitmap, 1, 1, .halves).cells[0]
            let (upper, lower) = (cell.foreground.channels.red, cell.background.channels.red)
            let found = cell.glyph == " " ? Int(lower) : (Int(upper) + Int(lower)) / 2
            #expect(abs(found - mean) <= 9, "\(width)x\(height)")
        }
    }

    /// What a cell shows, part by part.
    private static func parts(of cell: CellPicture.Cell, columns: Int, rows: Int) -> [SIMD4<UInt8>] {
        let quadrants = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars)
        var mask: Int
        switch (rows, cell.glyph.value) {
        case (2, _) where columns == 1: mask = Array(" ▀▄█".unicodeScalars).firstIndex(of: cell.glyph) ?? 0
        case (2, _): mask = quadrants.firstIndex(of: cell.glyph) ?? 0
        case (_, 0x258C): mask = 0b010101
        case (_, 0x2590): mask = 0b101010
        case (_, 0x1FB00...0x1FB3B):
            mask = Int(cell.glyph.value) - 0x1FB00 + 1
            if mask >= 0b010101 { mask += 1 }
            if mask >= 0b101010 { mask += 1 }
        default: mask = 0
        }
        return (0..<columns * rows).map { part in
            let (red, green, blue) = (mask & 1 << part != 0 ? cell.foreground : cell.background).channels
            return SIMD4(red, green, blue, 255)
        }
    }
}
