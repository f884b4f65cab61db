import ChatCore
import ChatUI
import RichText
import Terminal
import Testing

/// Drafts that were answers or edits when the program was left.
@Suite struct KeptDraftTests {
    private let first = MessageID("m1")

    /// A start with `draft` kept, before the room has told anything.
    private func session(_ draft: KeptDraft) -> Session {
        var session = Session(80, 14)
        session.hear(draft: draft)
        return session
    }

    private func edit(_ text: RichText, besides draft: RichText = "") -> KeptDraft {
        KeptDraft(draft, edit: KeptDraft.Edit(first, saying: text))
    }

    private func tell(_ session: inout Session, _ body: RichText, by author: Person = Session.me) {
        let message = session.message(body, by: author)
        session.hear(.history(Session.room, [message], reachesStart: true))
    }

    private func asks(_ session: Session) -> Int {
        session.effects.filter { $0 == .transport(.load(Session.room, .message(first), limit: 1)) }.count
    }

    @Test func anAnswerIsKeptAsOneAndComesBackAsOne() {
        var before = Session(80, 14)
        before.say("had coffee?")
        before.press("M-s r")
        before.type("on my way")
        before.press("C-q")
        let draft = KeptDraft("on my way", replyTo: first)
        #expect(before.effects.contains(.keepDraft(Session.room, draft)))

        var session = session(draft)
        #expect(session.shows("answering ┆ an earlier message") && session.rows.contains(" on my way"))
        tell(&session, "had coffee?", by: Session.ann)
        #expect(session.shows("answering ┆ Ann: had coffee?") && asks(session) == 0)
        session.press("Enter")
        #expect(session.sent.last?.replyTo == first)
    }

    @Test func leavingAnAnswerIsKeptToo() {
        var session = session(KeptDraft("on my way", replyTo: first))
        tell(&session, "had coffee?", by: Session.ann)
        session.press("Escape C-q")
        #expect(session.effects.contains(.keepDraft(Session.room, KeptDraft("on my way"))))
    }

    @Test func aMessageThatIsNotAtHandIsAskedForAndMayBeFound() {
        var session = session(KeptDraft("on my way", replyTo: first))
        let old = session.message("long ago", by: Session.ann)
        session.hear(.history(Session.room, [], reachesStart: false))
        #expect(asks(session) == 1)
        session.hear(.page(Session.room, Page(.message(first), [old], reachesStart: false, reachesEnd: false)))
        #expect(session.shows("answering ┆ Ann: long ago"))
        session.hear(.history(Session.room, [], reachesStart: false))
        #expect(asks(session) == 1)
    }

    @Test func anAnswerToWhatIsGoneBecomesADraftAndSaysSo() {
        var session = session(KeptDraft("on my way", replyTo: first))
        session.hear(.history(Session.room, [], reachesStart: true))
        session.hear(.page(Session.room, Page(.message(first), [], reachesStart: false, reachesEnd: false)))
        #expect(!session.shows("answering ┆") && session.rows.contains(" on my way"))
        #expect(session.shows("What you were answering in lobby is not here any more; the draft stays"))
        session.press("Enter")
        #expect(session.sent.map(\.body) == ["on my way"] && session.sent.last?.replyTo == nil)
    }

    @Test func anEditGoesOnAndTheDraftWaitsBehindIt() {
        var session = session(edit("one more", besides: "draft"))
        #expect(session.rows.contains(" draft"))
        tell(&session, "one")
        #expect(session.shows("editing ┆ one") && session.rows.contains(" one more"))
        session.press("C-_")
        #expect(session.rows.contains(" one"), "undo gives the message as it was")
        session.press("M-_ Enter")
        #expect(session.amendments.map(\.change) == [.edit("one more")] && session.amendments[0].target == first)
        #expect(session.rows.contains(" draft") && !session.shows("editing ┆"))
    }

    @Test func aNewNameIsNoWritingOn() {
        let called = RichText.Element.mention(Mention(.person(Session.ann.id), name: "Annie"))
        var session = session(edit([.text("one ", .plain), called], besides: [called]))
        #expect(session.rows.contains(" @Ann"), "a draft shows the name that holds now")
        session.hear(.people(Session.room, [Session.me, Person(id: Session.ann.id, name: "Anna"), Session.bea]))
        #expect(session.rows.contains(" @Anna"))
        tell(&session, "one")
        #expect(session.shows("editing ┆ one") && session.rows.contains(" one @Anna"))
    }

    @Test func anEditWhoseMessageIsNotKnownYetStaysKept() {
        var session = session(edit("one more"))
        session.type("x")
        session.press("C-q")
        let draft = KeptDraft("x", edit: KeptDraft.Edit(first, saying: "one more"))
        #expect(session.effects.contains(.keepDraft(Session.room, draft)))
    }

    @Test func anEditOfWhatIsGoneBecomesADraft() {
        var session = session(edit("one more"))
        session.hear(.history(Session.room, [], reachesStart: true))
        session.hear(.page(Session.room, Page(.message(first), [], reachesStart: false, reachesEnd: false)))
        #expect(session.rows.contains(" one more") && !session.shows("editing ┆"))
        #expect(session.shows("What you edited in lobby is not here any more; what you wrote is a draft"))
        session.wait(milliseconds: 1_000)
        session.press("C-q")
        #expect(session.effects.contains(.keepDraft(Session.room, KeptDraft("one more"))))
    }

    @Test func beneathADraftSuchAnEditCanBeCalledBack() {
        var session = session(edit("one more", besides: "draft"))
        session.hear(.history(Session.room, [], reachesStart: true))
        session.hear(.page(Session.room, Page(.message(first), [], reachesStart: false, reachesEnd: false)))
        #expect(session.rows.contains(" draft") && session.shows("C-p brings back what you wrote"))
        session.press("C-a C-k C-p")
        #expect(session.rows.contains(" one more"))
    }

    @Test func whoeverWritesMeanwhileIsNotLedIntoTheEdit() {
        var session = session(edit("one more"))
        session.type("hello")
        tell(&session, "one")
        #expect(session.rows.contains(" hello") && !session.shows("editing ┆"))
        session.press("Enter C-p C-p")
        #expect(session.rows.contains(" one more") && session.sent.map(\.body) == ["hello"])
    }

    @Test func aMessageOfSomebodyElseIsNotEdited() {
        var session = session(edit("one more"))
        tell(&session, "one", by: Session.ann)
        #expect(session.rows.contains(" one more") && !session.shows("editing ┆"))
    }

    @Test func inARoomThatOpensLaterItWaitsForThat() {
        var session = Session(100, 14)
        let garden = RoomID("garden")
        session.hear(draft: edit("one more"), of: garden)
        var message = session.message("one", by: Session.me)
        message.room = garden
        session.type("/join garden")
        session.press("Enter")
        session.hear(.opened(garden, me: Session.me, readUpTo: nil))
        #expect(!session.shows("editing ┆"))
        session.hear(.history(garden, [message], reachesStart: true))
        #expect(session.shows("editing ┆ one") && session.rows.contains(" one more"))
    }

    @Test func whateverTheClockShowsDraftsAreKeptAndTypingEnds() {
        var session = Session(80, 14)
        session.type("roses")
        session.setClockBack(milliseconds: 3_600_000)
        session.type("!")
        session.wait(milliseconds: 1_500)
        #expect(session.keptDrafts == [KeptDraft("roses!")])
        session.wait(milliseconds: 5_000)
        #expect(session.effects.last == .transport(.setTyping(Session.room, false)))
    }
}
