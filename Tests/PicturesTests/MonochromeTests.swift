import Emoticons
import Pictures
import RichText
import Terminal
import TestSupport
import Testing

/// Pictures where there are no colours, drawn as rows of glyphs; a cell whose colours are exchanged has `~` behind it.
@Suite struct MonochromeTests {
    private static let inks: [Character: ArtColour?] = [
        ".": nil, "Y": ArtColour("#FFD02E"), "K": ArtColour("#3A2300"), "S": ArtColour("#F5B566"),
        "B": ArtColour("#2F7DE1"), "W": ArtColour("#FFFFFF"), "R": ArtColour("#E81E28"),
    ]

    /// Glyphs, inks and what is behind them, as in the sources of the packs; `_` is a blank.
    private func art(_ rows: String...) throws -> GlyphArt {
        let cells = try rows.map { row in
            let parts = row.split(separator: " ").map(Array.init)
            try #require(parts.count == 3)
            return try zip(parts[0], zip(parts[1], parts[2])).map { glyph, colours in
                GlyphArt.Cell(
                    glyph == "_" ? " " : String(glyph), foreground: try #require(Self.inks[colours.0]),
                    background: try #require(Self.inks[colours.1]))
            }
        }
        return try #require(GlyphArt(rows: cells))
    }

    private func plain(_ art: GlyphArt) -> [String] {
        let picture = CellPicture(art).inMonochrome()
        return (0..<picture.size.height).map { y in
            (0..<picture.size.width).map { x in
                let cell = picture[x, y]
                #expect(cell.foreground == .standard && cell.background == .standard)
                return String(cell.glyph) + (cell.isReversed ? "~" : "")
            }.joined()
        }
    }

    @Test func aFaceIsInkAndItsEyesAreNot() throws {
        let face = try art("▟▌▐▙ YKKY .YY.", "▜••▛ YKKY .YY.", "▜▄▄▛ YWWY .YY.")
        #expect(plain(face) == ["▟▐▌▙", "▜•~•~▛", "▜▀▀▛"])
    }

    @Test func whatLiesInAHoleIsInkAgain() throws {
        let eye = try art("▗▄▄▖ WWWW ....", "█▐▌█ WBBW .WW.", "█▞▚█ WKKW .BB.", "▝▀▀▘ WWWW ....")
        #expect(plain(eye) == ["▗▄▄▖", "█▌▐█", "█▞▚█", "▝▀▀▘"])
    }

    @Test func aSleeveIsShadedAndNotLost() throws {
        let hand = try art("_▗▌_ SSSS ....", "_██_ .SS. BSSB", "████ BSSB ....")
        #expect(plain(hand) == [" ▗▌ ", "▒██▒", "▒██▒"])
    }

    @Test func whatLiesOnNothingIsSeen() throws {
        #expect(plain(try art("╲▟▙╱ RYYR ....", "_♥•_ .RK. ....")) == ["╲▟▙╱", " ♥• "])
    }

    @Test func aFrameWithoutColoursShowsIt() throws {
        var frame = Frame(size: Size(width: 4, height: 1))
        draw(try art("▐•_▌ YKKY .YY."), x: 0, y: 0, clip: Rect(frame.size), depth: .monochrome, into: &frame)
        #expect((0..<4).map { frame[$0, 0].text } == ["▐", "•", "█", "▌"])
        #expect(frame[1, 0].style == Style(.reverse) && frame[2, 0].style == .plain)
        draw(try art("▐•_▌ YKKY .YY."), x: 0, y: 0, clip: Rect(frame.size), depth: .eight, into: &frame)
        #expect(frame[1, 0].style == Style(foreground: .rgb(58, 35, 0), background: .rgb(255, 208, 46)))
    }

    @Test(arguments: [BlockGlyphs.halves, .quadrants, .sextants])
    func aDrawingIsTheSameWithoutItsColours(blocks: BlockGlyphs) throws {
        let face = try Drawing.face(side: 64)
        let palette = SnapPalette(of: face)
        let size = CellSize(width: 8, height: 4)
        let coloured = CellRenderer(blocks: blocks, palette: palette).render(face, size: size)
        let plain = CellRenderer(blocks: blocks, depth: .monochrome, palette: palette).render(face, size: size)
        let yellow = Colour.rgb(255, 208, 46)
        for (with, without) in zip(coloured.cells, plain.cells) {
            #expect(without.foreground == .standard && without.background == .standard && !without.isReversed)
            // Ink is where the face is yellow, and nowhere else.
            switch (with.glyph, with.foreground == yellow, with.background == yellow) {
            case (" ", _, true): #expect(without.glyph == "█")
            case (" ", _, false): #expect(without.glyph == " " || without.glyph == "▒")
            case (let glyph, true, _): #expect(without.glyph == glyph)
            case (let glyph, false, _): #expect(without.glyph != glyph || with.background == .standard)
            }
        }
    }

    /// A photograph's light is the share of its dots.
    @Test func dotsAreAsDenseAsThePictureIsLight() throws {
        let side = 64
        let pixels = (0..<side * side).map { place in
            let light = UInt8(place % side * 255 / (side - 1))
            return SIMD4<UInt8>(light, light, light, 255)
        }
        let bitmap = try #require(Bitmap(width: side, height: side, pixels: pixels))
        let picture = CellRenderer(depth: .monochrome).render(bitmap, size: CellSize(width: 32, height: 16))
        func dots(_ columns: Range<Int>) -> Double {
            let shares: [Unicode.Scalar: Double] = [
                " ": 0, "▘": 1, "▝": 1, "▖": 1, "▗": 1, "▀": 2, "▌": 2, "▞": 2, "▚": 2, "▐": 2, "▄": 2, "▛": 3, "▜": 3,
                "▙": 3, "▟": 3, "█": 4,
            ]
            let cells = (0..<16).flatMap { y in columns.map { picture[$0, y].glyph } }
            return cells.reduce(0) { $0 + (shares[$1] ?? .infinity) } / Double(cells.count) / 4
        }
        #expect(dots(0..<2) == 0 && dots(30..<32) == 1)
        for first in stride(from: 4, to: 28, by: 4) {
            #expect(abs(dots(first..<first + 4) - Double(first + 2) / 32) < 0.1, "columns from \(first)")
        }
    }

    @Test func edgesOfAPhotographStay() throws {
        let bitmap = try Drawing.bitmap("KKWW", "KKWW", "WWKK", "WWKK")
        let picture = CellRenderer(depth: .monochrome).render(bitmap, size: CellSize(width: 4, height: 2))
        #expect(Drawing.glyphs(picture) == ["  ██", "██  "])
    }

    @Test func nothingAtAllIsHarmless() throws {
        let clear = CellRenderer(depth: .monochrome).render(
            try Drawing.bitmap(".."), size: CellSize(width: 3, height: 1))
        #expect(Drawing.glyphs(clear) == ["   "])
        #expect(plain(try art("__ .. ..")) == ["  "])
    }
}
