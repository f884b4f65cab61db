import ChatCore
import ChatUI
import RichText
import Terminal
import Testing

/// Looking after a room, as it is typed and shown.
@Suite struct AdminTests {
    private func commands(_ session: Session) -> [TransportCommand] {
        session.effects.compactMap { if case .transport(let command) = $0 { command } else { nil } }
    }

    private let settings = [
        RoomSetting(key: "name", label: "Name of the room", value: "lobby", kind: .text),
        RoomSetting(key: "public", label: "Listed", value: "on", kind: .flag),
        RoomSetting(
            key: "whois", label: "Who sees addresses", value: "moderators", kind: .choice(["moderators", "anyone"])),
        RoomSetting(key: "password", label: "", value: "", kind: .secret),
    ]

    @Test func peopleAreSentOutByName() {
        var session = Session(90, 14)
        session.type("/kick Bea shouting all day")
        session.press("Escape Enter")
        #expect(
            commands(session).last
                == .remove(Session.bea.id, from: Session.room, isBanned: false, reason: "shouting all day"))
        session.type("/ban Ann")
        session.press("Escape Enter")
        #expect(commands(session).last == .remove(Session.ann.id, from: Session.room, isBanned: true, reason: ""))
    }

    @Test func ranksAreShownToldAndGiven() {
        var session = Session(90, 14)
        session.hear(
            .ranks(Session.room, [Session.ann.id: Rank(.owner, .moderator), Session.bea.id: Rank(.none, .visitor)]))
        #expect(session.shows("Ann owner") && session.shows("Bea visitor"))
        session.type("/role Ann")
        session.press("Escape Enter")
        #expect(session.shows("Ann, owner, may do everything here"))
        session.type("/role Bea m")
        #expect(session.shows("Bea member") && session.shows("Bea moderator"))
        session.press("C-c")
        session.type("/role Bea moderator")
        session.press("Escape Enter")
        #expect(commands(session).last == .rank(Session.bea.id, in: Session.room, .role(.moderator)))
        session.type("/role Rob none")
        session.press("Escape Enter")
        #expect(commands(session).last == .rank(Session.me.id, in: Session.room, .standing(.none)), "oneself, too")
        session.type("/role Bea king")
        session.press("Escape Enter")
        #expect(session.shows("A rank is one of owner, admin"))
    }

    @Test func settingsAreAskedForCompletedShownAndSet() {
        var session = Session(90, 20)
        session.type("/configure ")
        #expect(commands(session).last == .tellSettings(Session.room))
        session.hear(.settings(Session.room, settings))
        session.type("p")
        #expect(session.shows("public") && session.shows("on · Listed"))
        session.press("C-c")
        session.type("/configure whois ")
        #expect(session.shows("whois anyone") && session.shows("as it is now"))
        session.press("C-c")
        session.type("/configure whois anyone")
        session.press("Escape Enter")
        #expect(commands(session).last == .configure(Session.room, key: "whois", value: "anyone"))
        session.type("/configure public")
        session.press("Escape Enter")
        #expect(session.shows("public: on (Listed)"))
        session.type("/configure")
        session.press("Escape Enter")
        session.hear(.settings(Session.room, settings))
        #expect(session.shows("What can be set of lobby") && session.shows("lobby · Name of the room"))
        #expect(session.shows("not shown"))
    }

    @Test func aPasswordIsNeverShownNorRemembered() {
        var session = Session(90, 14)
        session.type("/configure password sesame")
        session.press("Escape Enter")
        #expect(session.shows("it is asked for, and not shown"))
        session.press("C-c")
        session.type("/configure password")
        session.press("Escape Enter")
        session.type("sesamx")
        session.press("Backspace e")
        #expect(session.shows("New password of lobby") && session.shows("••••••"))
        #expect(!session.shows("sesam"))
        session.press("Enter")
        #expect(commands(session).last == .configure(Session.room, key: "password", value: "sesame"))
        for _ in 0..<4 {
            session.press("C-p")
            #expect(!session.shows("sesame"))
        }
    }

    @Test func aRoomThatWantsAPasswordAsksForIt() {
        var session = Session(90, 14)
        session.hear(.passwordWanted(Session.room))
        #expect(session.shows("Password of lobby:"))
        session.send(.paste("open sesame\n"))
        session.press("Enter")
        #expect(commands(session).last == .enter(Session.room, password: "open sesame"))
        session.hear(.passwordWanted(Session.room))
        session.press("Escape")
        #expect(!session.shows("Password of lobby:"))
        session.type("/join lobby")
        session.press("Escape Enter")
        session.hear(.passwordWanted(Session.room))
        #expect(session.shows("Password of lobby:"), "the server may answer at once")
        session.press("Escape")
        session.hear(.passwordWanted(RoomID("elsewhere")))
        #expect(!session.shows("Password of"), "whoever looks elsewhere is not interrupted")
    }

    /// What one is writing would go to the server as the password.
    @Test func whoWritesIsNotAskedForAPassword() {
        var session = Session(90, 14)
        session.type("a draft")
        session.hear(.passwordWanted(Session.room))
        #expect(session.shows("lobby wants a password; /join lobby asks for it"))
        session.type(" and more")
        session.press("Enter")
        #expect(session.sent.map { FlatText($0.body).text } == ["a draft and more"])
        session.hear(.passwordWanted(Session.room))
        session.type("the next")
        session.press("Enter")
        #expect(session.sent.count == 2 && !session.shows("Password of"))
        let asked = commands(session).contains { if case .enter = $0 { true } else { false } }
        #expect(!asked)
        session.wait(milliseconds: 2_000)
        session.hear(.passwordWanted(Session.room))
        #expect(session.shows("Password of lobby:"))
    }

    @Test func aRoomIsEndedOnlyAfterAQuestion() {
        var session = Session(90, 14)
        session.type("/destroy winter")
        session.press("Escape Enter")
        #expect(session.shows("End lobby for everybody"))
        session.press("n")
        #expect(!commands(session).contains(.destroy(Session.room, reason: "winter")))
        session.type("/destroy winter")
        session.press("Escape Enter")
        session.press("y")
        #expect(commands(session).last == .destroy(Session.room, reason: "winter"))
    }
}
