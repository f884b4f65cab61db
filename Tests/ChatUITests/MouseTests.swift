import ChatCore
import ChatUI
import RichText
import Terminal
import Testing

@Suite struct MouseTests {
    @Test func aClickPlacesTheCaretAndInsideATokenAtItsNearerEdge() {
        var session = Session(60, 12)
        session.type("hello @ann")
        session.press("Enter")
        session.type("world")
        session.click("hello @Ann world", after: 2)
        session.type("X")
        #expect(session.rows.contains(" heXllo @Ann world"))
        session.click("@Ann world", after: 1)
        session.type("Y")
        session.click("@Ann world", after: 3)
        session.type("Z")
        #expect(session.rows.contains(" heXllo Y@AnnZ world"))
    }

    @Test func aDoubleClickSelectsAWordOrATokenAndAClickOnThatReplacesIt() {
        var session = Session(60, 12)
        session.type("hello @ann")
        session.press("Enter")
        session.click("hello", after: 1)
        session.click("hello", after: 1)
        session.type("J")
        #expect(session.rows.contains(" J @Ann"))
        for lasting in [100, 100, 1_000] { session.click("J @Ann", after: 3, lasting: Int64(lasting)) }
        #expect(session.shows("Bea"))
        session.type("bea")
        session.press("Enter Enter")
        #expect(session.sent.map { FlatText($0.body).text } == ["J @Bea"])
    }

    @Test func aDragSelects() throws {
        var session = Session(60, 12)
        session.type("one two three")
        let place = try #require(session.place(of: "two"))
        session.send(.mouse(MouseEvent(.press, .left, at: place)))
        session.send(.mouse(MouseEvent(.move, .left, at: Point(x: place.x + 3, y: place.y))))
        session.send(.mouse(MouseEvent(.release, .left, at: Point(x: place.x + 3, y: place.y))))
        session.send(.mouse(MouseEvent(.move, .left, at: Point(x: 0, y: place.y))))
        session.press("C-x Enter")
        #expect(session.sent.map { FlatText($0.body).text } == ["one  three"])
    }

    @Test func aClickOnAPersonGivesTheTokenWithOneSign() {
        var session = Session(100, 12)
        session.type("hi @")
        session.click("● Bea", after: 3)
        session.press("Enter")
        session.click("● Ann", after: 2)
        session.press("Enter")
        #expect(session.sent.map { FlatText($0.body).text } == ["hi @Bea", "@Ann"])
        #expect(session.sent.map { $0.body.mentions.flatMap(\.ids) } == [[Session.bea.id], [Session.ann.id]])
    }

    @Test func aClickOnAnEntryOfAListTakesIt() {
        var session = Session(60, 12)
        session.type("@")
        session.click("Bea")
        #expect(session.rows.contains(" @Bea"))
    }

    @Test func aClickOnAMentionInTheLogTellsTheID() {
        var session = Session(60, 12)
        session.say([.text("look ", .plain), .mention(Mention(.person(Session.bea.id), name: "Bea"))])
        session.click("@Bea", after: 2)
        #expect(session.shows("@Bea is bea"))
        session.click("look")
        #expect(!session.shows("@Bea is bea"))
    }

    @Test func everyMotionIsToldWhileAMentionIsInSight() throws {
        var session = Session(60, 12)
        session.say("hello")
        session.draw()
        #expect(!session.effects.contains(.followPointer(true)))
        session.say([.text("look ", .plain), .mention(Mention(.person(Session.bea.id), name: "Bea"))])
        session.draw()
        #expect(session.effects.last == .followPointer(true))
        let place = try #require(session.place(of: "@Bea"))
        session.send(.mouse(MouseEvent(.move, nil, at: Point(x: place.x + 3, y: place.y))))
        #expect(session.shows("@Bea is bea"))
        session.send(.mouse(MouseEvent(.move, nil, at: Point(x: place.x + 4, y: place.y))))
        #expect(!session.shows("@Bea is bea"))
        session.press("F1")
        session.draw()
        #expect(session.effects.last == .followPointer(false))
        session.press("Escape")
        session.draw()
        #expect(session.effects.last == .followPointer(true))
        session.send(.focus(false))
        session.draw()
        #expect(session.effects.last == .followPointer(false))
    }

    @Test func aSelectedMentionTellsTheID() {
        var session = Session(60, 12)
        session.say([.text("look ", .plain), .mention(Mention(.person(Session.bea.id), name: "Bea"))])
        session.say("later")
        session.press("M-s k")
        #expect(session.shows("@Bea is bea"))
        session.press("j")
        #expect(!session.shows("@Bea is bea"))
        session.press("Escape")
        session.type("@an")
        session.press("Tab Left S-Left")
        #expect(session.shows("@Ann is ann"))
    }

    @Test func switchedOffItDoesNothing() {
        var session = Session(60, 12) { $0.usesMouse = false }
        #expect(!session.effects.contains(.listenToMouse))
        session.type("hello")
        session.click("hello", after: 2)
        session.type("X")
        #expect(session.rows.contains(" helloX"))
        #expect(Session(60, 12).effects.contains(.listenToMouse))
    }

    @Test func aClickInAScrolledDraftFindsItsLine() {
        var session = Session(60, 15)
        for number in 1...9 {
            session.type("line \(number)")
            session.press("M-Enter")
        }
        session.click("line 8", after: 4)
        session.type("X")
        #expect(session.rows.contains(" lineX 8"))
    }
}
