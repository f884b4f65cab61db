import Emoticons
import PictureStore
import Pictures
import RichText
import Terminal
import Testing

@Suite struct ArtDrawingTests {
    private static let yellow = ArtColour(red: 255, green: 208, blue: 46)

    private static func art() throws -> GlyphArt {
        let rows = ["▐••▌", "▐╰╯▌"].map { row in
            row.unicodeScalars.map { glyph in
                GlyphArt.Cell(String(glyph), foreground: yellow, background: glyph == "•" ? yellow : nil)
            }
        }
        return try #require(GlyphArt(rows: rows))
    }

    private func drawn(x: Int, y: Int, clip: Rect, background: Colour = .standard) throws -> Frame {
        var frame = Frame(size: Size(width: 6, height: 3), style: Style(background: background))
        draw(try Self.art(), x: x, y: y, clip: clip, depth: .direct, into: &frame)
        return frame
    }

    @Test func artIsDrawnWhereItIsPut() throws {
        let frame = try drawn(x: 1, y: 0, clip: Rect(x: 0, y: 0, width: 6, height: 3), background: .indexed(4))
        #expect((0..<3).map(frame.text(row:)) == [" ▐••▌ ", " ▐╰╯▌ ", "      "])
        #expect(frame[1, 0].style.foreground == .rgb(255, 208, 46))
        #expect(frame[1, 0].style.background == .indexed(4), "what is there shines through")
        #expect(frame[2, 0].style.background == .rgb(255, 208, 46))
    }

    @Test func artIsClippedOnAllSides() throws {
        let frame = try drawn(x: 1, y: 0, clip: Rect(x: 2, y: 1, width: 2, height: 9))
        #expect((0..<3).map(frame.text(row:)) == ["      ", "  ╰╯  ", "      "])
        let corner = try drawn(x: -2, y: -1, clip: Rect(x: -9, y: -9, width: 99, height: 99))
        #expect(corner.text(row: 0) == "╯▌    ")
        for place in [(Int.max, 0), (0, Int.max), (Int.min, 0), (100, 100)] {
            let clip = Rect(x: 0, y: 0, width: 6, height: 3)
            #expect(try drawn(x: place.0, y: place.1, clip: clip) == Frame(size: Size(width: 6, height: 3)))
        }
    }

    /// With however few colours, no two emoticons of a pack look the same, and none of them is a mere blot.
    @Test(arguments: [ColourDepth.monochrome, .eight, .sixteen, .palette])
    func emoticonsAreToldApart(depth: ColourDepth) throws {
        let packs = PackLoader.load(folders: [Programs.repository + "/emoticons"]).packs
        try #require(packs.count == 2)
        for (pack, width) in packs.flatMap({ pack in [4, 6, 8].map { (pack, $0) } }) {
            let size = CellSize(width: width, height: width / 2)
            var seen: [[String]: String] = [:]
            for emoticon in pack.emoticons {
                var frame = Frame(size: Size(width: size.width, height: size.height))
                let art = try #require(emoticon.art(within: size))
                draw(art, x: 0, y: 0, clip: Rect(frame.size), depth: depth, into: &frame)
                let cells = (0..<size.height).flatMap { y in
                    (0..<size.width).map { x in
                        let style = frame[x, y].style
                        let (front, back) = (style.foreground.reduced(to: depth), style.background.reduced(to: depth))
                        return "\(frame[x, y].text) \(front) \(back) \(style.attributes.rawValue)"
                    }
                }
                if let other = seen.updateValue(emoticon.name, forKey: cells) {
                    Issue.record("\(other) and \(emoticon.name) are the same at \(width) columns")
                }
                #expect(Set(cells).count > 1, "\(emoticon.name) at \(width) columns")
            }
        }
    }

    @Test func rowsOfDifferentLengthsAreNoArt() {
        #expect(GlyphArt(rows: []) == nil)
        #expect(GlyphArt(rows: [[]]) == nil)
        #expect(GlyphArt(rows: [[.init("a")], [.init("a"), .init("b")]]) == nil)
    }

    @Test func coloursAreReadStrictly() {
        #expect(ArtColour("#FFd02e") == Self.yellow)
        for text in ["", "#", "FFD02E", "#FFD02", "#FFD02EE", "#FFD02G", "#+FD02E", "#-0002E"] {
            #expect(ArtColour(text) == nil, "\(text)")
        }
    }
}
