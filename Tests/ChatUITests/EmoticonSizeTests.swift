import ChatUI
import Emoticons
import InlineLayout
import RichText
import Terminal
import Testing

/// Which drawing of an emoticon is shown, and how large.
@Suite struct EmoticonSizeTests {
    private static let catalogue: Catalogue = {
        var smile = Emoticon(name: "smile", emoji: "🙂")
        for (glyph, width, height) in [("4", 4, 2), ("6", 6, 3), ("8", 8, 4)] {
            let row = Array(repeating: GlyphArt.Cell(glyph), count: width)
            let size = CellSize(width: width, height: height)
            smile.arts[size] = GlyphArt(rows: Array(repeating: row, count: height))
        }
        return Catalogue(packs: [Pack(id: "p", name: "P", emoticons: [smile])])
    }()

    private func rows(_ text: String, enlarges: Bool = true) -> [String] {
        let message = TypesetMessage(
            RichText([.text(text, .plain)]), catalogue: Self.catalogue, tier: .cells, enlargesLoneEmoticons: enlarges)
        let layout = message.content.layout(LayoutOptions(width: 30))
        var frame = Frame(size: Size(width: 30, height: layout.size.height))
        message.draw(layout, x: 0, y: 0, clip: Rect(frame.size), into: &frame)
        return (0..<frame.size.height).map { y in
            var row = frame.text(row: y)
            while row.hasSuffix(" ") { row.removeLast() }
            return row
        }
    }

    @Test func inALineItHasItsOwnSize() {
        #expect(rows("a [smile] b") == ["a 4444 b", "  4444"])
        #expect(rows("[smile]", enlarges: false) == ["4444", "4444"])
    }

    @Test func aCodeAsksForASize() {
        #expect(rows("a [smile:6x3]") == ["a 666666", "  666666", "  666666"])
        #expect(rows("a [smile:7x3] b") == ["a 666666  b", "  666666", "  666666"], "the largest that fits")
    }

    @Test func oneToThreeAloneAreLarge() {
        #expect(rows("[smile]") == Array(repeating: "88888888", count: 4))
        #expect(rows("[smile] [smile] [smile]").count == 4)
        #expect(rows("[smile][smile][smile][smile]") == ["4444444444444444", "4444444444444444"])
        #expect(rows("[smile:4x2]") == ["4444", "4444"], "a size that was asked for counts")
        #expect(rows("[smile]!").count == 2)
    }
}
