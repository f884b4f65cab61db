import ChatUI
import Emoticons
import InlineLayout
import RichText
import Terminal

/// A screen of 80 × 24 that is full of emoticons: 200 of 4 × 2 cells.
struct EmoticonScreen {
    private let catalogue: Catalogue
    private let text: RichText

    init() {
        let emoticons = (0..<50).map { number -> Emoticon in
            let colour = ArtColour(red: UInt8(number * 5), green: 200, blue: UInt8(255 - number * 5))
            let row = ["▐", "•", "╯", "▌"].map { GlyphArt.Cell($0, foreground: colour, background: nil) }
            return Emoticon(name: "e\(number)", emoji: "🙂", art: GlyphArt(rows: [row, row]))
        }
        catalogue = Catalogue(packs: [Pack(id: "bench", name: "Bench", emoticons: emoticons)])
        text = RichText((0..<200).map { .emoticon(EmoticonCode("e\($0 % 50)")) })
    }

    /// Sets and draws it anew, a hundred times: microseconds, median and worst.
    func measure() -> String {
        var times = Times()
        for _ in 0..<100 {
            times.add {
                let message = TypesetMessage(text, catalogue: catalogue, tier: .cells)
                let layout = message.content.layout(LayoutOptions(width: 80))
                var frame = Frame(size: Size(width: 80, height: 24))
                message.draw(layout, x: 0, y: 0, clip: Rect(frame.size), into: &frame)
                precondition(layout.size.height == 20 && frame[79, 19].text == "▌")
            }
        }
        return times.summary
    }
}
