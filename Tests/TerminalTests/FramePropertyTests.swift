import InlineLayout
import Terminal
import TestSupport
import Testing

/// A frame kept the naive way: a grid of texts, in which the right half of a wide cluster is nil.
private struct Grid {
    let width: Int
    var rows: [[String?]]

    init(_ size: Size) {
        width = size.width
        rows = Array(repeating: Array(repeating: " ", count: size.width), count: size.height)
    }

    mutating func write(_ clusters: [(String, Int)], x: Int, y: Int, maxWidth: Int) {
        var pen = x
        let limit = min(width, x + maxWidth)
        for (text, cells) in clusters where cells > 0 && pen < limit {
            if pen >= 0 && pen + cells <= limit {
                for column in pen..<pen + cells { clear(column, y) }
                rows[y][pen] = text
                if cells == 2 { rows[y][pen + 1] = nil }
            } else {
                for column in max(pen, 0)..<max(0, min(pen + cells, limit)) { clear(column, y) }
            }
            pen += cells
        }
    }

    /// Blanks a cell and, when it is half of a wide cluster, the other half.
    private mutating func clear(_ x: Int, _ y: Int) {
        if rows[y][x] == nil { rows[y][x - 1] = " " }
        if x + 1 < width, rows[y][x + 1] == nil { rows[y][x + 1] = " " }
        rows[y][x] = " "
    }

    func text(row: Int) -> String { rows[row].compactMap { $0 }.joined() }
}

@Suite struct FramePropertyTests {
    private static let alphabet = [
        "a", "b", "─", "你", "好", "e\u{301}", "👨‍👩‍👧‍👦", "🇫🇷", "❤️", "👍🏽", "한", "\u{200D}", "น", "ｶ", "\u{FFFD}", " ",
    ]

    @Test(arguments: 1...40)
    func randomWritesLeaveWholeClustersAndExactRows(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let size = Size(width: Int.random(in: 1...40, using: &random), height: 3)
        var frame = Frame(size: size)
        var grid = Grid(size)
        for _ in 0..<200 {
            let texts = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                FramePropertyTests.alphabet.randomElement(using: &random) ?? "a"
            }
            // What stands side by side may join into one cluster, so the naive grid takes the joined text apart again.
            let text = texts.joined()
            let x = Int.random(in: -6...size.width, using: &random)
            let y = Int.random(in: 0..<3, using: &random)
            let room = Bool.random(using: &random) ? Int.random(in: 0...10, using: &random) : 1000
            frame.write(text, x: x, y: y, maxWidth: room)
            grid.write(Clusters(text).map { (String($0.text), $0.width) }, x: x, y: y, maxWidth: room)
            for row in 0..<3 {
                #expect(frame.text(row: row) == grid.text(row: row), "seed \(seed), \(text.debugDescription) at \(x)")
                expectWholeClusters(frame, row: row)
            }
        }
    }

    private func expectWholeClusters(_ frame: Frame, row: Int) {
        var x = 0
        while x < frame.size.width {
            let cell = frame[x, row]
            #expect(cell.width == 1 || cell.width == 2, "no half stands alone at \(x)")
            if cell.width == 2 {
                #expect(x + 1 < frame.size.width && frame[x + 1, row].width == 0)
                #expect(frame[x + 1, row].style == cell.style)
            }
            x += max(cell.width, 1)
        }
        #expect(x == frame.size.width)
    }

    @Test(arguments: 1...20)
    func aFrameEqualsTheOneThatWasWrittenInAnotherOrder(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let size = Size(width: 20, height: 12)
        let rows = (0..<12).map { _ in
            (0..<6).map { _ in FramePropertyTests.alphabet.randomElement(using: &random) ?? "a" }.joined()
        }
        var forward = Frame(size: size)
        var backward = Frame(size: size)
        for y in 0..<12 { forward.write(rows[y], x: 0, y: y) }
        for y in (0..<12).reversed() { backward.write(rows[y], x: 0, y: y) }
        #expect(forward == backward)
        backward.fill(Rect(x: 7, y: 7, width: 1, height: 1), with: "#")
        #expect(forward != backward)
    }
}
