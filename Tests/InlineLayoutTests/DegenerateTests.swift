import InlineLayout
import TestSupport
import Testing

/// Input that no one would type: everything has a defined result, and time grows with the input only.
@Suite struct DegenerateTests {
    @Test func illFormedBytesBecomeReplacementCharacters() {
        func text(_ bytes: [UInt8]) -> [Unicode.Scalar] {
            var content = InlineContent()
            bytes.withUnsafeBufferPointer { _ = content.append(utf8: $0) }
            return Array(String(decoding: content.utf8, as: UTF8.self).unicodeScalars)
        }
        // One for each maximal subpart, as table 3-8 of the standard has it.
        #expect(
            text([0x61, 0xF1, 0x80, 0x80, 0xE1, 0x80, 0xC2, 0x62]) == ["a", "\u{FFFD}", "\u{FFFD}", "\u{FFFD}", "b"])
        #expect(text([0xED, 0xA0, 0x80]) == ["\u{FFFD}", "\u{FFFD}", "\u{FFFD}"])
        #expect(text([0xC0, 0xAF, 0xFF]) == ["\u{FFFD}", "\u{FFFD}", "\u{FFFD}"])
        #expect(text([]).isEmpty)
    }

    @Test(arguments: 0..<40)
    func anyBytesLayOutAtAnyWidth(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for width in [0, 1, 2, 7, 60] {
            let bytes = (0..<300).map { _ in UInt8.random(in: seed % 2 == 0 ? 0...255 : 0x80...0xF4, using: &random) }
            var content = InlineContent()
            bytes.withUnsafeBufferPointer { _ = content.append(utf8: $0) }
            for wrapping in Wrapping.allCases {
                var options = LayoutOptions(width: width)
                options.wrapping = wrapping
                let layout = content.layout(options)
                #expect(layout.lines.last?.utf8.upperBound == content.utf8.count)
                for x in [-1, 0, 3, 99] { _ = layout.hit(nearestX: x, y: x) }
                _ = layout.caret(at: Position(item: 0, offset: 150))
            }
        }
    }

    /// What would take minutes if each place were looked at from all that is before it, and fails then.
    @Test(.timeLimit(.minutes(1)), arguments: Wrapping.allCases)
    func veryMuchOfWhatIsWalkedOverLaysOut(wrapping: Wrapping) {
        for (head, piece, tail) in [
            ("a", " ", "!"), ("(", " ", "a"), ("“", " ", "“"), ("a", "\u{3000}", "!"), ("a", "\u{200D}", "bbbbb"),
            ("a", "\u{301}", "bbbbb"), ("a", "\u{600}", "bbbbb"), ("a", "🏽", "!"), ("", "क्", "bbbbb"),
            ("a", "\u{200B}\u{301}", "b!"),
        ] {
            let text = head + String(repeating: piece, count: 100_000) + tail
            var options = LayoutOptions(width: 5)
            options.wrapping = wrapping
            let layout = content(.text(text, scale: 1)).layout(options)
            #expect(layout.lines.last?.utf8.upperBound == text.utf8.count)
        }
    }

    @Test(arguments: ["\u{301}", "\u{200D}", "🇦", "🇦\u{301}", "“ ", "1/", "a", " ", "漢", "\t", "\u{200B}", "\u{600}"])
    func hundredThousandOfAnythingLayOut(piece: String) {
        let text = "x" + String(repeating: piece, count: 100_000)
        let layout = content(.text(text, scale: 1)).layout(LayoutOptions(width: 10))
        let total = layout.fragments.reduce(0) { $0 + $1.end - $1.start }
        #expect(total == text.utf8.count || piece.contains(" ") || piece == "\t")
        #expect(layout.lines.allSatisfy { $0.width <= 10 })
    }

    @Test func aLongWordIsNoSpecialCase() {
        let layout = content(.text(String(repeating: "a", count: 80_000), scale: 1)).layout(LayoutOptions(width: 80))
        #expect(layout.lines.count == 1_000)
        #expect(layout.lines.allSatisfy { $0.width == 80 })
    }

    @Test func hundredThousandItemsLayOut() {
        var content = InlineContent()
        for index in 0..<100_000 {
            if index % 2 == 0 {
                content.append(text: "ab ")
            } else {
                content.append(Box(id: index, width: 2, height: 1))
            }
        }
        let layout = content.layout(LayoutOptions(width: 50))
        #expect(layout.fragments.count >= 100_000)
        #expect(layout.lines.count == 5_000)
    }

    @Test func emptyAndBlankContentIsOneLine() {
        for parts in [content(), content(""), content("   "), content("", "", "")] {
            for width in [0, 1, 9] { #expect(parts.layout(LayoutOptions(width: width)).size.height == 1) }
        }
        #expect(content(.mention("")).layout(LayoutOptions(width: 5)).fragments.isEmpty)
    }

    @Test(arguments: 0...3)
    func tinyWidthsGiveEachClusterALine(width: Int) {
        let layout = content("ab漢👍🏽").layout(LayoutOptions(width: width))
        let lines = [0: 4, 1: 4, 2: 3, 3: 3]
        #expect(layout.lines.count == lines[width])
        #expect(rows(content("a漢"), 1) == ["|a|", "|漢|"])
    }

    /// What is wider than a line is shown on one of its own, and no empty line is before or behind it.
    @Test(arguments: Wrapping.allCases.filter { $0 != .single })
    func blanksBehindWhatIsTooWideHang(wrapping: Wrapping) {
        func set(_ content: InlineContent, _ width: Int) -> [String] { rows(content, width) { $0.wrapping = wrapping } }
        #expect(set(content("你 c"), 1) == ["|你|", "|c|"])
        #expect(set(content("你   你 \t c"), 1) == ["|你|", "|你|", "|c|"])
        #expect(set(content("你 \nc"), 1) == ["|你|", "|c|"])
        #expect(set(content("你\nc"), 1) == ["|你|", "|c|"])
        #expect(set(content("你\n\nc"), 1) == ["|你|", "| |", "|c|"])
        #expect(set(content("你 ", .lineBreak, "c"), 1) == ["|你|", "|c|"])
        #expect(set(content("你 ", .box(1, 1, 1), " c"), 1) == ["|你|", "|1|", "|c|"])
        #expect(set(content(.box(1, 5, 1), " c"), 1) == ["|1|", "|c|"])
        #expect(set(content(.box(1, 5, 1), " \n c"), 1) == ["|1|", "| |", "|c|"])
        #expect(set(content(.mention("@Ann"), " ", .mention("@Bea"), " \nc"), 1) == ["|@|", "|@|", "|c|"])
        #expect(set(content("e\u{301}\u{200B} 👍🏽 "), 0).count == 2)
        for width in [0, 1] {
            let layout = content("ab c \nd ").layout(LayoutOptions(width: width))
            #expect(layout.lines.map(\.utf8) == [0..<1, 1..<3, 3..<6, 6..<8])
            #expect(layout.fragments.map(\.start) == [0, 1, 3, 6])
        }
    }

    @Test(arguments: [("ab c", [0, 1, 3]), ("ab  ", [0, 1]), ("a-b c", [0, 1, 2, 4]), ("  a", [0, 2])])
    func lineStartsOfNoWidthAreThoseOfOne(text: String, wanted: [Int]) {
        var starts: [Int] = []
        for width in [0, 1] {
            Array(text.utf8).withUnsafeBufferPointer { findLineStarts($0, width: width, into: &starts) }
            #expect(starts == wanted)
        }
    }

}

/// What holds of any layout.
@Suite struct PropertyTests {
    @Test(arguments: 0..<8)
    func moreWidthNeverMeansMoreLines(part: Int) {
        for seed in part * 60..<(part + 1) * 60 {
            var random = RandomContent(seed: UInt64(seed + 5_000))
            var content = InlineContent()
            content.append(text: random.text(pieces: 40))
            var last = Int.max
            // From a width on that has room for each cluster and tab: below it what sticks out may differ.
            for width in 8...40 {
                let count = content.layout(LayoutOptions(width: width)).lines.count
                #expect(count <= last, "seed \(seed) width \(width)")
                last = count
            }
        }
    }

    @Test(arguments: 0..<8)
    func plainTextAndLineStartsAgree(part: Int) {
        var starts: [Int] = []
        for seed in part * 200..<(part + 1) * 200 {
            var random = RandomContent(seed: UInt64(seed + 7_000))
            var content = InlineContent()
            content.append(text: seed % 3 == 0 ? "plain words, (ASCII) 100% - a/b \(seed)" : random.text(pieces: 30))
            for wrapping in Wrapping.allCases {
                var options = LayoutOptions(width: seed % 41)
                options.wrapping = wrapping
                content.utf8.withUnsafeBufferPointer {
                    findLineStarts($0, width: seed % 41, wrapping: wrapping, into: &starts)
                }
                #expect(starts == content.layout(options).lines.map(\.utf8.lowerBound), "seed \(seed) \(wrapping)")
            }
        }
    }

    @Test(arguments: Wrapping.allCases)
    func everyClusterIsShownOnceAndInOrderButForBlanksAtBreaks(wrapping: Wrapping) {
        for seed in 0..<400 {
            var random = RandomContent(seed: UInt64(seed + 9_000))
            let content = random.content()
            for width in [1, 2, 5, 12 + seed % 29] {
                var options = random.options(width: width)
                options.wrapping = wrapping
                let layout = content.layout(options)
                var at = 0
                for fragment in layout.fragments {
                    let item = content.items[fragment.item].range
                    let isText = fragment.kind == .text
                    let start = isText ? item.lowerBound + fragment.start : item.lowerBound
                    #expect(start >= at && hangs(content.utf8[at..<start]))
                    at = isText ? item.lowerBound + fragment.end : item.upperBound
                }
                #expect(hangs(content.utf8[at...]))
                // Twelve cells are room for any cluster of any scale here.
                let isWide = wrapping != .single && width >= 12
                #expect(!isWide || layout.lines.allSatisfy { $0.width <= options.width - options.insets.left })
            }
        }
    }

    /// Whether the bytes are blanks and forced breaks only.
    private func hangs(_ bytes: ArraySlice<UInt8>) -> Bool {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy { $0.properties.isWhitespace }
    }

    @Test func aLayoutKeptEqualsAFreshOne() {
        var random = RandomContent(seed: 1)
        for width in 1...40 {
            let content = random.content(), options = random.options(width: width)
            let kept = content.layout(options)
            #expect(kept == content.layout(options))
            #expect(Set([kept, content.layout(options)]).count == 1)
        }
    }
}
