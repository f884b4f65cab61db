import ChatCore
import ChatUI
import RichText
import Terminal
import Testing

@Suite struct HistoryKeyTests {
    private func session() -> Session {
        var session = Session(70, 14)
        for text in ["make tea", "go home", "make coffee"] {
            session.type(text)
            session.press("Enter")
        }
        session.type("@ann")
        session.press("Enter Enter")
        return session
    }

    private func draft(_ session: Session) -> String { session.rows[12] }

    @Test func olderAndNewerGoByWhatStandsBeforeTheCaret() {
        var session = session()
        session.type("make")
        session.press("C-p")
        #expect(draft(session) == " make coffee")
        session.press("C-p")
        #expect(draft(session) == " make tea")
        session.press("C-p")
        #expect(draft(session) == " make tea")
        session.press("C-n C-n")
        #expect(draft(session) == " make")
        session.press("C-u C-p")
        #expect(draft(session) == " @Ann")
        session.press("Enter")
        #expect(session.sent.last?.body.mentions.map(\.ids) == [[Session.ann.id]])
    }

    @Test func whatIsChangedOnTheWayStaysInItsPlaceAndTheDraftComesBack() {
        var session = session()
        session.type("mine")
        session.press("C-a C-p C-p")
        session.type("!")
        #expect(draft(session).contains("!"))
        let changed = draft(session)
        session.press("C-n C-n")
        #expect(draft(session) == " mine")
        session.press("C-a C-p C-p")
        #expect(draft(session) != changed, "a new walk begins with what was sent")
        session.press("C-u Down Down Down")
        #expect(draft(session) == " mine")
        session.press("C-p C-c Up")
        #expect(draft(session) == " @Ann", "an emptied draft begins a new walk")
    }

    @Test func theSearchShowsWhatItFindsWhileOneTypes() {
        var session = session()
        session.type("draft")
        session.press("C-r")
        session.type("ma")
        #expect(draft(session) == " make coffee")
        session.press("C-r")
        #expect(draft(session) == " make tea")
        session.type("x")
        #expect(session.shows("nothing holds: max"))
        session.press("Backspace")
        #expect(draft(session) == " make coffee")
        session.press("Escape")
        #expect(draft(session) == " draft")
        session.press("C-r")
        session.type("ho")
        session.press("Enter")
        #expect(draft(session) == " go home" && session.sent.count == 4)
        session.press("C-_")
        #expect(draft(session) == " draft")
        session.press("C-r")
        session.type("tea")
        session.press("Left")
        session.type("X")
        #expect(draft(session) == " make teXa")
    }

    @Test func theKeyAfterControlVGoesInAsItIs() {
        var session = session()
        session.press("C-v @ C-v Tab C-v C-a C-v Escape C-v Enter")
        #expect(!session.shows("Bea"))
        session.type("x")
        session.press("Enter")
        #expect(session.sent.last.map { FlatText($0.body).text } == "@\t␁␛\nx")
    }
}
