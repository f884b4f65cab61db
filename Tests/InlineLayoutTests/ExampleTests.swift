import InlineLayout
import Testing

/// What the documentation shows.
@Suite struct ExampleTests {
    @Test func theReadmeShowsTheExampleThatIsBuilt() throws {
        let code = try lines(of: Oracle.root + "/Examples/Wrap/main.swift")
        let readme = try lines(of: Oracle.root + "/README.md")
        let start = try #require(readme.firstIndex(of: code[0]))
        #expect(Array(readme[start...].prefix(code.count)) == code)
    }

    @Test func textIsMeasuredAndTruncated() {
        #expect("咖啡 ☕️".cellWidth == 7)
        #expect("王伟 is typing".truncated(toCells: 8) == "王伟 is…")
        #expect(Clusters("e\u{301}👍🏽").map(\.width) == [1, 2])
        #expect(Array("咖啡".utf8).withUnsafeBufferPointer { cells($0) } == 4)
    }

    @Test func lineStartsAreOffsets() {
        var starts: [Int] = []
        Array("morning all, had coffee?".utf8).withUnsafeBufferPointer {
            findLineStarts($0, width: 12, into: &starts)
        }
        #expect(starts == [0, 13])
    }

    @Test func breaksAreAskedOneByOne() {
        Array("ab cd".utf8).withUnsafeBufferPointer { text in
            #expect((0...5).filter { isLineBreakOpportunity(text, at: $0) } == [3, 5])
        }
    }

    @Test func tagsFlowIntoRows() {
        let rows = tagRows(["👍 2", "☕ 1"], TagOptions(width: 20))
        #expect(rows.rows[0].map(\.x) == [1, 8])
        #expect(rows.height == 1)
    }

    @Test func contentIsLaidOutEditedAndAskedForPlaces() {
        var content = InlineContent()
        content.append(text: "morning all ")
        content.append(Box(id: 1, width: 4, height: 2))
        content.append(token: "@Bea", id: 7)
        var layout = content.layout(LayoutOptions(width: 20))
        #expect(layout.fragments.map(\.x) == [0, 12, 16])
        #expect(layout.size == LayoutSize(width: 20, height: 2))
        layout.replaceText(7..<7, ofItem: 0, with: ",")
        #expect(layout.lines.count == 2)
        let caret = layout.caret(at: Position(item: 0, offset: 8))
        #expect(caret.x == 8 && caret.y == 0)
        #expect(layout.hit(nearestX: 8, y: 0).position == Position(item: 0, offset: 8))
        #expect(layout.content.wordStart(before: Position(item: 0, offset: 12)) == Position(item: 0, offset: 9))
    }
}
