import ChatCore
import RichText
import Testing

/// Rooms of several transports side by side.
@Suite struct RoutesTests {
    private let bea = PersonID("bea@chat.test")
    private let work = PersonID("bea@work.test")

    @Test func roomsGoToTheAccountOfTheirServer() {
        var routes = Routes(accounts: [bea, work])
        #expect(routes.place(of: RoomID("lobby")) == (0, RoomID("lobby")))
        #expect(routes.place(of: RoomID("direct:ann@host/bea")) == (0, RoomID("direct:ann@host/bea")))
        #expect(routes.place(of: RoomID("garden@rooms.work.test")) == (2, RoomID("garden@rooms.work.test")))
        #expect(routes.place(of: RoomID("garden@elsewhere.test")) == (1, RoomID("garden@elsewhere.test")))
        let chosen = RoomID("garden@elsewhere.test as bea@work.test")
        #expect(routes.place(of: chosen) == (2, RoomID("garden@elsewhere.test")))
        #expect(routes.shownRoom(RoomID("garden@elsewhere.test"), of: 2) == chosen)
    }

    @Test func aRoomOfThisMachineMayLookLikeAnAddress() {
        var routes = Routes(accounts: [bea, work])
        let team = RoomID("team@home")
        #expect(routes.isUndecided(team) && !routes.isUndecided(RoomID("lobby")))
        routes.noteLocal(team)
        #expect(!routes.isUndecided(team) && routes.isLocal(team) && routes.place(of: team) == (0, team))
        #expect(routes.shownRoom(team, of: 0) == team)
        let other = RoomID("team@home as bea@chat.test")
        #expect(routes.shownRoom(team, of: 1) == other, "an account's room of that name is another one")
        #expect(routes.place(of: other) == (1, team))
        // What an account has told of stays the account's.
        let garden = RoomID("garden@rooms.work.test")
        #expect(routes.shownRoom(garden, of: 2) == garden)
        #expect(!routes.isUndecided(garden) && routes.place(of: garden) == (2, garden))
    }

    @Test func twoAccountsMayMeetOnePerson() {
        var routes = Routes(accounts: [bea, work])
        let ann = RoomID("ann@chat.test")
        #expect(routes.shownRoom(ann, of: 1) == ann)
        let second = routes.shownRoom(ann, of: 2)
        #expect(second == RoomID("ann@chat.test as bea@work.test"))
        #expect(routes.place(of: second) == (2, ann) && routes.place(of: ann) == (1, ann))
        #expect(routes.shownRoom(RoomID("lobby"), of: 0) == RoomID("lobby"))
    }

    @Test func whatIsToldAndAskedMovesWholly() {
        let (from, to) = (RoomID("a"), RoomID("b"))
        let ann = Person(id: PersonID("ann"), name: "Ann")
        let message = Message(id: MessageID("m"), room: from, time: Timestamp(milliseconds: 0), author: ann, body: "x")
        for event in [TransportEvent.received(from, [message]), .history(from, [message], reachesStart: true)] {
            guard case .received(to, let moved) = event.about(to) else {
                guard case .history(to, let moved, true) = event.about(to) else {
                    Issue.record("not moved: \(event)")
                    continue
                }
                #expect(moved.map(\.room) == [to])
                continue
            }
            #expect(moved.map(\.room) == [to])
        }
        #expect(TransportCommand.send(message).about(to).room == to)
        #expect(TransportCommand.openDirect(ann.id, metIn: from).about(to).room == to)
        #expect(TransportCommand.listRooms.room == nil)
        #expect(TransportEvent.invited(from, name: "a", by: ann).about(to) == .invited(to, name: "b", by: ann))
    }
}
