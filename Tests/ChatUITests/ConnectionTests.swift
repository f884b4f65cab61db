import ChatCore
import ChatUI
import RichText
import Testing

/// How accounts stand with their servers is always to be seen.
@Suite struct ConnectionTests {
    private let account = PersonID("ann@chat.test")
    private let garden = RoomID("garden@rooms.chat.test")

    @Test func whatIsNotWellIsSaidWithItsReasonAndItsNextTry() {
        var session = Session(120, 14)
        session.hear(.connection(Connection(account, .online)))
        #expect(session.shows("● ann@chat.test") && session.shows("F1 help"))
        let next = Session.morning + 5_000
        session.hear(.connection(Connection(account, .offline(reason: "nobody answers", nextTry: next))))
        #expect(session.shows("○ ann@chat.test"))
        #expect(session.shows("ann@chat.test: nobody answers; again at 09:14:05"))
        session.hear(.connection(Connection(account, .offline(reason: "wrong password", nextTry: nil))))
        #expect(session.shows("ann@chat.test: wrong password; not tried again"))
        session.hear(.connection(Connection(account, .connecting)))
        #expect(session.shows("◌ ann@chat.test") && session.shows("connecting …"))
    }

    @Test func aRoomThatFollowsOneIsThereAndSaysWhoseItIs() {
        var session = Session(120, 14)
        session.hear(.connection(Connection(account, .online)))
        session.hear(.opened(garden, me: Person(id: account, name: "ann"), readUpTo: nil))
        #expect(session.shows("garden@rooms"))
        #expect(session.shows("lobby · on this machine"))
        session.type("/join garden@rooms.chat.test")
        session.press("Enter")
        #expect(session.shows("as ann@chat.test, not end-to-end encrypted"))
    }
}
