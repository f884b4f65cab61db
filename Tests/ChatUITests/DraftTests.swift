import ChatCore
import ChatUI
import RichText
import Terminal
import Testing

private let garden = RoomID("garden")

@Suite struct DraftTests {
    private func kept(_ session: Session) -> [String] {
        session.effects.compactMap { effect in
            if case .keepDraft(let room, let draft) = effect { "\(room): \(FlatText(draft.text).text)" } else { nil }
        }
    }

    @Test func draftsAreKeptOncePerSecondAndAtTheEnd() {
        var session = Session(60, 12)
        session.type("hello")
        #expect(kept(session).isEmpty)
        session.wait(milliseconds: 1_000)
        #expect(kept(session) == ["lobby: hello"])
        session.wait(milliseconds: 2_000)
        #expect(kept(session).count == 1)
        session.type("!")
        session.send(.terminate)
        #expect(kept(session) == ["lobby: hello", "lobby: hello!"])
        #expect(session.effects.last == .quit)
    }

    @Test func whatWasSentIsForgottenAtOnce() {
        var session = Session(60, 12)
        session.type("hello")
        session.wait(milliseconds: 1_000)
        session.press("Enter")
        #expect(kept(session) == ["lobby: hello", "lobby: "])
    }

    @Test func whatHasNotArrivedIsKeptUntilItDoes() throws {
        var session = Session(70, 12)
        session.type("first")
        session.press("Enter")
        let last = try #require(session.keptDrafts.last)
        #expect(last.unsent.map(\.id) == session.sent.map(\.id))
        session.echo()
        #expect(session.keptDrafts.last?.isEmpty == true)
        session.type("second")
        session.press("Enter")
        let second = try #require(session.sent.last)
        session.hear(.failed(Session.room, second.id, reason: "There is no room left on the disk"))
        session.press("C-q")
        #expect(session.keptDrafts.last?.unsent.map(\.id) == [second.id])
    }

    @Test func aFileThatWasOnItsWayIsPartOfWhatIsKept() throws {
        let file = FileAttachment(path: "/tmp/a.bin", name: "a.bin", size: 3, mediaType: "text/plain")
        var message = Message(
            id: MessageID("u1"), room: Session.room, time: Session.morning, author: Session.me,
            body: RichText(plain: "a.bin, 3 bytes"), delivery: .sending)
        message.attachment = file
        var session = Session(80, 12)
        session.hear(draft: KeptDraft(RichText(), unsent: [message]))
        #expect(session.shows("a.bin, 3 bytes ✗ not sent") && session.shows("/retry or /drop"))
        session.type("/retry")
        session.press("Enter")
        #expect(session.sent.last?.attachment == file)
        session.press("C-q")
        #expect(session.keptDrafts.last?.unsent.first?.attachment == file)
    }

    @Test func whatHadNotArrivedIsMarkedOnceOneIsInTheRoom() throws {
        let garden = RoomID("garden")
        let message = Message(
            id: MessageID("u1"), room: garden, time: Session.morning, author: Session.me,
            body: RichText(plain: "left on its way"), delivery: .sending)
        var session = Session(80, 12)
        session.type("/join garden")
        session.press("Enter")
        session.hear(draft: KeptDraft(RichText(), unsent: [message]), of: garden)
        session.draw()
        #expect(session.shows("left on its way"))
        session.hear(.opened(garden, me: Session.me, readUpTo: nil))
        #expect(session.shows("left on its way ✗ not sent"))
    }

    @Test func whatHadNotArrivedIsShownAndSentAgainOrFound() throws {
        var before = Session(70, 12)
        before.type("hi @ann")
        before.press("Enter Enter")
        let kept = try #require(before.keptDrafts.last)
        let id = try #require(kept.unsent.first?.id)

        var session = Session(70, 12)
        session.hear(draft: kept)
        #expect(session.shows("hi @Ann ✗ not sent") && session.shows("/retry or /drop"))
        session.type("/retry")
        session.press("Enter")
        #expect(session.sent.map(\.id) == [id] && session.sent.last?.body.mentions.map(\.ids) == [[Session.ann.id]])
        session.echo()
        #expect(session.keptDrafts.last?.isEmpty == true && !session.shows("✗"))

        // It had arrived after all.
        var other = Session(70, 12)
        other.hear(draft: kept)
        var message = try #require(kept.unsent.first)
        (message.order, message.delivery) = (1, .sent)
        other.hear(.history(Session.room, [message], reachesStart: true))
        #expect(other.shows("hi @Ann") && !other.shows("✗") && other.keptDrafts.last?.isEmpty == true)
    }

    @Test func everyRoomKeepsItsDraftWithItsMentions() {
        var session = Session(100, 12)
        session.type("/join garden")
        session.press("Enter M-1")
        session.type("to @ann")
        session.press("Enter M-2")
        session.type("other")
        session.press("M-1 Enter")
        #expect(session.sent.last?.body.mentions.map(\.ids) == [[Session.ann.id]])
        session.press("M-2")
        #expect(session.rows.contains(" other"))
    }

    @Test func draftsComeBackAtTheNextStartAlsoInRoomsThatOpenLater() {
        var session = Session(100, 12)
        let draft: RichText = [.text("to ", .plain), .mention(Mention(.person(Session.ann.id), name: "Ann"))]
        session.hearDrafts([Session.room: draft, garden: "flowers"])
        #expect(session.rows.contains(" to @Ann"))
        session.press("C-_")
        #expect(session.rows.contains(" to @Ann"), "there is nothing to undo in it")
        session.press("Enter")
        #expect(session.sent.map(\.body) == [draft])
        session.echo()
        session.type("/join g")
        #expect(session.shows("garden"))
        session.press("Enter Enter")
        #expect(session.rows.contains(" flowers"))
        #expect(kept(session) == ["lobby: ", "lobby: "], "what was sent is kept until it has arrived")
    }

    @Test func theEditorGetsTokensByNumberAndGivesThemBack() {
        var session = Session(60, 12)
        session.type("hi @ann")
        session.press("Enter M-v")
        #expect(session.effects.contains(.edit("hi @[Ann](1) ")))
        session.hearEdited("@[Ann](1): see\nbelow")
        #expect(session.rows.contains(" @Ann: see") && session.rows.contains(" below"))
        session.press("Enter")
        #expect(session.sent.last?.body.mentions.map(\.ids) == [[Session.ann.id]])
    }
}
