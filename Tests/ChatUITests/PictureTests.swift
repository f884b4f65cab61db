import ChatCore
import ChatUI
import Pictures
import RichText
import Terminal
import Testing

/// Pictures of messages in the log: asked for when they come into sight, and drawn once they are there.
@Suite struct PictureTests {
    static let kept = String(repeating: "a", count: 64) + ".png"

    static func picture(
        _ kind: Picture.Source.Kind = .localStatic, _ location: String = kept, width: Int = 6, height: Int = 2,
        alt: String = "the garden"
    ) -> RichText {
        [
            .text("see ", .plain),
            .picture(
                Picture(
                    source: Picture.Source(kind, location), size: CellSize(width: width, height: height), alt: alt)),
            .text(" there", .plain),
        ]
    }

    /// A picture of one colour, as large in pixels as `request` has cells on a usual terminal, or as told.
    static func prepared(
        _ request: PictureRequest, frames: Int = 1, pixels: Size? = nil, red: UInt8 = 200
    ) throws -> PreparedPicture {
        let pixels = pixels ?? Size(width: request.size.width * 8, height: request.size.height * 16)
        let bitmaps = try (0..<frames).map { frame in
            let pixel = SIMD4<UInt8>(red, UInt8(frame * 8), 0, 255)
            return try #require(
                Bitmap(
                    width: pixels.width, height: pixels.height,
                    pixels: Array(repeating: pixel, count: pixels.width * pixels.height)))
        }
        return try #require(
            PreparedPicture(
                bitmaps, milliseconds: Array(repeating: 125, count: frames), pixels: pixels, for: request))
    }

    @Test func aPictureIsAskedForOnceAndDrawn() throws {
        var session = Session(60, 8)
        session.say(PictureTests.picture())
        session.draw()
        #expect(session.shows("see the"))
        let request = try #require(session.requests.first)
        #expect(request.origin == .kept(PictureTests.kept) && request.size == CellSize(width: 6, height: 2))
        session.draw()
        session.draw()
        #expect(session.requests.count == 1)
        session.hearPicture(.prepared(request, .success(try PictureTests.prepared(request))))
        session.draw()
        #expect(!session.shows("see the") && !session.shows("garden"))
        let start = try #require(session.place(of: "see "))
        for y in start.y...start.y + 1 {
            for x in start.x + 4..<start.x + 10 {
                let style = session.frame[x, y].style
                #expect([style.background, style.foreground].contains(.rgb(200, 0, 0)), "\(x) \(y) \(style)")
            }
        }
        #expect(session.requests.count == 1)
    }

    /// A path that somebody writes into a message is not opened: it may lead to a private file, or to a stranger's server.
    @Test(arguments: [Session.ann, Session.me]) func aFileIsNotOpenedBecauseAMessageNamesIt(author: Person) {
        let paths = ["/home/rob/private.png", "/net/host.example/a.png", "./a.png", "../a.png"]
        var session = Session(60, 20) { $0.ownPictures = ["/usr/share/mingle/garden.png"] }
        for (number, path) in paths.enumerated() {
            let kind: Picture.Source.Kind = number.isMultiple(of: 2) ? .localStatic : .localAnimated
            session.say(PictureTests.picture(kind, path, width: 40), by: author)
        }
        session.draw()
        #expect(session.requests.isEmpty)
        #expect(session.shows("the picture did not come along"))
        session.say(PictureTests.picture(.localStatic, "/usr/share/mingle/garden.png"), by: author)
        session.draw()
        #expect(session.requests.map(\.origin) == [.file("/usr/share/mingle/garden.png")])
    }

    @Test func aFailureIsToldInThePlaceOfThePicture() throws {
        var session = Session(60, 8)
        session.say(PictureTests.picture(width: 30, height: 3))
        session.draw()
        let request = try #require(session.requests.first)
        session.hearPicture(.prepared(request, .failure(PictureFailure("cannot be read: No such file"))))
        session.draw()
        #expect(session.shows("see the garden") && session.shows("cannot be read: No such file"))
        #expect(session.requests.count == 1)
    }

    @Test func aFailureIsTriedAgainWhenThePictureComesIntoSightAnew() throws {
        var session = Session(60, 8)
        session.say(PictureTests.picture(width: 30, height: 3))
        session.draw()
        let request = try #require(session.requests.first)
        session.hearPicture(.prepared(request, .failure(PictureFailure("the picture takes too long to decode"))))
        for _ in 0..<3 { session.draw() }
        #expect(session.requests.count == 1, "it stays in sight")
        session.press("F1")
        session.draw()
        session.press("Escape")
        session.draw()
        #expect(session.requests == [request, request])
        session.hearPicture(.prepared(request, .success(try PictureTests.prepared(request))))
        session.draw()
        #expect(!session.shows("takes too long"))
    }

    @Test func proportionsAreThoseOfThePictureInTheCellsOfTheTerminal() throws {
        var session = Session(80, 12) { $0.drawing.cell = Size(width: 10, height: 20) }
        session.say(PictureTests.picture(width: 20, height: 6))
        session.draw()
        let request = try #require(session.requests.first)
        // 60 × 60 pixels are 6 × 3 cells of 10 × 20.
        let picture = try PictureTests.prepared(request, pixels: Size(width: 60, height: 60))
        guard case .cells(let cells) = picture.frames else {
            Issue.record("not drawn in cells")
            return
        }
        #expect(cells.first?.size == CellSize(width: 6, height: 3))
    }

    @Test func aPictureThatIsTooWideIsMadeSmaller() throws {
        var session = Session(40, 20)
        session.say(PictureTests.picture(width: 60, height: 20))
        session.draw()
        let size = try #require(session.requests.first?.size)
        #expect(size.width <= 39 && size.width > 30)
        #expect(size.height == (size.width * 20 + 30) / 60)
    }

    @Test func halfScrolledOutItIsDrawnInPart() throws {
        var session = Session(60, 12)
        session.say(PictureTests.picture(width: 6, height: 6))
        session.draw()
        let request = try #require(session.requests.first)
        session.hearPicture(.prepared(request, .success(try PictureTests.prepared(request))))
        for number in 0..<4 { session.say(RichText(plain: "line \(number)")) }
        session.draw()
        func inked(_ frame: Frame) -> [Int] {
            (0..<12).filter { y in
                (0..<60).contains { x in
                    let style = frame[x, y].style
                    return style.background == .rgb(200, 0, 0) || style.foreground == .rgb(200, 0, 0)
                }
            }
        }
        // The pane has seven rows; four messages have pushed the picture's upper part out.
        #expect(inked(session.frame).count == 3)
        session.press("S-Up")
        session.draw()
        #expect(inked(session.frame).count == 4)
    }

    @Test func whatIsOutOfSightIsNotAskedFor() {
        var session = Session(60, 12)
        session.say(PictureTests.picture())
        for number in 0..<40 { session.say(RichText(plain: "line \(number)")) }
        session.draw()
        #expect(session.requests.isEmpty)
        session.press("PageUp PageUp PageUp PageUp PageUp PageUp PageUp PageUp PageUp PageUp")
        session.draw()
        #expect(session.requests.count == 1)
    }

    @Test func whereNoPicturesAreShownWordsStandInTheLine() {
        var session = Session(60, 8) { $0.drawing.tier = .text }
        session.say(PictureTests.picture(width: 30, height: 5))
        session.draw()
        #expect(session.shows("see [picture: the garden] there"))
        #expect(session.requests.isEmpty)
    }

    @Test func emoticonsFollowPicturesAtOnceUnlessTheyAreChosen() {
        var session = Session(60, 8)
        session.say(RichText([.emoticon(EmoticonCode("smile")), .text(" there", .plain)]))
        #expect(session.shows("▐••▌ there"))
        var drawing = PictureDrawing()
        drawing.tier = .text
        session.hearPicture(.drawing(drawing))
        #expect(session.shows("[smile] there"))
        session.hear(settings: [SettingEntry("emoticons", .text("emoji")), SettingEntry("pictures", .text("kitty"))])
        #expect(session.shows("🙂 there") && session.state.pictureWish.tier == .kitty)
        session.hear(settings: [SettingEntry("animation", .text("off"))])
        #expect(session.state.pictureWish == PictureWish(tier: nil, moves: false) && session.shows("[smile] there"))
    }

    @Test func withoutConsentNothingIsFetched() {
        var session = Session(90, 12)
        session.say(PictureTests.picture(.remoteStatic, "https://pics.example.org/a.png", width: 40, height: 3))
        session.draw()
        #expect(session.requests.isEmpty)
        #expect(session.shows("on pics.example.org"))
    }

    /// A terminal that tells how it draws after pictures were asked for gets them anew.
    @Test func pixelsTakeThePlaceOfCells() throws {
        var session = Session(60, 8) { $0.salt = 7 }
        session.say(PictureTests.picture())
        session.draw()
        var drawing = PictureDrawing()
        drawing.tier = .kitty
        session.hearPicture(.drawing(drawing))
        session.draw()
        let request = try #require(session.requests.last)
        #expect(session.requests.count == 2 && request.drawing.tier == .kitty)
        session.hearPicture(.prepared(request, .success(try PictureTests.prepared(request))))
        session.draw()
        let sent = session.effects.compactMap { effect -> KittyPlacement? in
            if case .picture(.send(_, let placement)) = effect { placement } else { nil }
        }
        let placement = try #require(sent.first)
        #expect(sent.count == 1 && placement.size == CellSize(width: 6, height: 2))
        let start = try #require(session.place(of: "see "))
        #expect(session.frame[start.x + 4, start.y].text == placement.text(x: 0, y: 0))
        #expect(session.frame[start.x + 9, start.y + 1].text == placement.text(x: 5, y: 1))
        #expect(session.frame[start.x + 4, start.y].style.foreground == placement.colour(.direct))
        // Drawing anew sends it anew, under its number.
        session.press("C-l")
        session.draw()
        #expect(session.requests.count == 3)
        session.hearPicture(.prepared(request, .success(try PictureTests.prepared(request))))
        #expect(session.effects.last == .picture(.send(try bitmap(of: request), placement)))
    }

    private func bitmap(of request: PictureRequest) throws -> Bitmap {
        guard case .bitmaps(let bitmaps, _) = try PictureTests.prepared(request).frames else {
            throw Mistake.noBitmap
        }
        return bitmaps[0]
    }

    private enum Mistake: Error { case noBitmap }

    @Test func onlyWhatIsInSightMovesAndNothingWithoutFocus() throws {
        var session = Session(60, 12)
        session.say(PictureTests.picture(.localAnimated))
        session.draw()
        #expect(session.state.nextMotion == nil)
        let request = try #require(session.requests.first)
        session.hearPicture(.prepared(request, .success(try PictureTests.prepared(request, frames: 4))))
        session.draw()
        let first = session.look
        #expect(session.state.nextMotion != nil)
        session.wait(milliseconds: 250)
        session.draw()
        #expect(session.look != first)
        session.send(.focus(false))
        #expect(session.state.nextMotion == nil)
        let paused = session.look
        session.wait(milliseconds: 250)
        session.draw()
        #expect(session.look == paused)
        session.send(.focus(true))
        #expect(session.state.nextMotion != nil)
        for number in 0..<40 { session.say(RichText(plain: "line \(number)"), by: Session.bea) }
        session.draw()
        #expect(session.state.nextMotion == nil, "out of sight")
    }

    @Test func afterThreeRoundsItStandsStill() throws {
        var session = Session(60, 12)
        session.say(PictureTests.picture(.localAnimated))
        session.draw()
        let request = try #require(session.requests.first)
        session.hearPicture(.prepared(request, .success(try PictureTests.prepared(request, frames: 4))))
        session.draw()
        let first = session.look
        var changes = 0
        var last = first
        for _ in 0..<20 where session.state.nextMotion != nil {
            session.wait(milliseconds: 125)
            session.draw()
            if session.look != last { changes += 1 }
            last = session.look
        }
        #expect(changes == 12, "four frames, three times")
        #expect(session.look == first && session.state.nextMotion == nil)
    }

    @Test func withoutMotionOneFrameIsAskedFor() throws {
        var session = Session(60, 12) { $0.drawing.mostFrames = 1 }
        session.say(PictureTests.picture(.localAnimated))
        session.draw()
        #expect(session.requests.first?.frames == 1)
    }

    /// The memory for pictures is bounded, in the client and in the terminal.
    @Test func theOldestAreForgotten() throws {
        var session = Session(60, 12) { $0.drawing.tier = .kitty }
        var removed: Set<UInt32> = []
        var held: Set<UInt32> = []
        for number in 0..<400 {
            let name = String(repeating: "b", count: 60) + String(1000 + number) + ".png"
            session.say(PictureTests.picture(.localStatic, name, width: 2, height: 1))
            session.draw()
            let request = try #require(session.requests.last)
            let before = session.effects.count
            session.hearPicture(.prepared(request, .success(try PictureTests.prepared(request))))
            for effect in session.effects[before...] {
                switch effect {
                case .picture(.send(_, let placement)):
                    #expect(held.insert(placement.id).inserted, "a number that is in use")
                case .picture(.remove(let number)):
                    #expect(held.remove(number) != nil)
                    removed.insert(number)
                default: break
                }
            }
        }
        #expect(held.count <= 240 && !removed.isEmpty)
        #expect(held.isSubset(of: PictureNumbers.all(salt: 1, depth: .direct)))
    }
}
