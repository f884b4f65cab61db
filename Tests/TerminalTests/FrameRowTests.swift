import TestSupport
import Terminal
import Testing

private func enlarged(_ frame: inout Frame) {
    frame.write("🎉  ", x: 0, y: 0)
    let isEnlarged = frame.enlarge(x: 0, y: 0)
    #expect(isEnlarged)
}

/// Two frames that share most of what they show, and chance.
private struct Pair {
    private(set) var old = Frame(size: Pair.size)
    private(set) var new = Frame(size: Pair.size)
    private var random: SeededGenerator

    static let size = Size(width: 24, height: 5)
    private static let texts = ["a", "tea", "王伟", "é", "👨‍👩‍👧", "❤️", "·", " ", "한국어", "x 咖 y"]
    private static let styles = [
        Style.plain, Style(.bold), Style(foreground: .indexed(3)), Style(background: .rgb(1, 2, 3)),
    ]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        // In another order, so that clusters and links have other numbers in each.
        let address = new.link(to: "https://b.example")
        #expect(address != nil)
        for _ in 0..<12 {
            let place = chance()
            old.write(place.text, x: place.x, y: place.y, style: place.style)
            new.write(place.text, x: place.x, y: place.y, style: place.style)
        }
        for _ in 0..<2 {
            let place = chance()
            let link = Bool.random(using: &random) ? new.link(to: "https://a.example") : nil
            var style = place.style
            style.link = link
            new.write(place.text, x: place.x, y: place.y, style: style)
        }
    }

    private mutating func chance() -> (text: String, x: Int, y: Int, style: Style) {
        (
            Pair.texts.randomElement(using: &random) ?? "", Int.random(in: -2..<24, using: &random),
            Int.random(in: 0..<5, using: &random), Pair.styles.randomElement(using: &random) ?? .plain
        )
    }
}

@Suite struct FrameRowTests {
    @Test func rowsDifferWithinTheColumnsThatAreTold() {
        for seed in 0..<400 as Range<UInt64> {
            let pair = Pair(seed: seed)
            for y in 0..<Pair.size.height {
                let columns = pair.new.difference(inRow: y, from: pair.old)
                #expect(columns.isEmpty == pair.new.row(y, equalsThatOf: pair.old), "seed \(seed)")
                for x in 0..<Pair.size.width where !columns.contains(x) {
                    let (left, right) = (pair.new[x, y], pair.old[x, y])
                    #expect(left.text == right.text && left.width == right.width, "seed \(seed), \(x), \(y)")
                }
                guard let first = columns.first, let last = columns.last else { continue }
                for frame in [pair.old, pair.new] {
                    #expect(frame[first, y].width > 0 && frame[last, y].width < 2, "seed \(seed), \(columns), \(y)")
                }
            }
        }
    }

    @Test func aWideClusterIsInTheDifferenceAsAWhole() {
        var (old, new) = (Frame(size: Size(width: 8, height: 1)), Frame(size: Size(width: 8, height: 1)))
        old.write("ab咖cd", x: 0, y: 0)
        new.write("abxycd", x: 0, y: 0)
        #expect(new.difference(inRow: 0, from: old) == 2..<4)
        new.write("ab啡cd", x: 0, y: 0)
        #expect(new.difference(inRow: 0, from: old) == 2..<4)
        #expect(new.difference(inRow: 0, from: new).isEmpty)
        #expect(new.difference(inRow: 1, from: old).isEmpty)
    }

    @Test func simpleRowsComeInRunsOfOneStyle() {
        var frame = Frame(size: Size(width: 8, height: 2))
        frame.write("ab", x: 0, y: 0, style: Style(.bold))
        frame.write("咖", x: 2, y: 0, style: Style(.bold))
        var runs: [(Style, [UInt32])] = []
        let isSimple = frame.simpleRuns(inRow: 0, 0..<8) { style, scalars in
            runs.append((style, Array(scalars)))
            return true
        }
        #expect(isSimple)
        #expect(runs.map(\.0) == [Style(.bold), .plain])
        #expect(runs.map(\.1) == [[0x61, 0x62, 0x5496, 0], [0x20, 0x20, 0x20, 0x20]])
    }

    @Test func whatIsNoSingleScalarIsNotSimple() {
        func isSimple(_ change: (inout Frame) -> Void, _ columns: Range<Int> = 0..<8) -> Bool {
            var frame = Frame(size: Size(width: 8, height: 2))
            change(&frame)
            return frame.simpleRuns(inRow: 0, columns) { _, _ in true }
        }
        #expect(isSimple { _ in })
        #expect(!isSimple { $0.write("❤️", x: 3, y: 0) })
        #expect(!isSimple { $0.write("e\u{301}", x: 3, y: 0) })
        #expect(!isSimple { $0.write("a", x: 3, y: 0, style: Style(link: $0.link(to: "https://a.example"))) })
        #expect(!isSimple({ $0.write("咖", x: 3, y: 0) }, 0..<4))
        #expect(!isSimple({ $0.write("咖", x: 3, y: 0) }, 4..<8))
        #expect(!isSimple({ _ in }, 0..<9))
        #expect(!isSimple(enlarged))
        var frame = Frame(size: Size(width: 8, height: 2))
        frame.write("a", x: 0, y: 0, style: Style(.bold))
        #expect(!frame.simpleRuns(inRow: 0, 0..<8) { style, _ in style == .plain })
    }
}
