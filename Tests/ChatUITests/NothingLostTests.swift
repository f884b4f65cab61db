import ChatCore
import ChatUI
import RichText
import Terminal
import Testing

/// What was written is said, or is a draft, or waits to be sent again: it is never gone.
@Suite struct NothingLostTests {
    private let pair = RoomID("direct:bea,me")

    private func bodies(_ session: Session) -> [RichText] { session.sent.map(\.body) }

    private func command(_ line: String, _ session: inout Session) {
        session.type(line)
        session.press("Escape Enter")
    }

    private func kept(_ session: Session, of room: RoomID = Session.room) -> KeptDraft? {
        session.effects.reversed().lazy.compactMap { effect in
            if case .keepDraft(room, let draft) = effect { draft } else { nil }
        }.first
    }

    /// Garden is open and in view.
    private func inGarden() -> (Session, RoomID) {
        var session = Session(100, 14)
        let garden = RoomID("garden")
        command("/join garden", &session)
        session.hear(.opened(garden, me: Session.me, readUpTo: nil))
        session.hear(.history(garden, [], reachesStart: true))
        return (session, garden)
    }

    private func place(of session: Session, _ effect: Effect) -> Int { session.effects.lastIndex(of: effect) ?? -1 }

    // MARK: To one person

    @Test func allThatIsSaidToOneBeforeTheRoomIsThereIsSaidInOrder() {
        var session = Session(90, 14)
        command("/msg Bea first", &session)
        command("/msg Bea second", &session)
        session.hear(.direct(pair, with: Session.bea, isAsked: true))
        #expect(session.sent.isEmpty && session.shows("first") && session.shows("second"), "it is seen at once")
        session.hear(.opened(pair, me: Session.me, readUpTo: nil))
        #expect(bodies(session) == ["first", "second"] && Set(session.sent.map(\.id)).count == 2)
        #expect(session.sent.allSatisfy { $0.room == pair })
        session.hear(.direct(pair, with: Session.bea, isAsked: true))
        session.hear(.opened(pair, me: Session.me, readUpTo: nil))
        #expect(session.sent.count == 2)
    }

    @Test func inARoomThatIsOpenItIsSaidAtOnce() {
        var session = Session(90, 14)
        session.hear(.direct(pair, with: Session.bea, isAsked: false))
        session.hear(.opened(pair, me: Session.me, readUpTo: nil))
        command("/msg Bea now", &session)
        #expect(bodies(session) == ["now"] && session.rows[0].hasPrefix(" Bea"))
    }

    @Test func afterARefusalItIsADraftAndIsNeverSaidUnasked() {
        var session = Session(90, 14)
        command("/msg Bea see you at ten", &session)
        session.hear(.notice("that person is not there", isFailure: true))
        #expect(session.rows.contains(" /msg Bea see you at ten"))
        #expect(session.shows("that person is not there; what you wrote was not sent, it is a draft again"))
        session.hear(.direct(pair, with: Session.bea, isAsked: false))
        session.hear(.opened(pair, me: Session.me, readUpTo: nil))
        #expect(session.sent.isEmpty)
        session.press("Escape Enter")
        #expect(bodies(session) == ["see you at ten"])
    }

    @Test func besideAnotherDraftARefusedOneCanBeCalledBack() {
        var session = Session(110, 14)
        command("/msg Bea see you at ten", &session)
        session.type("x")
        session.hear(.notice("that person is not there", isFailure: true))
        #expect(session.rows.contains(" x") && session.shows("C-p brings it back"))
        session.press("Backspace C-p")
        #expect(session.rows.contains(" /msg Bea see you at ten"))
    }

    @Test func whatWaitsForARoomIsKeptAtOnce() {
        var session = Session(90, 14)
        command("/msg Bea see you at ten", &session)
        #expect(kept(session) == KeptDraft("/msg Bea see you at ten"))
        session.hear(.direct(pair, with: Session.bea, isAsked: true))
        #expect(kept(session)?.isEmpty == true)
        #expect(kept(session, of: pair)?.unsent.map(\.body) == ["see you at ten"])
    }

    @Test func whoeverIsInNoRoomYetKeepsTheLine() {
        var session = Session(90, 14)
        let new = RoomID("new")
        command("/join new", &session)
        command("/msg Bea hello", &session)
        #expect(session.shows("Not in the room yet") && session.rows.contains(" /msg Bea hello"))
        session.hear(.opened(new, me: Session.me, readUpTo: nil))
        session.press("Escape Enter")
        #expect(session.effects.contains(.transport(.openDirect(Session.bea.id, metIn: new))))
    }

    // MARK: Leaving a room

    @Test func leavingARoomKeepsWhatWasBeingWrittenThere() {
        var (session, garden) = inGarden()
        session.hear(settings: [SettingEntry("bindings", .map([SettingEntry("M-C-l", .text("/leave"))]))])
        session.type("roses")
        session.press("M-C-l")
        #expect(session.rows[0].hasPrefix(" lobby"))
        let keeping = place(of: session, .keepDraft(garden, KeptDraft("roses")))
        #expect(keeping >= 0 && keeping < place(of: session, .transport(.close(garden))))
        command("/join garden", &session)
        #expect(session.rows[0].hasPrefix(" garden") && session.rows.contains(" roses"))
    }

    @Test func leavingARoomWithSomethingUnsentIsAskedAboutAndForgetsNothing() throws {
        var (session, garden) = inGarden()
        session.type("hello")
        session.press("Enter")
        let id = try #require(session.sent.last?.id)
        session.hear(.failed(garden, id, reason: "the archive is locked"))
        command("/leave", &session)
        #expect(session.shows("A message here was not sent. y: leave, n: stay"))
        session.press("n")
        #expect(session.rows[0].hasPrefix(" garden"))
        command("/leave", &session)
        session.press("y")
        #expect(session.rows[0].hasPrefix(" lobby") && kept(session, of: garden)?.unsent.map(\.id) == [id])
        command("/join garden", &session)
        session.hear(.opened(garden, me: Session.me, readUpTo: nil))
        session.hear(.history(garden, [], reachesStart: true))
        #expect(session.shows("hello ✗ not sent: the archive is locked"))
        command("/retry", &session)
        #expect(session.sent.map(\.id) == [id, id])
    }

    @Test func leavingARoomThatHoldsNothingIsNotAskedAbout() {
        var (session, garden) = inGarden()
        command("/leave", &session)
        #expect(session.effects.contains(.transport(.close(garden))) && kept(session, of: garden) == nil)
    }

    // MARK: Leaving the program

    @Test func atTheEndEveryDraftIsKeptOnceMore() {
        var session = Session(80, 14)
        session.type("roses")
        session.wait(milliseconds: 1_500)
        #expect(session.keptDrafts == [KeptDraft("roses")])
        session.press("C-q")
        #expect(session.keptDrafts == [KeptDraft("roses"), KeptDraft("roses")], "another window may have changed it")
    }
}
