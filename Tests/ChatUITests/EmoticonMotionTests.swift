import ChatUI
import Emoticons
import Pictures
import RichText
import Terminal
import Testing

/// Emoticons that move in glyphs.
@Suite struct EmoticonMotionTests {
    private static func art(_ glyph: String, width: Int = 4, height: Int = 2) throws -> GlyphArt {
        try #require(
            GlyphArt(rows: Array(repeating: Array(repeating: GlyphArt.Cell(glyph), count: width), count: height)))
    }

    /// A winking emoticon, whose drawing at rest is the first of two.
    private static func wink() throws -> Emoticon {
        var wink = Emoticon(name: "wink", emoji: "😉", art: try art("a"))
        wink.files.animation = "wink.gif"
        wink.motions[wink.size] = GlyphMotion([try art("a"), try art("b")], milliseconds: [250, 125])
        wink.arts[CellSize(width: 6, height: 3)] = try art("c", width: 6, height: 3)
        return wink
    }

    private func session(
        _ text: String, configure: (inout ChatState.Settings) -> Void = { _ in }
    ) throws -> Session {
        var pack = Pack(id: "p", name: "P", emoticons: [try Self.wink()])
        pack.folder = "/packs/p"
        var session = Session(60, 12) { settings in
            settings.catalogue = Catalogue(packs: [pack])
            configure(&settings)
        }
        session.say(RichText(plain: text))
        session.draw()
        return session
    }

    @Test func itShowsItsDrawingsOneAfterAnother() throws {
        var session = try session("a [wink] b")
        var seen = ""
        for _ in 0..<12 {
            seen += session.shows("bbbb") ? "b" : session.shows("aaaa") ? "a" : "?"
            session.wait(milliseconds: 125)
            session.draw()
        }
        #expect(seen == "aabaabaabaaa", "three rounds, and then it rests")
        #expect(session.state.nextMotion == nil && session.requests.isEmpty, "no file is needed for it")
    }

    @Test func aClickLetsItMoveAgain() throws {
        var session = try session("a [wink] b")
        for _ in 0..<12 {
            session.wait(milliseconds: 125)
            session.draw()
        }
        #expect(session.state.nextMotion == nil)
        session.click("aaaa", after: 1)
        session.draw()
        #expect(session.state.nextMotion != nil)
    }

    @Test func withoutFocusOrOutOfSightItStands() throws {
        var session = try session("[wink:4x2]")
        #expect(session.state.nextMotion != nil)
        session.send(.focus(false))
        #expect(session.state.nextMotion == nil)
        session.wait(milliseconds: 250)
        session.draw()
        #expect(session.shows("aaaa"))
        session.send(.focus(true))
        #expect(session.state.nextMotion != nil)
        for number in 0..<40 { session.say(RichText(plain: "line \(number)"), by: Session.bea) }
        session.draw()
        #expect(session.state.nextMotion == nil)
    }

    @Test func whereNothingMovesItRests() throws {
        var session = try session("a [wink]") { $0.drawing.mostFrames = 1 }
        #expect(session.state.nextMotion == nil)
        session.wait(milliseconds: 250)
        session.draw()
        #expect(session.shows("aaaa"))
    }

    @Test func aSizeWithoutDrawingsThatMoveTakesTheFile() throws {
        let large = try session("a [wink:6x3]")
        #expect(large.requests.map(\.origin) == [.file("/packs/p/wink.gif")])
        let pixels = try session("a [wink]") { $0.drawing.tier = .kitty }
        #expect(pixels.requests.map(\.origin) == [.file("/packs/p/wink.gif")] && pixels.state.nextMotion == nil)
    }

    @Test func aMotionNeedsTwoDrawingsOfOneSizeAndTheirTimes() throws {
        let (one, other) = (try Self.art("a"), try Self.art("b"))
        #expect(GlyphMotion([one], milliseconds: [100]) == nil)
        #expect(GlyphMotion([one, other], milliseconds: [100]) == nil)
        #expect(GlyphMotion([one, other], milliseconds: [100, 19]) == nil)
        #expect(GlyphMotion([one, try Self.art("b", width: 3)], milliseconds: [100, 100]) == nil)
        #expect(GlyphMotion([one, other, one], milliseconds: [100, 100, 100])?.mostChanges == 8)
    }
}
