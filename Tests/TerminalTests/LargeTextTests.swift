import TestSupport
import Terminal
import Testing

/// A party on columns 2 to 5 of the rows 0 and 1.
private func party() -> Frame {
    var frame = Frame(size: Size(width: 8, height: 3))
    frame.write("🎉", x: 2, y: 0)
    frame.enlarge(x: 2, y: 0)
    return frame
}

/// `#` for the first cell of a large cluster, `.` for the others of its block, a dash for the rest.
private func blocks(_ frame: Frame) -> [String] {
    (0..<frame.size.height).map { y in
        (0..<frame.size.width).map { x in
            frame.isLarge(x: x, y: y) ? "#" : frame.isCovered(x: x, y: y) ? "." : "-"
        }.joined()
    }
}

private func expectEnlarging(
    _ frame: inout Frame, _ x: Int, _ y: Int, succeeds: Bool, _ why: Comment,
    _ location: SourceLocation = #_sourceLocation
) {
    let isEnlarged = frame.enlarge(x: x, y: y)
    #expect(isEnlarged == succeeds, why, sourceLocation: location)
}

@Suite struct LargeTextTests {
    @Test func aLargeClusterHasEightCells() {
        #expect(blocks(party()) == ["--#...--", "--....--", "--------"])
        #expect(party().text(row: 0) == "  🎉    ")
        #expect(party()[2, 0].style == .plain)
        var small = Frame(size: Size(width: 8, height: 3))
        small.write("🎉", x: 2, y: 0)
        #expect(party() != small)
    }

    @Test(arguments: [(2, 0), (3, 0), (4, 0), (5, 0), (2, 1), (5, 1)])
    func overwritingAnyOfThemEndsTheBlock(x: Int, y: Int) {
        for isFilled in [false, true] {
            var frame = party()
            if isFilled {
                frame.fill(Rect(x: x, y: y, width: 1, height: 1), with: "x")
            } else {
                frame.write("x", x: x, y: y)
            }
            #expect(blocks(frame) == ["--------", "--------", "--------"])
            #expect(frame[2, 0].width == (y == 0 && x < 4 ? 1 : 2), "the cluster stays where it was not hit")
        }
    }

    @Test func besideABlockOneMayWrite() {
        var frame = party()
        frame.write("ab", x: 0, y: 0)
        frame.write("cd", x: 6, y: 1)
        frame.write("你好你好", x: 0, y: 2)
        frame.restyle(Rect(x: 0, y: 0, width: 8, height: 2)) { $0.attributes.insert(.reverse) }
        #expect(blocks(frame) == ["--#...--", "--....--", "--------"])
        #expect(frame[2, 1].style.attributes == .reverse)
    }

    @Test func whereThereIsNoRoomItStaysAsItIs() {
        var frame = party()
        frame.write("🎉", x: 0, y: 1)
        expectEnlarging(&frame, 0, 1, succeeds: false, "a neighbour's block is in the way")
        frame.write("🎉", x: 5, y: 2)
        expectEnlarging(&frame, 5, 2, succeeds: false, "there is no row below")
        frame.write("🎉", x: 6, y: 0)
        expectEnlarging(&frame, 6, 0, succeeds: false, "the edge is too near")
        frame.write("a", x: 0, y: 2)
        expectEnlarging(&frame, 0, 2, succeeds: false, "it is not wide")
        expectEnlarging(&frame, -1, 0, succeeds: false, "outside")
        expectEnlarging(&frame, 90, 90, succeeds: false, "outside")
    }

    @Test(arguments: 1...40)
    func noBlockIsEverCut(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var frame = Frame(size: Size(width: 12, height: 5))
        for _ in 0..<300 {
            let (x, y) = (Int.random(in: -2...13, using: &random), Int.random(in: -1...5, using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0: frame.write("🎉", x: x, y: y)
            case 1: frame.fill(Rect(x: x, y: y, width: Int.random(in: 0...6, using: &random), height: 2))
            case 2: frame.write("ab你", x: x, y: y, maxWidth: Int.random(in: 0...5, using: &random))
            default: frame.enlarge(x: x, y: y)
            }
            let marks = blocks(frame)
            let large = marks.joined().filter { $0 == "#" }.count
            let covered = marks.joined().filter { $0 == "." }.count
            #expect(covered == large * 7, "seed \(seed): \(marks)")
        }
    }
}
