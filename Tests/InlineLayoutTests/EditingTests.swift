import InlineLayout
import TestSupport
import Testing

/// Edits of a layout, and motions by words.
@Suite struct EditingTests {
    @Test(arguments: 0..<8)
    func anEditedLayoutEqualsAFreshOne(part: Int) {
        for seed in part * 100..<(part + 1) * 100 {
            var random = SeededGenerator(seed: UInt64(seed))
            var pieces = RandomContent(seed: UInt64(seed))
            var content = InlineContent()
            content.append(text: pieces.text(pieces: 200))
            content.append(Box(id: 0, width: 3, height: 2))
            content.append(text: "some words in a row " + pieces.text(pieces: 200) + " and others behind")
            var options = pieces.options(width: 1 + seed % 60)
            if seed % 2 == 0 { options.wrapping = .unicode }
            var layout = content.layout(options)
            for _ in 0..<6 {
                let item = Bool.random(using: &random) ? 0 : 2
                let count = layout.content.items[item].range.count
                let start = Int.random(in: 0...count, using: &random)
                let end = min(start + Int.random(in: 0...9, using: &random), count)
                layout.replaceText(start..<end, ofItem: item, with: pieces.text(pieces: 3))
                if layout != layout.content.layout(options) {
                    Issue.record("seed \(seed)")
                    return
                }
            }
        }
    }

    /// Links come and go, far before and behind what is typed.
    @Test(arguments: 0..<8)
    func anEditedLayoutOfChatEqualsAFreshOne(part: Int) {
        let pieces = [
            "http", "://", "www.", "/", "a.b/", "?q=1&r=", ":", "w", "letters", " ", " ", "\"", ",", "한글", "漢", "12",
            "월", "5", " km", "/h", "m", "\n", "word ", "👍🏽",
        ]
        for seed in part * 100..<(part + 1) * 100 {
            var random = SeededGenerator(seed: UInt64(seed))
            func text(_ count: Int) -> String {
                (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            }
            var content = InlineContent()
            content.append(text: text(150))
            var options = LayoutOptions(width: 1 + seed % 50)
            options.wrapping = .chat
            options.fillsBeforeLongWord = seed % 3 == 0
            var layout = content.layout(options)
            for _ in 0..<8 {
                let count = layout.content.items[0].range.count
                let start = Int.random(in: 0...count, using: &random)
                let end = min(start + Int.random(in: 0...9, using: &random), count)
                layout.replaceText(start..<end, ofItem: 0, with: text(Int.random(in: 0...2, using: &random)))
                if layout != layout.content.layout(options) {
                    Issue.record("seed \(seed): \(String(decoding: layout.content.utf8, as: UTF8.self))")
                    return
                }
            }
        }
    }

    @Test func onlyTextIsReplaced() {
        var layout = content("ab", .box(1, 2, 1)).layout(LayoutOptions(width: 9))
        let before = layout
        layout.replaceText(0..<1, ofItem: 1, with: "x")
        layout.replaceText(0..<1, ofItem: 7, with: "x")
        #expect(layout == before)
        layout.replaceText(9..<99, ofItem: 0, with: "x")
        #expect(drawing(layout) == ["|abx11    |"])
    }

    @Test func wordsAreRunsOfOneClass() {
        let words = content("ロボットの手 a_1 ไทยabc👍🏽👍")
        var ends: [Int] = [], at = Position(item: 0, offset: 0)
        while let end = Optional(words.wordEnd(after: at)), end > at {
            ends.append(end.offset)
            at = end
        }
        #expect(ends == [12, 15, 18, 22, 32, 35, 47])
    }

    @Test func wordsAreLettersIdeographsMentionsAndBoxes() {
        let words = content("hello, th\u{E9}re 漢字kana ", .mention("@a b"), .box(1, 1, 1))
        var ends: [Position] = [], at = Position(item: 0, offset: 0)
        while let end = Optional(words.wordEnd(after: at)), end > at {
            ends.append(end)
            at = end
        }
        #expect(ends.map(\.offset) == [5, 13, 20, 24, 0, 1])
        var starts: [Int] = []
        while let start = Optional(words.wordStart(before: at)), start < at {
            starts.append(start.offset)
            at = start
        }
        #expect(starts == [0, 0, 20, 14, 7, 0])
    }
}
