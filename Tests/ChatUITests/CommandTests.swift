import ChatCore
import ChatUI
import RichText
import Terminal
import Testing

@Suite struct CommandTests {
    private let garden = RoomID("garden")

    private func commands(_ session: Session) -> [TransportCommand] {
        session.effects.compactMap { if case .transport(let command) = $0 { command } else { nil } }
    }

    @Test(arguments: [
        ("/nothing", "There is no command /nothing"), ("/goto somewhen", "/goto does not know somewhen"),
        ("/join", "Write /join ROOM"), ("/leave now", "/leave takes nothing behind it"),
        ("/msg Nobody hello", "Nobody known here is called Nobody"), ("/copy many", "/copy needs a number"),
        ("/leave", "This is the only room"), ("/search before:x", "before: needs a date"),
        ("/help nothing", "There is no command /nothing"),
    ])
    func whatIsRefusedStaysWithTheReason(line: String, reason: String) {
        var session = Session(70, 14)
        session.type(line)
        session.press("Escape Enter")
        #expect(session.shows(reason))
        #expect(session.rows.contains(" " + line))
    }

    /// What is written in the composer comes back from its history and stands in the kept drafts.
    @Test func noCommandAndNoSettingTakesASecret() {
        for usage in Reference.commands.lines.map(\.left) + SettingTable.all.map(\.key) {
            for word in ["pass", "secret", "token", "key "] {
                #expect(
                    !usage.lowercased().contains(word)
                        || ["/set [KEY [VALUE]]", "/configure [KEY [VALUE]]"].contains(usage), "\(usage)")
            }
        }
    }

    @Test func whatWasDoneIsRemembered() {
        var session = Session(70, 14)
        session.type("/topic coffee at ten")
        session.press("Enter")
        #expect(commands(session).contains(.setTopic(Session.room, "coffee at ten")))
        session.press("C-p")
        #expect(session.rows.contains(" /topic coffee at ten"))
    }

    @Test func roomsAreAskedForAndCompleted() {
        var session = Session(70, 14)
        session.type("/join ")
        #expect(commands(session).last == .listRooms)
        session.hear(.rooms([RoomSummary(id: RoomID("r1"), name: "garden", topic: "roses")]))
        #expect(session.shows("garden") && session.shows("roses"))
        session.press("Tab Enter")
        #expect(commands(session).contains(.open(RoomID("r1"))), "by its id, which is the transport's")
        #expect(session.rows[0].hasPrefix(" garden"))
    }

    @Test func aMessageToOneWaitsForTheRoomOfTheTwo() {
        var session = Session(90, 14)
        session.type("/msg Bea see you at ten")
        session.press("Escape Enter")
        #expect(commands(session).last == .openDirect(Session.bea.id, metIn: Session.room))
        #expect(session.sent.isEmpty)
        let room = RoomID("direct:bea,me")
        session.hear(.direct(room, with: Session.bea, isAsked: true))
        #expect(session.rows[0].hasPrefix(" Bea"))
        #expect(commands(session).last == .open(room))
        session.hear(.opened(room, me: Session.me, readUpTo: nil))
        #expect(session.sent.map { FlatText($0.body).text } == ["see you at ten"])
        #expect(session.sent.map(\.room) == [room])
        session.hear(.opened(room, me: Session.me, readUpTo: nil))
        #expect(session.sent.count == 1)
    }

    @Test func theLongestNameIsMeantAndNamesakesAreNamedByTheirIds() {
        let longer = Person(id: PersonID("bl"), name: "Bea Lee")
        let other = Person(id: PersonID("b2"), name: "Bea")
        var session = Session(90, 14, people: [Session.me, Session.bea, longer])
        session.type("/invite bea lee")
        session.press("Escape Enter")
        #expect(commands(session).last == .invite(longer.id, to: Session.room))
        session.hear(.people(Session.room, [Session.me, Session.bea, longer, other]))
        session.type("/invite Bea")
        session.press("Escape Enter")
        #expect(session.shows("Several are called Bea; write one of b2, bea"))
        session.press("C-c")
        session.type("/invite b2")
        session.press("Escape Enter")
        #expect(commands(session).last == .invite(other.id, to: Session.room))
    }

    @Test func aNamesakeIsMeantByWhatIsShown() {
        let other = Person(id: PersonID("b2"), name: "Bea")
        var session = Session(100, 14, people: [Session.me, Session.bea, other])
        session.type("/msg Bea (b2) hello")
        session.press("Escape Enter")
        #expect(commands(session).contains { if case .openDirect(other.id, _) = $0 { true } else { false } })
    }

    @Test(arguments: [
        ("/jion x", "Do you mean /join?"), ("/quitt", "Do you mean /quit?"), ("/serach x", "Do you mean /search?"),
        ("/xylophone", "/help shows all"), ("/z", "/help shows all"),
    ])
    func aCommandThatIsNoneIsAnsweredWithTheOneMeant(line: String, answer: String) {
        var session = Session(100, 14)
        session.type(line)
        session.press("Escape Enter")
        #expect(session.shows(answer) && session.shows(line), "the line stays")
    }

    @Test(arguments: ["/part", "/close", "/leave"])
    func namesFromElsewhereWork(line: String) {
        var session = Session(100, 14)
        session.type(line)
        session.press("Escape Enter")
        #expect(session.shows("This is the only room that is open"))
    }

    @Test(arguments: [
        ("lobby", 1), ("Lobby", 1), ("#lobby", 1), ("#LOBBY", 1), ("#tea", 2), ("Tea", 2), ("tea%irc@x.org", 2),
    ])
    func aRoomIsFoundHoweverItIsSpelled(name: String, count: Int) {
        var session = Session(100, 14)
        session.type("/join " + name)
        session.press("Escape Enter")
        let opened = commands(session).compactMap { if case .open(let room) = $0 { room.text } else { nil } }
        #expect(Set(opened + ["lobby"]).count == count)
        #expect(opened.allSatisfy { !$0.hasPrefix("#") })
    }

    @Test func aTopicCanBeTakenAway() {
        var session = Session(100, 14)
        session.type("/topic -delete")
        session.press("Enter")
        #expect(commands(session).last == .setTopic(Session.room, ""))
    }

    @Test func whoIsWrittenToHearsOfItWithoutLeavingTheRoom() {
        var session = Session(90, 14)
        session.hear(.direct(RoomID("d"), with: Session.ann, isAsked: false))
        #expect(commands(session).last == .open(RoomID("d")))
        #expect(session.rows[0].hasPrefix(" lobby") && session.shows("   Ann"))
        session.hear(.invited(garden, name: "garden", by: Session.bea))
        #expect(session.shows("Bea asks you to come to garden"))
        session.type("/join g")
        #expect(session.shows("you were asked to come"))
        session.press("Tab Enter")
        #expect(commands(session).contains(.open(garden)))
    }

    @Test func copyHandsOutTheLastMessages() {
        var session = Session(70, 14)
        session.say("one")
        session.say("two", by: Session.bea)
        session.type("/copy")
        session.press("Enter")
        session.type("/copy 2")
        session.press("Enter")
        let copied = session.effects.compactMap { if case .copy(let text) = $0 { text } else { nil } }
        #expect(copied == ["two", "[09:14] Ann: one\n[09:14] Bea: two"])
    }

    @Test func aNewNameMovesNoLineThatOneReadsBy() {
        var session = Session(70, 14)
        session.say("one")
        session.type("/nick Robert")
        session.press("Enter")
        #expect(commands(session).last == .rename("Robert"))
        session.hear(.opened(Session.room, me: Person(id: Session.me.id, name: "Robert"), readUpTo: 0))
        #expect(!session.shows("─ new ─"))
    }

    @Test func helpBeginsWithWhereOneIs() {
        var session = Session(70, 24)
        session.say("hello")
        for (keys, title) in [
            ("M-e", "the grid of emoticons"), ("C-t", "rooms and people"), ("M-s", "selected messages"),
        ] {
            session.press(keys + " F1")
            #expect(session.shows("Here: " + title), "\(keys)")
            session.press("Escape")
            #expect(!session.shows("Here: "))
            session.press("Escape")
        }
        session.press("F1")
        #expect(!session.shows("Here: ") && session.shows("Talking"))
    }

    @Test func theFirstStartShowsFiveKeys() {
        var session = Session(70, 24)
        session.welcome()
        #expect(session.shows("Five keys worth knowing") && session.shows("mentions somebody"))
        session.press("Space")
        session.press("Escape")
        #expect(!session.shows("Five keys"))
    }

    @Test func theRightButtonTalksToAPersonAlone() throws {
        var session = Session(90, 14)
        let place = try #require(session.place(of: "● Bea"))
        session.send(.mouse(MouseEvent(.press, .right, at: place)))
        #expect(commands(session).last == .openDirect(Session.bea.id, metIn: Session.room))
        session.type("/export x.jsonl")
        session.press("Escape Enter")
        #expect(session.effects.last == .export(Session.room, "x.jsonl"))
    }

    private func files(_ folder: String) -> FolderQuestion { FolderQuestion(folder: folder, picturesOnly: false) }

    private func exports(_ session: Session) -> [String] {
        session.effects.compactMap { if case .export(_, let path) = $0 { path } else { nil } }
    }

    @Test func tabCompletesWhereToExport() {
        var session = Session(80, 20)
        session.type("/export ~/my")
        #expect(session.effects.contains(.picture(.list(files("~/")))))
        session.hearPicture(.listed(FolderListing(files("~/"), names: ["my notes/", "my.txt", "other"])))
        #expect(session.shows("my notes/") && session.shows("my.txt") && !session.shows("other"))
        session.press("Tab")
        #expect(session.rows.contains(" /export '~/my notes/"))
        #expect(session.effects.contains(.picture(.list(files("~/my notes/")))))
        session.hearPicture(.listed(FolderListing(files("~/my notes/"), names: ["lobby.jsonl"])))
        session.type("lob")
        session.press("Enter")
        #expect(exports(session) == ["~/my notes/lob"], "Enter writes the name that was typed")
    }

    @Test func anEntryThatArrowsChoseIsTakenByEnter() {
        var session = Session(80, 20)
        session.type("/export a")
        session.hearPicture(.listed(FolderListing(files(""), names: ["a/", "ab.jsonl"])))
        session.press("Down Enter")
        #expect(session.rows.contains(" /export ab.jsonl") && exports(session).isEmpty)
        session.press("Enter")
        #expect(exports(session) == ["ab.jsonl"])
    }

    @Test(arguments: [
        ("a b.jsonl", "a b.jsonl"), ("'a b.jsonl'", "a b.jsonl"), ("a\\ b.jsonl ", "a b.jsonl"),
        ("\"it's\"", "it's"),
    ])
    func exportReadsAPathAsItIsCompleted(typed: String, path: String) {
        var session = Session(80, 20)
        session.type("/export " + typed)
        session.press("Enter")
        #expect(exports(session) == [path])
    }

    @Test func exportTakesOneFile() {
        var session = Session(80, 20)
        session.type("/export 'a' b")
        session.press("Enter")
        #expect(exports(session).isEmpty && session.shows("/export takes one file"))
        #expect(session.rows.contains(" /export 'a' b"), "what was written stays")
    }
}
