import InlineLayout
import Testing

/// Where lines end, one rule a test.
@Suite struct WrappingTests {
    private func wrapped(_ text: String, _ width: Int, _ wrapping: Wrapping = .unicode) -> [String] {
        var options = LayoutOptions(width: width)
        options.wrapping = wrapping
        let layout = content(.text(text, scale: 1)).layout(options)
        return layout.lines.map { line in
            layout.fragments[line.fragments].map { fragment in
                String(decoding: layout.content.utf8[fragment.start..<fragment.end], as: UTF8.self)
            }.joined()
        }
    }

    @Test func ideographsFillTheLine() {
        #expect(wrapped("一二三四五六七八九十甲乙", 10) == ["一二三四五", "六七八九十", "甲乙"])
        #expect(wrapped("10:31 你好你好你好你好 cd", 20) == ["10:31 你好你好你好你", "好 cd"])
    }

    @Test func punctuationStaysWithTheWordBeforeIt() {
        #expect(wrapped("aaaa bbbb, cc", 9) == ["aaaa", "bbbb, cc"])
        #expect(wrapped("漢字。漢", 4) == ["漢", "字。", "漢"])
        #expect(wrapped("漢字ー", 4) == ["漢", "字ー"])
        #expect(wrapped("漢「字」", 7) == ["漢", "「字」"])
    }

    @Test func blanksHangAndCountForNothing() {
        #expect(wrapped("abc   def", 3) == ["abc", "def"])
        #expect(wrapped("abc   ", 3) == ["abc"])
        #expect(wrapped("abc  \ndef", 4) == ["abc", "def"])
        #expect(wrapped("    ", 2) == [""])
        #expect(wrapped("  ab", 3) == ["", "ab"])
    }

    @Test(arguments: [Wrapping.chat, .word, .character])
    func otherSpacesHangBesidesButInUnicode(wrapping: Wrapping) {
        #expect(wrapped("漢字　漢字", 4, wrapping) == ["漢字", "漢字"])
        #expect(wrapped("漢字　　漢字", 5, wrapping) == ["漢字", "漢字"])
        #expect(wrapped("漢字　", 4, wrapping) == ["漢字"])
        #expect(wrapped("abc\u{2003} \u{2009}de", 4, wrapping) == ["abc", "de"])
        #expect(wrapped("漢字　\n漢", 4, wrapping) == ["漢字", "漢"])
        // One under a mark is no blank, and glue is none.
        #expect(wrapped("漢字　\u{301}漢", 4, wrapping).joined() == "漢字　\u{301}漢")
        #expect(wrapped("abc\u{2007}d", 3, wrapping).joined() == "abc\u{2007}d")
        // UAX #14 keeps U+3000 with what stands before it, and so does ICU.
        #expect(wrapped("漢字　漢字", 4) == ["漢", "字　", "漢字"])
    }

    @Test(arguments: Wrapping.allCases.filter { $0 != .single })
    func aClusterThatASelectorMakesNarrowFitsIntoTheLastCell(wrapping: Wrapping) {
        #expect(wrapped("a⌚\u{FE0E}", 2, wrapping) == ["a⌚\u{FE0E}"])
        #expect(wrapped("a👨\u{200D}👩🏽\u{FE0E}b", 2, wrapping) == ["a👨\u{200D}👩🏽\u{FE0E}", "b"])
        #expect(wrapped("a⌚", 2, wrapping) == ["a", "⌚"])
        // A selector counts in the text of its base only, so that no fragment is narrower than nothing.
        let parted = content("⌚", .text("\u{FE0E}b", scale: 2)).layout(LayoutOptions(width: 9))
        #expect(parted.fragments.map(\.width) == [2, 2])
    }

    @Test func whatHasNoCellsStandsBeforeTheSpacingBehindABox() {
        func set(_ parts: InlineContent, _ width: Int) -> [[Int]] {
            var options = LayoutOptions(width: width)
            options.itemSpacing = 1
            let layout = parts.layout(options)
            return layout.lines.map { layout.fragments[$0.fragments].flatMap { [$0.item, $0.x, $0.width] } }
        }
        #expect(set(content(.box(1, 2, 1), "\u{200B}"), 2) == [[0, 0, 2, 1, 2, 0]])
        #expect(set(content(.box(1, 2, 1), "\u{200B}a"), 2) == [[0, 0, 2, 1, 2, 0], [1, 0, 1]])
        #expect(
            set(content(.box(1, 2, 1), "\u{301}\u{200B}", "\u{301}a"), 9) == [[0, 0, 2, 1, 2, 0, 2, 2, 0, 2, 3, 1]])
    }

    @Test func aWordWiderThanTheLineIsCutAtClusters() {
        #expect(wrapped("ab cdefgh", 4) == ["ab", "cdef", "gh"])
        #expect(wrapped("e\u{301}e\u{301}e\u{301}", 2) == ["e\u{301}e\u{301}", "e\u{301}"])
        #expect(rows(content("ab cdefgh"), 4) { $0.fillsBeforeLongWord = true } == ["|ab c|", "|defg|", "|h   |"])
        #expect(rows(content("ab cdef gh"), 4) { $0.fillsBeforeLongWord = true } == ["|ab  |", "|cdef|", "|gh  |"])
    }

    @Test func forcedBreaksEndLines() {
        #expect(wrapped("a\nb\r\nc\u{2028}d\n", 9) == ["a", "b", "c", "d", ""])
        #expect(rows(content("a", .lineBreak, .lineBreak, "b"), 1) == ["|a|", "| |", "|b|"])
    }

    @Test func characterWrappingIsBetweenAnyTwoClusters() {
        #expect(wrapped("ab cd, 👨‍👩‍👧e", 3, .character) == ["ab", "cd,", "👨‍👩‍👧e"])
    }

    @Test func wordWrappingKeepsLettersAndDigits() {
        #expect(wrapped("hello, you", 5, .word) == ["hello", ", you"])
        #expect(wrapped("ab1cd漢字", 6, .word) == ["ab1cd", "漢字"])
    }

    @Test func koreanBreaksBetweenWordsInChatOnly() {
        #expect(wrapped("안녕 하세요", 7) == ["안녕 하", "세요"])
        #expect(wrapped("안녕 하세요", 7, .chat) == ["안녕", "하세요"])
    }

    @Test func numbersStayWithTheIdeographBehindThemInChatOnly() {
        #expect(wrapped("漢字12月", 6) == ["漢字12", "月"])
        #expect(wrapped("漢字12月", 6, .chat) == ["漢字", "12月"])
    }

    @Test func numbersStayWithTheirUnitsInChatOnly() {
        #expect(wrapped("walk 12 km", 8) == ["walk 12", "km"])
        #expect(wrapped("walk 12 km", 8, .chat) == ["walk", "12 km"])
        #expect(wrapped("at 90 km/h, 30 °C.", 9) == ["at 90 km/", "h, 30 °C."])
        #expect(wrapped("at 90 km/h, 30 °C.", 9, .chat) == ["at", "90 km/h,", "30 °C."])
        #expect(wrapped("at 90km/h", 7, .chat) == ["at", "90km/h"])
        #expect(wrapped("a 5 € b", 4, .chat) == ["a", "5 €", "b"])
        #expect(wrapped("걷다 5 km를", 8, .chat) == ["걷다", "5 km를"])
        #expect(wrapped("跑 5 km了", 5, .chat) == ["跑", "5 km", "了"])
        // Where a line has no room for both they part, rather than be cut.
        #expect(wrapped("12345 km/h", 9, .chat) == ["12345 km/", "h"])
        #expect(wrapped("12345 km", 7, .chat) == ["12345", "km"])
        // What only looks like one.
        #expect(wrapped("12 kmx", 4, .chat) == ["12", "kmx"])
        #expect(wrapped("say 12 months", 6, .chat) == ["say 12", "months"])
        #expect(wrapped("ab 12  km", 5, .chat) == ["ab 12", "km"])
        #expect(wrapped("at 12 in it", 7, .chat) == ["at 12", "in it"])
        #expect(wrapped("ab 5 $5", 5, .chat) == ["ab 5", "$5"])
        // The number, the blank and the unit may be of different styles.
        #expect(rows(content("ab 12", " ", "km"), 6) { $0.wrapping = .chat } == ["|ab    |", "|12 km |"])
    }

    @Test func linksBreakOnlyWhereTheyMustInChat() {
        let text = "see http://a.example/b/c?d=e ok"
        #expect(wrapped(text, 12) == ["see http://", "a.example/b/", "c?d=e ok"])
        #expect(wrapped(text, 24, .chat) == ["see", "http://a.example/b/c?d=e", "ok"])
        #expect(wrapped(text, 12, .chat) == ["see", "http://a.", "example/b/c?", "d=e ok"])
        #expect(wrapped("看这里https://b.cn/x好", 14, .chat) == ["看这里", "https://b.cn/x", "好"])
        #expect(
            rows(content("see http://a.example/b"), 12) {
                $0.wrapping = .chat; $0.fillsBeforeLongWord = true
            } == [
                "|see http:// |", "|a.example/b |",
            ])
    }

    @Test func aCommaStaysWithAMention() {
        #expect(rows(content("hi ", .mention("@Ann"), ", ok"), 8) == ["|hi @Ann,|", "|ok      |"])
        #expect(rows(content("hi ", .mention("@Ann"), ", ok"), 7) == ["|hi     |", "|@Ann,  |", "|ok     |"])
        #expect(rows(content("hi ", .mention("@a b c")), 7) == ["|hi     |", "|@a b c |"])
    }

    @Test func marksAreNeverParted() {
        #expect(wrapped("a\u{200B}b", 1) == ["a\u{200B}", "b"])
        #expect(rows(content("ab", .box(1, 2, 1), "\u{301}c"), 4).count == 2)
        #expect(content(.box(1, 2, 1), "\u{301}c").layout(LayoutOptions(width: 2)).lines.map(\.utf8) == [0..<5, 5..<6])
    }

    @Test func tabsReachTheNextStop() {
        #expect(rows(content("a\tb\tc"), 20) == ["|a       b       c   |"])
        #expect(rows(content("a\tb"), 6) { $0.tabWidth = 4 } == ["|a   b |"])
        #expect(rows(content("a\tb"), 4) { $0.tabWidth = 4 } == ["|a   |", "|b   |"])
        #expect(rows(content("a\tb"), 4) { $0.tabWidth = 0 } == ["|ab  |"])
    }

    @Test func theLastLineAllowedEndsWithTheEllipsis() {
        func cut(_ parts: InlineContent, _ width: Int, _ lines: Int, _ ellipsis: String = "…") -> [String] {
            rows(parts, width) {
                $0.maxLines = lines
                $0.ellipsis = ellipsis
            }
        }
        #expect(cut(content("ab cd ef gh"), 5, 2) == ["|ab cd|", "|ef gh|"])
        #expect(cut(content("ab cd ef gh ij"), 5, 2) == ["|ab cd|", "|ef g…|"])
        #expect(cut(content("ab cd"), 5, 1) == ["|ab cd|"])
        #expect(cut(content("漢字漢字"), 5, 1) == ["|漢字…|"])
        #expect(cut(content("漢字漢字"), 4, 1) == ["|漢… |"])
        #expect(cut(content("ab", .box(1, 3, 1), "c"), 4, 1) == ["|ab… |"])
        #expect(cut(content(.box(1, 9, 1), "c"), 4, 1) == ["|…   |"])
        #expect(cut(content("ab\ncd"), 5, 1) == ["|ab…  |"])
        #expect(cut(content("abcdef"), 2, 1, "...") == ["|..|"])
        #expect(cut(content("abcdef"), 0, 1) == ["||"])
    }
}
