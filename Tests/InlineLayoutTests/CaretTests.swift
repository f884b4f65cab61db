import InlineLayout
import Testing

/// From positions to cells and back.
@Suite struct CaretTests {
    private func layout(_ content: InlineContent, _ width: Int, shows: Bool = false) -> Layout {
        var options = LayoutOptions(width: width)
        options.showsTrailingBlanks = shows
        return content.layout(options)
    }

    private func cell(_ layout: Layout, _ item: Int, _ offset: Int, _ affinity: Affinity = .downstream) -> [Int] {
        let caret = layout.caret(at: Position(item: item, offset: offset), affinity: affinity)
        return [caret.x, caret.y]
    }

    @Test func aCaretStandsBeforeItsCluster() {
        let layout = layout(content("a王e\u{301}b"), 9)
        #expect([0, 1, 4, 7, 8].map { cell(layout, 0, $0)[0] } == [0, 1, 3, 4, 5])
    }

    @Test func insideACharacterOrClusterCountsAsBeforeIt() {
        let layout = layout(content("a王e\u{301}b"), 9)
        #expect([2, 3, 5, 6].map { cell(layout, 0, $0)[0] } == [1, 1, 3, 3])
    }

    @Test func aWrapHasTwoSides() {
        let layout = layout(content("abcdef"), 3)
        #expect(cell(layout, 0, 3, .upstream) == [3, 0])
        #expect(cell(layout, 0, 3, .downstream) == [0, 1])
        let hit = layout.hit(nearestX: 3, y: 0)
        #expect(hit.position == Position(item: 0, offset: 3) && hit.affinity == .upstream)
    }

    @Test func hungBlanksClampToTheEndAndAreShownToAnEditor() {
        #expect(cell(layout(content("abc   d"), 4), 0, 5) == [3, 0])
        #expect(cell(layout(content("abc  d"), 4, shows: true), 0, 4) == [4, 0])
        #expect(cell(layout(content("ab "), 4, shows: true), 0, 3) == [3, 0])
    }

    @Test func aMentionHasOnlyItsEdges() {
        let layout = layout(content("a", .mention("@Ann"), "b"), 9)
        #expect([0, 1, 2, 3, 4].map { cell(layout, 1, $0)[0] } == [1, 1, 1, 5, 5])
        #expect(layout.position(nearestX: 2, y: 0) == Position(item: 1, offset: 0))
        #expect(layout.position(nearestX: 4, y: 0) == Position(item: 2, offset: 0))
    }

    @Test func theCaretBeforeABoxStandsBeforeItsPadding() {
        let layout = layout(content("a", .box(1, 2, 1, padX: 2), "b"), 9)
        #expect(cell(layout, 1, 0) == [1, 0])
        #expect(cell(layout, 1, 1) == [5, 0])
    }

    @Test func aBoxOfPaddingOnlyHasTwoSides() {
        var options = LayoutOptions(width: 9)
        options.wrapping = .single
        let layout = content(.box(1, 0, 1, padX: 1), "\nab").layout(options)
        #expect((0...3).map { layout.position(nearestX: $0, y: 0).offset } == [0, 0, 1, 2])
        #expect((0...3).map { layout.position(nearestX: $0, y: 0).item } == [0, 1, 1, 1])
    }

    @Test func behindTheEllipsisIsItsStart() {
        var options = LayoutOptions(width: 5)
        options.maxLines = 1
        #expect(cell(content("abcdefgh").layout(options), 0, 7) == [4, 0])
    }

    @Test func forcedBreaksAndTheEndHaveCells() {
        let layout = layout(content("ab\n"), 9)
        #expect(cell(layout, 0, 2) == [2, 0])
        #expect(cell(layout, 0, 3) == [0, 1])
        #expect(cell(self.layout(InlineContent(), 9), 0, 0) == [0, 0])
        #expect(cell(layout, 7, 7) == [0, 1])
    }

    @Test func cellsOutsideBelongToTheNearestPlace() {
        let layout = layout(content("ab cd"), 3)
        #expect(layout.position(nearestX: -5, y: -5) == Position(item: 0, offset: 0))
        #expect(layout.position(nearestX: 99, y: 99) == Position(item: 0, offset: 5))
    }

    @Test func upAndDownKeepTheColumn() {
        let layout = layout(content("abcd\nx\nefgh"), 9)
        let caret = layout.caret(at: Position(item: 0, offset: 3))
        let below = layout.moved(by: 1, from: caret, x: caret.x)
        #expect(below.position.offset == 6)
        let lower = layout.moved(by: 1, from: layout.caret(at: below.position), x: caret.x)
        #expect(lower.position.offset == 10)
        #expect(layout.moved(by: -1, from: caret, x: caret.x).position.offset == 0)
        #expect(layout.moved(by: 9, from: caret, x: caret.x).position.offset == 11)
    }

    /// The cell of any caret gives a place back that has the same cell; and each place that no other shares is itself.
    @Test(arguments: 0..<8)
    func theCellOfACaretGivesThePlaceBack(part: Int) {
        for seed in part * 150..<(part + 1) * 150 {
            var random = RandomContent(seed: UInt64(seed + 90_000))
            let content = random.content()
            let layout = content.layout(random.options(width: 1 + seed % 40))
            for (index, item) in content.items.enumerated() {
                for offset in 0...item.range.count {
                    for affinity in [Affinity.upstream, .downstream] {
                        let caret = layout.caret(at: Position(item: index, offset: offset), affinity: affinity)
                        if caret.height == 0 { continue }
                        let hit = layout.hit(nearestX: caret.x, y: caret.y)
                        let again = layout.caret(at: hit.position, affinity: hit.affinity)
                        if again != caret {
                            Issue.record(
                                "seed \(seed) item \(index) offset \(offset) \(affinity): \(caret) \(hit) \(again)")
                            return
                        }
                    }
                }
            }
        }
    }
}
