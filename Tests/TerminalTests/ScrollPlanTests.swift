import TestSupport
import Terminal
import Testing

private func frame(_ rows: [String]) -> Frame {
    let width = rows.map(\.count).max() ?? 0
    var frame = Frame(size: Size(width: width, height: rows.count))
    for (y, row) in rows.enumerated() { frame.write(row, x: 0, y: y) }
    return frame
}

/// A room on a screen of 80 columns: panes at the sides that stay, messages that go by.
private func room(from first: Int) -> Frame {
    let names = ["Ann", "Bea", "王伟"]
    var rows = ["lobby" + String(repeating: " ", count: 75)]
    for row in 0..<12 {
        let side = row < 3 ? names[row] : ""
        let words = ["tea", "for two", "and two for tea", "with milk", "and sugar"]
        let number = first + row
        let text = (0..<4).map { words[(number * number * 31 + number * 7 + $0 * (number * 13 + 5)) % 97 % 5] }.joined(
            separator: " ")
        rows.append("│  " + "\(number) \(text)".padded(to: 60) + "│" + side)
    }
    return frame(rows + ["────────", "status"])
}

private func enlarge(_ frame: inout Frame, _ y: Int) {
    let isEnlarged = frame.enlarge(x: 70, y: y)
    #expect(isEnlarged)
}

@Suite struct ScrollPlanTests {
    @Test func messagesThatGoByMove() throws {
        let plan = try #require(ScrollPlan(from: room(from: 10), to: room(from: 11)))
        #expect(plan.rows == 1..<13)
        #expect(plan.distance == 1)
        let moved = room(from: 10).moved(plan)
        #expect(moved.text(row: 1).hasPrefix("│  11 "))
        #expect(moved.text(row: 12).allSatisfy { $0 == " " })
        #expect(moved.text(row: 13) == room(from: 10).text(row: 13))
        #expect(ScrollPlan(from: room(from: 14), to: room(from: 11))?.distance == -3)
    }

    @Test func nothingMovesWhereWritingIsAsGood() {
        #expect(ScrollPlan(from: room(from: 10), to: room(from: 10)) == nil)
        let pages = (0..<2).map { page in
            frame(
                (0..<12).map { row in
                    String(repeating: Character(Unicode.Scalar(UInt8(65 + page * 12 + row))), count: 40)
                } + ["status"])
        }
        #expect(ScrollPlan(from: pages[0], to: pages[1]) == nil)
        var changed = room(from: 10)
        changed.write("one row", x: 20, y: 4)
        #expect(ScrollPlan(from: room(from: 10), to: changed) == nil)
        #expect(ScrollPlan(from: frame(["a"]), to: frame(["b"])) == nil)
        #expect(
            ScrollPlan(from: Frame(size: Size(width: 0, height: 0)), to: Frame(size: Size(width: 0, height: 0))) == nil)
        #expect(ScrollPlan(from: room(from: 1), to: frame(["x", "y", "z"])) == nil)
    }

    @Test func theLastRowNeverMoves() {
        let rows = (0..<10).map { String(repeating: "\($0)", count: 60) }
        let plan = ScrollPlan(from: frame(rows), to: frame(Array(rows.dropFirst()) + [rows[0]]))
        #expect(plan?.rows.upperBound == 9)
    }

    @Test func largeTextDoesNotMove() {
        var (old, new) = (room(from: 10), room(from: 11))
        old.write("🎉  ", x: 70, y: 8)
        enlarge(&old, 8)
        #expect(ScrollPlan(from: old, to: new) == nil)
        new.write("🎉  ", x: 70, y: 7)
        #expect(ScrollPlan(from: room(from: 10), to: new) != nil)
        enlarge(&new, 7)
        #expect(ScrollPlan(from: room(from: 10), to: new) == nil)
    }
}

extension String {
    fileprivate func padded(to count: Int) -> String {
        self + String(repeating: " ", count: max(count - self.count, 0))
    }
}
