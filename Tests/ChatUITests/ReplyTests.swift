import ChatCore
import ChatUI
import RichText
import Terminal
import Testing

@Suite struct ReplyTests {
    @Test func anAnswerShowsWhatItAnswers() {
        var session = Session(60, 14)
        session.say("had coffee?")
        session.press("M-s r")
        #expect(session.shows("answering ┆ Ann: had coffee?"))
        session.type("on my way")
        session.press("Enter")
        #expect(session.sent.last?.replyTo == MessageID("m1"))
        session.echo()
        expectScreen(
            session,
            """
            | lobby · on this machine                             3 here |
            |────────────────────────────────────────────────────────────|
            |                                                            |
            |                                                            |
            |                                                            |
            |                                                            |
            |                                                            |
            |                ─ Monday 30 November 2026 ─                 |
            | 09:14  Ann       had coffee?                               |
            | 09:14  Rob       ┆ Ann: had coffee?                        |
            |                  on my way ✓                               |
            |────────────────────────────────────────────────────────────|
            |                                                            |
            | F1 help                                                    |
            """)
    }

    @Test func inANarrowLogTheQuoteStandsAboveTheName() {
        var session = Session(30, 9)
        session.say("had coffee? the one from the corner is open again")
        session.type("/reply")
        session.press("Enter")
        session.type("yes")
        session.press("Enter")
        session.echo()
        #expect(session.rows.suffix(4).prefix(2) == [" ┆ Ann: had coffee? the one …", " Rob yes ✓"])
    }

    @Test(arguments: ["Escape", "Backspace", "C-c"]) func anAnswerCanBecomeAMessageForAll(key: String) {
        var session = Session(60, 14)
        session.say("had coffee?")
        session.press("M-s r")
        session.press(key)
        #expect(!session.shows("answering"))
        session.type("hello")
        session.press("Enter")
        #expect(session.sent.last?.replyTo == nil && session.sent.count == 1)
    }

    @Test func backspaceBehindTheFirstCharacterOnlyErases() {
        var session = Session(60, 14)
        session.say("had coffee?")
        session.press("M-s r")
        session.type("ab")
        session.press("Backspace Backspace")
        #expect(session.shows("answering"))
    }

    @Test func aMessageThatIsNotAtHandIsAskedForOnce() {
        var session = Session(60, 14)
        var message = session.message("an answer")
        message.replyTo = MessageID("old")
        let question = Effect.transport(.load(Session.room, .message(MessageID("old")), limit: 1))
        session.hear(.received(Session.room, [message]))
        #expect(session.shows("┆ an earlier message"))
        #expect(session.effects.filter { $0 == question }.count == 1)
        var old = session.message("long ago", by: Session.bea)
        old.id = MessageID("old")
        session.hear(
            .page(Session.room, Page(.message(old.id), [old], reachesStart: false, reachesEnd: false)))
        #expect(session.shows("┆ Bea: long ago") && session.shows("an answer"))
        old.retract(at: Session.morning)
        session.hear(.changed(Session.room, [old]))
        #expect(session.shows("┆ Bea: message deleted"))
        session.hear(.received(Session.room, [message]))
        #expect(session.effects.filter { $0 == question }.count == 1)
    }

    @Test func oneThatIsNowhereStaysAnEarlierMessage() {
        var session = Session(60, 14)
        var message = session.message("an answer")
        message.replyTo = MessageID("gone")
        session.hear(.received(Session.room, [message]))
        session.hear(
            .page(Session.room, Page(.message(MessageID("gone")), [], reachesStart: true, reachesEnd: true)))
        #expect(session.shows("┆ an earlier message"))
        session.press("M-s g")
        #expect(session.effects.last == .transport(.load(Session.room, .message(MessageID("gone")), limit: 200)))
        session.hear(
            .page(Session.room, Page(.message(MessageID("gone")), [], reachesStart: true, reachesEnd: true)))
        #expect(session.shows("There is no such message here"))
    }

    @Test func aClickOnTheQuoteGoesToTheMessage() {
        var session = Session(60, 14)
        session.say("the start")
        for number in 1...40 { session.say(RichText(plain: "message \(number)"), by: Session.bea, minutes: 9) }
        var answer = session.message("an answer", minutes: 9)
        answer.replyTo = MessageID("m1")
        session.hear(.received(Session.room, [answer]))
        session.click("┆ Ann: the start")
        #expect(session.rows.contains { $0.hasPrefix("▶") && $0.contains("the start") })
    }

    @Test func replyByNameAnswersThatPerson() {
        var session = Session(60, 14)
        session.say("by ann")
        session.say("by bea", by: Session.bea)
        session.type("/reply an")
        session.press("Enter Enter")
        #expect(session.shows("answering ┆ Ann: by ann"))
        session.press("Escape")
        session.type("/reply zoe")
        session.press("Enter")
        #expect(session.shows("Nothing by zoe is at hand") && !session.shows("answering"))
    }
}
