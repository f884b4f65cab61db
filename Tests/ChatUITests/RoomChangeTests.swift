import ChatCore
import ChatUI
import RichText
import Terminal
import Testing

/// What a person takes along from one room to another, and what stays where it is.
@Suite struct RoomChangeTests {
    private let garden = RoomID("garden")

    /// A session with the lobby in view, and the garden as the second room.
    private func session(_ keys: ChatState.Settings.KeyStyle = .emacs) -> Session {
        var session = Session(60, 14) { $0.keys = keys }
        session.hear(
            memory: Memory(rooms: [
                Memory.Room(id: Session.room, name: "lobby"), Memory.Room(id: garden, name: "garden"),
            ]))
        session.hear(.opened(garden, me: Session.me, readUpTo: 0))
        session.hear(.people(garden, [Session.me, Session.ann, Session.bea]))
        return session
    }

    @Test func whatWasCutInOneRoomIsPutInInAnother() {
        var session = session()
        session.type("one two")
        session.press("C-w M-2")
        session.type("x ")
        session.press("C-y")
        #expect(session.rows.contains(" x two"))
        session.press("C-w M-1")
        session.press("C-w C-y")
        #expect(session.rows.contains(" one"), "a cut elsewhere parts two cuts")
        session.press("M-y")
        #expect(session.rows.contains(" two"))
    }

    @Test func whatWasCutOutlivesItsRoom() {
        var session = session()
        session.type("bye")
        session.press("C-u")
        session.type("/leave")
        session.press("Enter")
        #expect(session.rows[0].hasPrefix(" garden"))
        session.press("C-y")
        #expect(session.rows.contains(" bye"))
    }

    @Test func aNameThatIsTakenReachesWhatWasCutAndWhatWasSent() {
        var session = session()
        session.type("hi @ann")
        session.press("Enter Enter")
        session.type("@ann")
        session.press("Enter C-u M-2")
        session.hear(.people(Session.room, [Session.me, Person(id: Session.ann.id, name: "Anna"), Session.bea]))
        session.press("C-y")
        #expect(session.rows.contains(" @Anna"))
        session.press("M-1 C-p")
        #expect(session.rows.contains(" hi @Anna"))
    }

    @Test func aNameThatIsTakenReachesWhatWasTakenBack() {
        var session = session()
        session.type("@ann")
        session.press("Enter C-_ C-_")
        session.hear(.people(Session.room, [Session.me, Person(id: Session.ann.id, name: "Anna"), Session.bea]))
        for _ in 0..<3 { session.press("M-_") }
        #expect(session.rows.contains(" @Anna"))
    }

    @Test func anEditWhoseMentionIsRenamedIsNotChangedByThat() {
        var session = session()
        session.type("hi @ann")
        session.press("Enter Enter")
        session.echo()
        session.press("Up")
        #expect(session.rows.contains(" hi @Ann"))
        session.hear(.people(Session.room, [Session.me, Person(id: Session.ann.id, name: "Anna"), Session.bea]))
        #expect(session.rows.contains(" hi @Anna"))
        session.press("Escape")
        #expect(!session.shows("brings back what you wrote"))
    }

    @Test func aSignInFrontOfANameIsShownOnce() {
        var session = session()
        let ann = Person(id: Session.ann.id, name: "@Ann")
        session.hear(.people(Session.room, [Session.me, ann, Session.bea]))
        session.type("x @ann")
        session.press("Enter")
        #expect(session.rows.contains(" x @Ann"))
        session.hear(.people(Session.room, [Session.me, ann]))
        #expect(session.rows.contains(" x @Ann"))
    }

    @Test func whatViKeepsFollowsANewName() {
        var session = session(.vi)
        session.type("@ann")
        session.press("Enter Escape")
        session.type("0x")
        session.hear(.people(Session.room, [Session.me, Person(id: Session.ann.id, name: "Anna"), Session.bea]))
        session.type("P")
        #expect(session.rows.contains(" @Anna"))
        session.type("ccabc @bea")
        session.press("Enter Escape")
        session.hear(.people(Session.room, [Session.me, Session.ann, Person(id: Session.bea.id, name: "Bee")]))
        session.type(".")
        #expect(session.rows.contains(" abc @Bee"))
    }

    @Test func anInsertionOfViEndsWithTheRoom() {
        var session = session(.vi)
        session.press("M-2")
        session.type("abc")
        session.press("Escape M-1")
        session.type("3ihi")
        session.press("M-2 Escape")
        #expect(session.rows.contains(" abc"), "nothing was typed here")
        session.press("M-1 Escape")
        #expect(session.rows.contains(" hi"))
        session.type("u")
        #expect(!session.rows.contains(" hi"))
        session.type(".")
        #expect(session.rows.contains(" hihihi"))
    }
}
