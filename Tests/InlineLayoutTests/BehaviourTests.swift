import InlineLayout
import Testing

/// Items on one line, from left to right, whatever the width.
@Suite struct SingleLineTests {
    private func single(_ content: InlineContent, _ width: Int, height: Int? = nil) -> Layout {
        var options = LayoutOptions(width: width)
        options.wrapping = .single
        options.lineHeight = height
        return content.layout(options)
    }

    @Test func itemsStandFromLeftToRightAndNothingWraps() {
        let layout = single(content("ab", .box(1, 3, 2, padX: 1, padY: 1), "cd"), 4)
        #expect(drawing(layout, width: 9) == ["|ab    cd |", "|   111   |", "|   111   |"])
        #expect(layout.size == LayoutSize(width: 8, height: 3))
        #expect(layout.fragments.map(\.x) == [0, 3, 6])
    }

    @Test func theHeightGivenClips() {
        let layout = single(content("ab", .box(1, 2, 3, padY: 1), "c"), 9, height: 2)
        #expect(drawing(layout) == ["|ab  c    |", "|  11     |"])
        #expect(layout.size == LayoutSize(width: 5, height: 2))
        #expect(layout.fragments[1].height == 1)
    }

    @Test func largeTextAdvancesByItsScale() {
        let layout = single(content(.text("a王", scale: 2), "b"), 20)
        #expect(drawing(layout, width: 8) == ["|aa王王b |", "|aa王王  |"])
        #expect(layout.size == LayoutSize(width: 7, height: 2))
    }

    @Test func aForcedBreakIsABlank() {
        #expect(drawing(single(content("ab\ncd", .lineBreak, "e"), 3), width: 7) == ["|ab cd e|"])
        #expect(single(content("a\r\nb"), 9).fragments.map(\.x) == [0, 2])
        #expect(single(content("a\r", "\nb"), 9).fragments.map(\.x) == [0, 2])
    }

    @Test func nothingIsOneRowHigh() {
        #expect(single(InlineContent(), 9).size == LayoutSize(width: 0, height: 1))
        #expect(single(content(""), 9).fragments.isEmpty)
    }

    @Test func withALineLimitTheWidthCounts() {
        var options = LayoutOptions(width: 8)
        options.wrapping = .single
        options.maxLines = 1
        #expect(drawing(content("hello wonderful").layout(options)) == ["|hello w…|"])
        #expect(drawing(content("hello wo").layout(options)) == ["|hello wo|"])
    }
}

/// Items over several lines inside the insets, stacked block on block.
@Suite struct MultiLineTests {
    @Test func theOpenLineIsFilledFirstAndEachPieceKnowsItsCut() {
        let layout = content("ab ", "cdef ghij").layout(LayoutOptions(width: 7))
        #expect(drawing(layout) == ["|ab cdef|", "|ghij   |"])
        #expect(
            layout.fragments.map { [$0.item, $0.start, $0.end, $0.width] } == [
                [0, 0, 3, 3], [1, 0, 4, 4], [1, 5, 9, 4],
            ])
    }

    @Test func xIsAbsoluteAndInsetsCountOnce() {
        let layout = rows(content("abcd efg", .box(1, 2, 1)), 8) { $0.insets = Insets(left: 2, top: 1, right: 1) }
        #expect(layout == ["|        |", "|  abcd  |", "|  efg11 |"])
    }

    @Test func aLineIsAsTallAsItsTallestItemAndTheNextStartsBelow() {
        let layout = content("a", .box(1, 2, 2, padY: 1), "b cc dd").layout(LayoutOptions(width: 6))
        #expect(drawing(layout) == ["|a  b  |", "| 11   |", "| 11   |", "|cc dd |"])
        #expect(layout.lines.map(\.height) == [3, 1])
        #expect(layout.size.height == 4)
    }

    @Test func blocksStackByEndY() {
        var options = LayoutOptions(width: 4)
        options.startY = 5
        let layout = content("ab c de").layout(options)
        #expect(layout.lines.map(\.y) == [5, 6])
        #expect(layout.endY == 7)
        #expect(content("").layout(options).endY == 6)
    }

    @Test func aBoxThatDoesNotFitWithItsPaddingStartsALine() {
        #expect(rows(content("abc", .box(1, 3, 1, padX: 1)), 7) == ["|abc 111|"])
        #expect(rows(content("abc", .box(1, 3, 1, padX: 1)), 6) == ["|abc   |", "| 111  |"])
    }

    @Test func aBoxWiderThanTheLineIsClippedOnALineOfItsOwn() {
        #expect(rows(content("a", .box(1, 9, 2), "b"), 4) == ["|a   |", "|1111|", "|1111|", "|b   |"])
        #expect(rows(content(.box(1, 9, 1, padX: 9), "b"), 4) == ["|   1|", "|b   |"])
        #expect(content(.box(1, 9, 1)).layout(LayoutOptions(width: 0)).fragments.map(\.width) == [0])
    }

    @Test func spacingStandsBehindABoxButNotAtTheEnd() {
        let spaced = content("a", .box(1, 2, 1), .box(2, 2, 1), "b")
        #expect(rows(spaced, 8) { $0.itemSpacing = 1 } == ["|a11 22 b|"])
        #expect(rows(spaced, 6) { $0.itemSpacing = 1 } == ["|a11 22|", "|b     |"])
        var options = LayoutOptions(width: 6)
        options.itemSpacing = 1
        #expect(spaced.layout(options).size.width == 6)
    }

    @Test func linesHaveSpaceBetweenAndNotAfter() {
        let layout = rows(content("ab cd"), 3) { $0.lineSpacing = 1 }
        #expect(layout == ["|ab |", "|   |", "|cd |"])
    }

    @Test func indentsHangAndLeaveACell() {
        let text = content("aa bb cc dd")
        #expect(rows(text, 6) { $0.restIndent = 2 } == ["|aa bb |", "|  cc  |", "|  dd  |"])
        #expect(rows(text, 6) { $0.firstIndent = 2 } == ["|  aa  |", "|bb cc |", "|dd    |"])
        #expect(rows(content("ab"), 3) { $0.firstIndent = 9 } == ["|  a|", "|b  |"])
    }

    @Test func textAndBoxesStandWhereTheOptionsSay() {
        func at(_ alignment: VerticalAlignment) -> [String] {
            rows(content("a", .box(1, 1, 3)), 2) { $0.verticalAlignment = alignment }
        }
        #expect(at(.top) == ["|a1|", "| 1|", "| 1|"])
        #expect(at(.centre) == ["| 1|", "|a1|", "| 1|"])
        #expect(at(.bottom) == ["| 1|", "| 1|", "|a1|"])
        var low = InlineContent()
        low.append(Box(id: 1, width: 1, height: 3))
        low.append(Box(id: 2, width: 1, height: 1, alignment: .bottom))
        #expect(rows(low, 2) == ["|1 |", "|1 |", "|12|"])
    }
}

/// Text with pictures in it: one path whether or not there are any.
@Suite struct EmoticonTextTests {
    private func word(_ content: InlineContent, _ width: Int) -> [String] {
        rows(content, width) {
            $0.wrapping = .word
            $0.itemSpacing = 1
            $0.insets = Insets(left: 1, right: 1)
        }
    }

    @Test func textWithoutAndWithPicturesTakesOnePath() {
        #expect(word(content("hello you there"), 11) == ["| hello you |", "| there     |"])
        #expect(word(content("hello", .box(1, 2, 1), "you"), 11) == ["| hello11   |", "| you       |"])
    }

    @Test func aLineFeedStartsALine() {
        #expect(word(content("ab\n\ncd\n"), 6) == ["| ab   |", "|      |", "| cd   |", "|      |"])
    }

    @Test func lettersAndDigitsStayTogetherAndIdeographsDoNot() {
        #expect(word(content("ab12 cd34漢字"), 9) == ["| ab12    |", "| cd34漢  |", "| 字      |"])
        #expect(word(content("กขคงจฉ"), 5) == ["| กขค |", "| งจฉ |"])
    }
}

/// Chips in rows.
@Suite struct TagRowTests {
    private func drawn(_ texts: [String], _ options: TagOptions) -> [String] {
        let layout = tagRows(texts, options)
        var cells = [[String]](repeating: [String](repeating: " ", count: options.width), count: layout.height)
        for chip in layout.rows.joined() {
            for x in chip.x..<chip.x + chip.width { cells[chip.y][x] = "." }
            for (offset, letter) in texts[chip.index].unicodeScalars.enumerated() where offset < chip.textWidth {
                cells[chip.y][chip.textX + offset] = String(letter)
            }
        }
        return cells.map { "|" + $0.joined() + "|" }
    }

    @Test func chipsKeepTheirWidthsInTheLastRow() {
        #expect(drawn(["ab", "c"], TagOptions(width: 12)) == ["| .ab. .c.   |"])
    }

    @Test func aFullRowIsFlushAndTheOddCellsGoToTheFirst() {
        #expect(drawn(["ab", "c", "defg"], TagOptions(width: 13)) == ["| ..ab.. .c.. |", "| .defg.      |"])
    }

    @Test func aLoneChipFillsItsRowButNotTheLast() {
        #expect(drawn(["abcd", "efgh"], TagOptions(width: 10)) == ["| ..abcd.. |", "| .efgh.   |"])
    }

    @Test func aChipWiderThanTheRowIsClipped() {
        #expect(drawn(["abcdefghij"], TagOptions(width: 8)) == ["| .abcd. |"])
        #expect(tagRows(["ab"], TagOptions(width: 1)).rows[0][0].width == 0)
    }

    @Test func spacingStandsAboveEachRowAndBelowTheLast() {
        let options = TagOptions(width: 6, margin: 0, spacing: 1, chipHeight: 2)
        let layout = tagRows(["abcd", "efgh"], options)
        #expect(layout.height == 7)
        #expect(layout.rows.map { $0[0].y } == [1, 4])
    }

    @Test(arguments: 1...40)
    func everyRowButTheLastIsFlushAndNoneIsTooWide(width: Int) {
        let widths = (0..<60).map { $0 * 7 % 11 }
        let layout = tagRows(widths: widths, TagOptions(width: width))
        #expect(layout.rows.joined().map(\.index) == Array(widths.indices))
        for (number, row) in layout.rows.enumerated() {
            let end = row[row.count - 1].x + row[row.count - 1].width
            let isLast = number + 1 == layout.rows.count
            #expect(isLast ? end <= max(width - 1, 1) : end == max(width - 1, 1))
            for (left, right) in zip(row, row.dropFirst()) { #expect(right.x == left.x + left.width + 1) }
        }
    }

    @Test func nothingGivesNoRows() {
        #expect(tagRows([], TagOptions(width: 9)).rows.isEmpty)
        #expect(tagRows([], TagOptions(width: 9)).height == 0)
    }
}
