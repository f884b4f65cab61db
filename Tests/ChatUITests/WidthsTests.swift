import ChatUI
import Terminal
import Testing

@Suite struct WidthsTests {
    @Test(arguments: [(100, 30), (60, 24)]) func theLineBehindTheSamplesIsStraight(width: Int, height: Int) {
        var session = Session(width, height)
        session.type("/widths")
        session.press("Enter")
        let frame = view(session.state)
        let rows = (0..<height).filter { y in
            ["emojiPresentation", "family", "saraAm", "Arabic", "boxes"].contains { frame.text(row: y).contains($0) }
        }
        #expect(rows.count == 5)
        // The line has a style of its own, so no sample is taken for it.
        let style = Theme().mention
        let columns = rows.map { y in (0..<width).filter { frame[$0, y].text == "│" && frame[$0, y].style == style } }
        #expect(Set(columns).count == 1)
        #expect(columns.first?.count == 1)
    }

    @Test func anyKeyLeadsBack() {
        var session = Session(80, 24)
        session.type("/widths")
        session.press("Enter")
        session.press("x")
        let frame = view(session.state)
        #expect(!(0..<24).contains { frame.text(row: $0).contains("saraAm") })
    }
}
