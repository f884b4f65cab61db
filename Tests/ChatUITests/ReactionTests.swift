import ChatCore
import ChatUI
import RichText
import Terminal
import Testing

@Suite struct ReactionTests {
    private func changes(_ session: Session) -> [Amendment.Change] { session.amendments.map(\.change) }

    @Test func plusOpensEmojiAndEnterPutsOneUnderTheMessage() {
        var session = Session(60, 14)
        session.say("had coffee?")
        session.press("M-s +")
        #expect(session.shows("reaction: type an emoji or a name"))
        session.press("Enter")
        #expect(changes(session) == [.react("👍", isOn: true)])
        #expect(session.amendments.last?.target == MessageID("m1"))
        session.keepAmendment()
        #expect(session.shows("👍 1"))
        #expect(session.effects.filter { if case .keepDraft = $0 { true } else { false } }.isEmpty)
    }

    @Test(arguments: [("hea", "❤️"), ("smi", "🙂"), ("🦊", "🦊"), ("👩🏽‍🚀", "👩🏽‍🚀")])
    func aNameOrAnyEmojiIsTaken(typed: String, emoji: String) {
        var session = Session(60, 14)
        session.say("had coffee?")
        session.press("M-s +")
        session.type(typed)
        session.press("Enter")
        #expect(changes(session) == [.react(emoji, isOn: true)])
    }

    @Test func whatOneUsedLastStandsFirst() {
        var session = Session(60, 14)
        session.say("had coffee?")
        session.type("/react 🦊")
        session.press("Enter M-s + Enter")
        #expect(changes(session) == [.react("🦊", isOn: true), .react("🦊", isOn: true)])
    }

    @Test func aClickOnATagPutsOnesOwnThereAndTakesItAway() throws {
        var session = Session(60, 14)
        session.say("had coffee?")
        var message = try #require(session.placed[MessageID("m1")])
        message.reactions = [Message.Reaction(emoji: "☕", by: [Session.bea.id])]
        session.hear(.changed(Session.room, [message]))
        session.click("☕ 1")
        #expect(changes(session) == [.react("☕", isOn: true)])
        message.reactions = [Message.Reaction(emoji: "☕", by: [Session.bea.id, Session.me.id])]
        session.hear(.changed(Session.room, [message]))
        let place = try #require(session.place(of: "☕ 2"))
        let theme = Theme()
        #expect(session.frame[place.x, place.y].style == theme.ownTag)
        session.click("☕ 2")
        #expect(changes(session).last == .react("☕", isOn: false))
    }

    @Test func onlyAnEmojiOrAKnownNameIsTaken() {
        var session = Session(60, 14)
        session.say("had coffee?")
        for text in ["yes indeed", "a", "7", "👍👍"] {
            session.type("/react \(text)")
            session.press("Enter")
            #expect(session.shows("is neither one emoji nor the name of an emoticon"), "\(text)")
        }
        session.type("/react [smile]")
        session.press("Enter")
        #expect(changes(session) == [.react("🙂", isOn: true)])
    }

    @Test func aDeletedMessageHasItsPlaceAndTakesNothing() throws {
        var session = Session(60, 14)
        session.say("one")
        session.say("two", by: Session.bea)
        var message = try #require(session.placed[MessageID("m1")])
        message.reactions = [Message.Reaction(emoji: "☕", by: [Session.bea.id])]
        message.retract(at: Session.morning)
        session.hear(.changed(Session.room, [message]))
        let rows = session.rows
        let place = try #require(rows.firstIndex { $0.contains("Ann       message deleted") })
        #expect(rows[place + 1].contains("Bea       two"))
        session.press("M-s k +")
        #expect(session.shows("Nothing can be put under that message"))
        session.press("r")
        #expect(session.shows("That message cannot be answered"))
        #expect(session.amendments.isEmpty)
    }
}
