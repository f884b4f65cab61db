import InlineLayout
import TestSupport
import Testing

/// What the documentation shows: its examples are found again here, where they are compiled and hold.
@Suite struct ExampleTests {
    private let folder = Oracle.root + "/Sources/InlineLayout/"

    @Test func theReadmeShowsTheExampleThatIsBuilt() throws {
        let code = try lines(of: Oracle.root + "/Examples/Wrap/main.swift")
        let readme = try lines(of: Oracle.root + "/README.md")
        let start = try #require(readme.firstIndex(of: code[0]))
        #expect(Array(readme[start...].prefix(code.count)) == code)
    }

    /// A line of an example is a line of this file; one with a comment behind it tells a value, and that is expected here.
    @Test func everyExampleOfTheDocumentationIsBuilt() throws {
        let here = try lines(of: #filePath).joined().filter { !$0.isWhitespace }
        let mark = "///     "
        var count = 0
        for name in Files.names(folder) {
            for line in try lines(of: folder + name) {
                let line = line.drop { $0 == " " }
                guard line.hasPrefix(mark) else { continue }
                let code = String(line.dropFirst(mark.count)).filter { !$0.isWhitespace }
                let halves = code.split(separator: "//", maxSplits: 1)
                let isValue = halves.count == 2
                #expect(here.contains(isValue ? "#expect(\(halves[0])==\(halves[1]))" : code), "\(name): \(line)")
                count += 1
            }
        }
        #expect(count > 40)
    }

    @Test func everyPublicFunctionHasAnExample() throws {
        for name in Files.names(folder) {
            var hasExample = false
            for line in try lines(of: folder + name) {
                let line = line.drop { $0 == " " }
                if line.hasPrefix("///     ") { hasExample = true }
                if line.hasPrefix("//") || line.hasPrefix("@") { continue }
                let isFunction = line.hasPrefix("public func ") || line.hasPrefix("public mutating func ")
                let isKnown = ["makeIterator()", "next()"].contains { line.contains($0) }
                #expect(!isFunction || isKnown || hasExample, "\(name): \(line)")
                hasExample = false
            }
        }
    }

    @Test func textIsMeasuredAndTruncated() {
        #expect("咖啡 ☕️".cellWidth == 7)
        #expect("👨‍👩‍👧".cellWidth == 2)
        #expect("👨‍👩‍👧".cellWidth(.legacy) == 6)
        #expect("नि".cellWidth(.wcwidth) == 2)
        #expect("王伟 is typing".truncated(toCells: 8) == "王伟 is…")
        #expect(Clusters("e\u{301}👍🏽").map(\.width) == [1, 2])
        #expect(Array("咖啡".utf8).withUnsafeBufferPointer { cells($0) } == 4)
    }

    @Test func clustersHaveAClass() {
        #expect(WordClass("é") == WordClass.letters)
    }

    @Test func lineStartsAreOffsets() {
        var starts: [Int] = []
        Array("morning all, had coffee?".utf8).withUnsafeBufferPointer { findLineStarts($0, width: 12, into: &starts) }
        #expect(starts == [0, 13])
    }

    @Test func breaksAreAskedOneByOne() {
        #expect(Array("ab cd".utf8).withUnsafeBufferPointer { isLineBreakOpportunity($0, at: 3) } == true)
        Array("ab cd".utf8).withUnsafeBufferPointer { text in
            #expect((0...5).filter { isLineBreakOpportunity(text, at: $0) } == [3, 5])
        }
    }

    @Test func tagsFlowIntoRows() {
        let rows = tagRows(["👍 2", "☕ 1"], TagOptions(width: 20))
        #expect(rows.rows[0].map(\.x) == [1, 8])
        #expect(rows.height == 1)
        #expect(tagRows(widths: [9, 9, 9], TagOptions(width: 20)).height == 3)
        let options = TagOptions(width: 20, margin: 0, spacing: 1)
        #expect(tagRows(["👍 2"], options).height == 3)
    }

    @Test func contentIsLaidOut() {
        var drawn = 0
        func draw(_ fragment: Fragment) { drawn += fragment.width }

        var content = InlineContent()
        content.append(text: "morning all ")
        content.append(Box(id: 1, width: 4, height: 2))
        content.append(token: "@Bea", id: 7)
        let layout = content.layout(LayoutOptions(width: 20))
        for fragment in layout.fragments { draw(fragment) }
        #expect(drawn == 20)
        #expect(layout.fragments.map(\.x) == [0, 12, 16])
        #expect(layout.size == LayoutSize(width: 20, height: 2))
        #expect(content.layout(LayoutOptions(width: 20)).lines.count == 1)
    }

    @Test func contentGrows() {
        var content = InlineContent()
        content.append(text: "早上好", style: 1)
        let bytes: [UInt8] = [0x6F, 0x6B, 0xFF]
        _ = bytes.withUnsafeBufferPointer { content.append(utf8: $0) }
        #expect(String(decoding: content.utf8.suffix(5), as: UTF8.self) == "ok\u{FFFD}")
        content.appendBreak()
        content.append(Box(id: 2, width: 2, height: 1, paddingX: 1))
        content.append(token: "@王伟", id: 8)
        let smile = Box(id: 1, width: 4, height: 2, paddingX: 1, alignment: .centre)
        content.append(smile)

        var options = LayoutOptions(width: 40)
        options.insets = Insets(left: 1, right: 1)
        options.wrapping = .chat
        options.maxLines = 3
        #expect(content.layout(options).size == LayoutSize(width: 15, height: 3))
    }

    @Test func layoutsAreAskedForPlacesAndEdited() {
        var written: [Range<Int>] = []
        func write(item: Int, bytes: Range<Int>, x: Int, y: Int) { written.append(bytes) }

        var content = InlineContent()
        content.append(text: "morning all ")
        content.append(Box(id: 1, width: 4, height: 2))
        content.append(token: "@Bea", id: 7)
        var layout = content.layout(LayoutOptions(width: 40))
        for fragment in layout.fragments where fragment.kind == .text {
            write(item: fragment.item, bytes: fragment.start..<fragment.end, x: fragment.x, y: fragment.y)
        }
        #expect(written == [0..<12])
        let caret = layout.caret(at: Position(item: 0, offset: 12))
        #expect(caret.x == 12 && caret.y == 0)
        #expect(layout.caret(at: Position(item: 0, offset: 5), affinity: .upstream).x == 5)
        #expect(layout.position(nearestX: 3, y: 0) == Position(item: 0, offset: 3))
        let hit = layout.hit(nearestX: 12, y: 1)
        #expect(layout.caret(at: hit.position, affinity: hit.affinity).x == 12)
        #expect(layout.moved(by: -1, from: caret, x: caret.x).position == Position(item: 0, offset: 0))
        layout.replaceText(3..<3, ofItem: 0, with: "!")
        #expect(layout == layout.content.layout(LayoutOptions(width: 40)))
        #expect(layout.size.width == 21)
    }

    @Test func aKeyMovesByWords() {
        var content = InlineContent()
        content.append(text: "hello, there")
        #expect(content.wordStart(before: Position(item: 0, offset: 12)) == Position(item: 0, offset: 7))
        #expect(content.wordEnd(after: Position(item: 0, offset: 0)) == Position(item: 0, offset: 5))
    }
}
