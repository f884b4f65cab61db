import ChatCore
import ChatUI
import RichText
import Testing

/// Whom one knows beyond the rooms: as it is typed and shown.
@Suite struct ContactTests {
    private static let account = PersonID("me@chat.test")
    private static let cleo = Person(id: PersonID("cleo@chat.test"), name: "Cleo")
    private static let dora = Person(id: PersonID("dora@chat.test"), name: "Dora")
    private static let eve = Person(id: PersonID("eve@chat.test"), name: "Eve")

    private func commands(_ session: Session) -> [TransportCommand] {
        session.effects.compactMap { effect in
            switch effect {
            case .transport(.setTyping): nil
            case .transport(let command): command
            default: nil
            }
        }
    }

    /// A session in which one has an account, and those contacts.
    private func session(_ contacts: [Contact], height: Int = 16) -> Session {
        var session = Session(90, height)
        session.hear(.connection(Connection(Self.account, .online)))
        session.hear(.contacts(contacts))
        return session
    }

    private func run(_ line: String, _ session: inout Session) {
        // What was refused still stands in the draft.
        session.type("x")
        session.press("C-c")
        session.type(line)
        session.press("Escape Enter")
    }

    private let known = [
        Contact(person: cleo, isHere: true, relation: .mutual), Contact(person: dora, relation: .mutual),
        Contact(person: eve, relation: .asking),
    ]

    @Test func contactsStandBelowThePeopleWithTheirPresence() {
        let session = session(known)
        let pane = session.rows.compactMap { $0.split(separator: "│").last.map(String.init) }
        let heading = pane.firstIndex { $0.contains("contacts") } ?? 0
        let below = pane.dropFirst(heading + 1).prefix(3).map { $0.split(separator: " ").joined(separator: " ") }
        #expect(below == ["? Eve asks", "● Cleo", "○ Dora"])
        // Where the people take all rows, they have no place.
        #expect(!self.session(known, height: 7).shows("contacts"))
        #expect(!self.session([]).shows("contacts"))
    }

    @Test func manyContactsEndInTheirNumber() {
        let many = (10..<40).map { index in
            Contact(person: Person(id: PersonID("p\(index)@chat.test"), name: "P\(index)"), relation: .mutual)
        }
        let session = session(many)
        #expect(session.shows("○ P10") && session.shows("… and ") && !session.shows("P39"))
    }

    @Test func requestsAreAcceptedOrRefusedAndNobodyElse() {
        var session = session(known)
        session.type("/contact accept ")
        #expect(session.shows("accept eve@chat.test") && !session.shows("accept cleo"))
        session.press("C-c")
        run("/contact accept eve@chat.test", &session)
        #expect(commands(session).last == .befriend(Self.eve.id, true))
        run("/contact refuse Eve", &session)
        #expect(commands(session).last == .befriend(Self.eve.id, false))
        run("/contact accept Cleo", &session)
        #expect(session.shows("Cleo does not ask to be a contact"))
        #expect(commands(session).last == .befriend(Self.eve.id, false))
    }

    @Test func contactsAreAddedByNameOrAddressAndRemoved() {
        var session = session(known)
        run("/contact add finn@elsewhere.test", &session)
        #expect(commands(session).last == .befriend(PersonID("finn@elsewhere.test"), true))
        #expect(session.shows("Asking finn@elsewhere.test to be a contact"))
        run("/contact add Cleo", &session)
        #expect(session.shows("Cleo is a contact already"))
        run("/contact remove Dora", &session)
        #expect(commands(session).last == .befriend(Self.dora.id, false))
        run("/contact remove finn@elsewhere.test", &session)
        #expect(session.shows("finn@elsewhere.test is no contact"))
        run("/contact add nobody", &session)
        #expect(session.shows("Nobody known here is called nobody"))
        run("/contact love Cleo", &session)
        #expect(session.shows("Write /contact add, remove, accept or refuse"))
        run("/contact", &session)
        #expect(session.shows("eve@chat.test") && session.shows("Eve · asks to be a contact"))
        #expect(session.shows("Cleo · here") && session.shows("Dora · not here"))
    }

    @Test func peopleAreBlockedAndLetThrough() {
        var session = session(known)
        run("/block Cleo", &session)
        #expect(commands(session).last == .block(Self.cleo.id, true))
        run("/unblock Dora", &session)
        #expect(session.shows("Dora is not blocked"))
        session.hear(.contacts([Contact(person: Self.cleo, isBlocked: true)]))
        #expect(session.shows("○ Cleo blocked"))
        session.type("x")
        session.press("C-c")
        session.type("/unblock ")
        #expect(session.shows("cleo@chat.test"))
        session.press("C-c")
        run("/block Cleo", &session)
        #expect(session.shows("Cleo is blocked already"))
        run("/unblock Cleo", &session)
        #expect(commands(session).last == .block(Self.cleo.id, false))
    }

    @Test func whomOneHasNotMetIsWrittenToByAddress() {
        var session = session([])
        run("/msg Finn@elsewhere.test are you there?", &session)
        #expect(commands(session).last == .openDirect(PersonID("finn@elsewhere.test"), metIn: Session.room))
        run("/msg finn@", &session)
        #expect(session.shows("Nobody known here is called finn@"))
        var alone = Session(90, 14)
        run("/msg finn@elsewhere.test hello", &alone)
        #expect(alone.shows("Without an account nobody can be reached at finn@elsewhere.test"))
    }

    @Test func aContactWhoIsNotThereIsShownSoInTheConversation() {
        var session = session(known)
        let room = RoomID("dora@chat.test")
        session.hear(.direct(room, with: Self.dora, isAsked: true))
        session.hear(.opened(room, me: Person(id: Self.account, name: "me"), readUpTo: nil))
        session.hear(.people(room, [Self.dora, Person(id: Self.account, name: "me")]))
        #expect(session.shows("○ Dora") && session.shows("1 here"))
        session.hear(.contacts([Contact(person: Self.dora, isHere: true, relation: .mutual)]))
        #expect(session.shows("● Dora") && session.shows("2 here"))
    }
}
