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
        session.type("/join g")
        #expect(session.shows("garden"))
        session.press("Enter Enter")
        #expect(session.rows.contains(" flowers"))
        #expect(kept(session) == ["lobby: "])
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
