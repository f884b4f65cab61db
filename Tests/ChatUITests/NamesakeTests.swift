import ChatCore
import ChatUI
import RichText
import Terminal
import Testing

private let first = Person(id: PersonID("p7"), name: "Sam Lee")
private let second = Person(id: PersonID("p9"), name: "Sam Lee")

@Suite struct NamesakeTests {
    /// CL-025
    @Test func peopleOfOneNameAreToldApartInTheListTheTokenAndTheLog() {
        var session = Session(100, 16, people: [Session.me, first, second])
        session.type("@sam")
        #expect(session.shows("Sam Lee (p7)") && session.shows("Sam Lee (p9)"))
        session.press("Down Enter")
        #expect(session.rows.contains(" @Sam Lee (p9)"))
        session.type("hi")
        session.press("Enter")
        #expect(session.sent.map { FlatText($0.body).text } == ["@Sam Lee hi"])
        #expect(session.sent.last?.body.mentions.map(\.ids) == [[second.id]])
        session.echo()
        #expect(session.rows.contains { $0.contains("@Sam Lee (p9) hi") })
        session.say("one", by: first)
        session.say("two", by: second)
        #expect(session.rows.contains { $0.contains("·p7") && $0.contains("one") })
        #expect(session.rows.contains { $0.contains("·p9") && $0.contains("two") })
        // The name is no longer shared, so no mark is needed, also in what was laid out before.
        session.hear(.people(Session.room, [Session.me, first, Person(id: second.id, name: "S. Lee")]))
        session.say("three", by: Person(id: second.id, name: "S. Lee"))
        #expect(session.shows("● S. Lee"))
    }

    /// Of a name and what tells it apart, neither is lost to the other.
    @Test(arguments: [30, 46, 60, 80, 100, 140])
    func aNameAndItsMarkShareTheRoom(width: Int) {
        var session = Session(width, 16, people: [Session.me, first, second])
        session.say("one", by: first)
        session.say("two", by: second)
        for (word, mark) in [("one", "p7"), ("two", "p9")] {
            #expect(session.rows.contains { $0.contains("Sa") && $0.contains(mark) && $0.contains(word) }, "\(width)")
        }
    }

    @Test func whoLeftIsStruckInTheTokenAndStillMeant() throws {
        var session = Session(60, 12)
        session.type("@ann")
        session.press("Enter")
        var place = try #require(session.place(of: "@Ann"))
        #expect(!session.frame[place.x, place.y].style.attributes.contains(.strikethrough))
        session.hear(.people(Session.room, [Session.me, Session.bea]))
        place = try #require(session.place(of: "@Ann"))
        #expect(session.frame[place.x, place.y].style.attributes.contains(.strikethrough))
        session.press("Enter")
        #expect(session.sent.last?.body.mentions.map(\.ids) == [[Session.ann.id]])
    }

    @Test(arguments: ["Enter", "M-m"])
    func aSelectedTokenIsReplacedInOneStep(key: String) {
        var session = Session(60, 12)
        session.type("a @ann")
        session.press("Enter")
        session.type("b")
        session.press("Left Left S-Left \(key)")
        session.type("bea")
        session.press("Enter")
        #expect(session.rows.contains(" a @Bea b"))
        session.press("C-_")
        session.press("Escape")
        session.press("End Enter")
        #expect(session.sent.count == 1)
    }

    @Test func aSelectionIsReplacedByTheCommandKey() {
        var session = Session(60, 12)
        session.type("one two three")
        session.press("M-b M-b C-S-Right M-m Down Enter Enter")
        #expect(session.sent.map { FlatText($0.body).text } == ["one @Bea three"])
    }

    @Test func aTokenWiderThanTheComposerIsCutWithAnEllipsisAndIsOneElement() {
        let long = Person(id: PersonID("l"), name: "Maximiliane von und zu Hohenfels")
        var session = Session(20, 9, people: [Session.me, long])
        session.type("@max")
        session.press("Enter")
        #expect(session.rows.contains(" @Maximiliane von …"))
        session.press("Left Left Delete")
        #expect(!session.shows("@Max"))
    }

    @Test func manyPeopleAreMentionedOnlyAfterAYes() {
        let crowd = (1...24).map { Person(id: PersonID("c\($0)"), name: "Guest \($0)") }
        var session = Session(80, 24, people: [Session.me] + crowd)
        session.type("@every")
        session.press("Enter Enter")
        #expect(session.sent.isEmpty && session.shows("Mention 24 people at once?"))
        session.type("hello n")
        #expect(session.sent.isEmpty && !session.shows("Mention 24"))
        session.press("Enter")
        session.type("y")
        #expect(session.sent.last?.body.mentions.map(\.ids.count) == [24])
        #expect(session.sent.count == 1)
    }

    /// CL-037
    @Test func onlyTheOwnNameAsAWholeWordCalls() {
        let texts = [
            "Robå says no", "a robot", "historical Robert", "Rob!", "(rob)", "rob_", "ask Rob, now", "Rob\u{301}",
            "ROB",
        ]
        let calls = [false, false, false, true, true, false, true, false, true]
        for (text, isCall) in zip(texts, calls) {
            var session = Session(60, 12)
            session.say(RichText(plain: text))
            #expect(session.rows.contains { $0.hasPrefix("▌") } == isCall, "\(text)")
        }
        var session = Session(60, 12) { $0.countsOwnName = false }
        session.say("Rob!")
        #expect(!session.rows.contains { $0.hasPrefix("▌") })
        session = Session(60, 12)
        session.hear(settings: [SettingEntry("highlight", .text("coffee, code review"))])
        session.say("Code Review at ten?")
        #expect(session.rows.count { $0.hasPrefix("▌") } == 1)
        session.say("a codereview, and coffees")
        #expect(session.rows.count { $0.hasPrefix("▌") } == 1, "whole words alone")
        session.hear(settings: [SettingEntry("highlight", .text(""))])
        #expect(!session.rows.contains { $0.hasPrefix("▌") })
        // Another person of the same name is another person.
        session = Session(60, 12)
        session.say([.mention(Mention(.person(PersonID("other")), name: "Rob")), .text(" hi", .plain)])
        #expect(!session.rows.contains { $0.hasPrefix("▌") })
    }
}

extension Session {
    init(_ width: Int, _ height: Int, configure: (inout ChatState.Settings) -> Void) {
        self.init(width, height, people: [Session.me, Session.ann, Session.bea], configure: configure)
    }
}
