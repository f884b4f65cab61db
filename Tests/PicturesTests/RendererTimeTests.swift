import Pictures
import RichText
import Terminal
import Testing

@Suite struct RendererTimeTests {
    /// The milliseconds are those of a release build; a debug build is held to the count of nothing but its end.
    @Test func anEmoticonIsRenderedInNoTime() throws {
        let face = try Drawing.face(side: 64)
        let renderer = CellRenderer(palette: SnapPalette(of: face))
        let clock = ContinuousClock()
        var least = Duration.seconds(9)
        for _ in 0..<20 {
            let start = clock.now
            let picture = renderer.render(face, size: CellSize(width: 8, height: 4))
            least = min(least, clock.now - start)
            #expect(picture.cells.count == 32)
        }
        #if DEBUG
            #expect(least < .milliseconds(60))
        #else
            #expect(least < .microseconds(50))
        #endif
    }
}
