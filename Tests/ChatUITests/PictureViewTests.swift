import ChatCore
import ChatUI
import Pictures
import RichText
import Terminal
import Testing

/// One picture on the whole screen, and the question that comes before one of the network.
@Suite struct PictureViewTests {
    private func session(_ bodies: [RichText]) -> Session {
        var session = Session(80, 24)
        for body in bodies { session.say(body) }
        session.draw()
        return session
    }

    private let far = PictureTests.picture(.remoteStatic, "https://pics.example.org/a.png?x", alt: "far away")

    @Test func thePictureFillsTheScreenAndEscapeLeaves() throws {
        var session = session([PictureTests.picture(alt: "one"), "and", PictureTests.picture(alt: "two")])
        let before = session.look
        session.type("/view")
        session.press("Enter")
        session.draw()
        #expect(session.shows("Ann 09:14 · two · 2 of 2") && !session.shows("lobby"))
        let request = try #require(session.requests.last)
        #expect(request.size == CellSize(width: 80, height: 23) && request.fit == .magnified)
        let picture = try PictureTests.prepared(request, pixels: Size(width: 160, height: 160))
        session.hearPicture(.prepared(request, .success(picture)))
        session.draw()
        // 160 × 160 pixels in cells of 8 × 16, made larger: 46 × 23 cells in the middle.
        let frame = session.frame
        let ink = (0..<80).filter { frame[$0, 11].style != .plain }
        #expect(ink == Array(17..<63))
        session.press("p")
        #expect(session.shows("· one · 1 of 2"))
        session.press("p")
        #expect(session.shows("· one · 1 of 2"), "there is none before")
        session.press("n")
        #expect(session.shows("· two · 2 of 2"))
        session.press("Escape")
        session.draw()
        #expect(session.look == before)
    }

    @Test func thePictureOfTheSelectedMessage() {
        var session = session([PictureTests.picture(alt: "one"), "and", PictureTests.picture(alt: "two")])
        session.press("M-s")
        session.press("Up Up")
        session.press("i")
        #expect(session.shows("· one · 1 of 2"))
        session.press("Escape")
        session.press("Down")
        session.press("i")
        #expect(session.shows("No picture is in what is selected"))
    }

    @Test func aClickOnAPictureShowsIt() throws {
        var session = session([PictureTests.picture(width: 20, alt: "the garden")])
        session.click("the garden")
        #expect(session.shows("the garden · 1 of 1"))
    }

    @Test func withoutAPictureItSaysSo() {
        var session = session(["nothing"])
        session.press("M-i")
        #expect(session.shows("No picture is in the messages at hand"))
    }

    @Test func aYesFetchesThisOneAlone() throws {
        var session = session([
            far, PictureTests.picture(.remoteStatic, "https://pics.example.org/b.png", alt: "another"),
        ])
        session.press("M-i")
        #expect(session.shows("Fetch it from pics.example.org?") && session.requests.isEmpty)
        session.press("y")
        session.draw()
        #expect(session.requests.map(\.origin) == [.remote("https://pics.example.org/b.png")])
        session.press("Escape")
        session.draw()
        #expect(Set(session.requests.map(\.origin)) == [.remote("https://pics.example.org/b.png")])
        #expect(!session.effects.contains { if case .picture(.keepConsent) = $0 { true } else { false } })
    }

    @Test func aNoFetchesNothingAndLeadsBack() {
        var session = session([far])
        session.press("M-i")
        session.press("n")
        session.draw()
        #expect(session.requests.isEmpty && session.shows("lobby"))
        #expect(session.shows("pics.example.org") == false || session.shows("far"))
    }

    @Test(arguments: ["a", "r"]) func whatIsAllowedForAllIsKept(letter: String) {
        var session = session([far])
        session.say(PictureTests.picture(.remoteStatic, "https://else.example.org/c.png", alt: "c"), by: Session.bea)
        session.press("M-s")
        session.press("Up")
        session.press("i")
        #expect(session.shows("Fetch it from pics.example.org?"))
        session.press(letter)
        session.press("Escape")
        session.draw()
        let consent = session.effects.compactMap { effect -> PictureConsent? in
            if case .picture(.keepConsent(let consent)) = effect { consent } else { nil }
        }
        let origins = Set(session.requests.map(\.origin))
        #expect(origins.contains(.remote("https://pics.example.org/a.png?x")))
        if letter == "a" {
            #expect(consent == [PictureConsent(people: ["ann"])])
            #expect(!origins.contains(.remote("https://else.example.org/c.png")))
        } else {
            #expect(consent == [PictureConsent(rooms: ["lobby"])])
            #expect(origins.contains(.remote("https://else.example.org/c.png")))
        }
    }

    @Test func whatWasAllowedBeforeIsNotAskedAgain() {
        var session = Session(80, 24) { $0.consent = PictureConsent(people: ["ann"]) }
        session.say(far)
        session.draw()
        #expect(session.requests.count == 1)
    }

    @Test func aResizeAsksForTheNewSize() {
        var session = session([PictureTests.picture()])
        session.press("M-i")
        session.draw()
        session.resize(40, 10)
        session.draw()
        #expect(session.requests.last?.size == CellSize(width: 40, height: 9))
        session.resize(1, 1)
        session.draw()
        #expect(session.frame.size == Size(width: 1, height: 1))
    }
}
