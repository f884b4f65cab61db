import ChatCore
import ChatUI
import RichText
import Terminal
import TestSupport
import Testing

@Suite struct LogTests {
    @Test func aSmallScreen() {
        var session = Session(60, 14)
        session.say([.text("morning all ", .plain), .emoticon(EmoticonCode("smile")), .text(" had coffee?", .plain)])
        session.say("a second line by the same person that is so long that it wraps at the end", minutes: 1)
        session.say("hello", by: Session.bea, minutes: 2)
        session.type("on my way")
        session.press("Enter")
        session.echo()
        session.type("next")
        expectScreen(
            session,
            """
            | lobby · on this machine                             3 here |
            |────────────────────────────────────────────────────────────|
            |                                                            |
            |                                                            |
            |                ─ Monday 30 November 2026 ─                 |
            | 09:14  Ann       morning all ▐••▌ had coffee?              |
            |                              ▐╰╯▌                          |
            |                  a second line by the same person that is  |
            |                  so long that it wraps at the end          |
            | 09:16  Bea       hello                                     |
            | 09:14  Rob       on my way ✓                               |
            |────────────────────────────────────────────────────────────|
            | next                                                       |
            | F1 help                                                    |
            """)
    }

    @Test func sideShowsRoomsAndPeopleOnWideScreens() {
        var session = Session(80, 12)
        session.say("bye", by: Person(id: PersonID("wei"), name: "王伟"))
        let rows = session.rows
        #expect(rows[2].contains("● lobby") && rows[2].contains("● Rob"))
        #expect(rows.contains { $0.hasSuffix("○ 王伟") })
        session.press("F3")
        #expect(!session.shows("● Rob"))
        session.press("F2")
        #expect(!session.shows("● lobby"))
    }

    @Test func ownMessagesTellHowFarTheyGot() {
        var session = Session(60, 12)
        session.type("one")
        session.press("Enter")
        #expect(session.shows("one …"))
        session.echo()
        #expect(session.shows("one ✓"))
        session.type("two")
        session.press("Enter")
        let id = session.sent.last?.id ?? MessageID("")
        session.hear(.failed(Session.room, id, reason: "the disk is full"))
        #expect(session.shows("two ✗ not sent: the disk is full"))
        session.type("/retry")
        session.press("Enter")
        #expect(session.shows("two …"))
        #expect(session.sent.map(\.id).suffix(2) == [id, id])
    }

    @Test func readingBackStaysWhereItIs() {
        var session = Session(60, 14)
        for number in 1...50 { session.say(RichText(plain: "message \(number)"), minutes: Int64(number * 10)) }
        session.press("PageUp PageUp")
        let before = session.rows
        for number in 51...53 {
            session.say(RichText(plain: "message \(number)"), by: Session.bea, minutes: Int64(number * 10))
        }
        #expect(Array(session.rows.prefix(9)) == Array(before.prefix(9)))
        #expect(session.rows[9].contains("↓ 3 new") && session.rows[10].contains("message 53"))
        #expect(session.shows("↓ 3 new"))
        session.type("mine")
        session.press("Enter")
        #expect(session.shows("mine …"))
        #expect(!session.shows("3 new"))
    }

    @Test func theTopMessageStaysThroughResizes() {
        var session = Session(80, 24)
        var generator = SeededGenerator(seed: 7)
        for number in 0..<200 {
            let length = Int.random(in: 1...300, using: &generator)
            let words = String((0..<length).map { $0 % 6 == 5 ? " " : "x" })
            session.say(RichText(plain: "#\(number) " + words), minutes: Int64(number * 10))
        }
        session.press("PageUp PageUp PageUp PageUp")
        let top = topMessage(session)
        let screen = session.rows
        for (width, height) in [(40, 24), (120, 10), (80, 24)] {
            session.resize(width, height)
            #expect(topMessage(session) == top, "\(width)×\(height)")
        }
        #expect(session.rows == screen)
    }

    @Test func followingShowsTheNewestAfterEveryResize() {
        var session = Session(80, 24)
        for number in 0..<100 { session.say(RichText(plain: "#\(number) " + String(repeating: "word ", count: 20))) }
        session.say("the end", by: Session.bea)
        for (width, height) in [(40, 24), (20, 5), (120, 10), (80, 24)] {
            session.resize(width, height)
            #expect(session.shows("the end"), "\(width)×\(height)")
        }
    }

    private func topMessage(_ session: Session) -> String? {
        for row in session.rows {
            if let start = row.firstIndex(of: "#") { return String(row[start...].prefix { $0 != " " }) }
        }
        return nil
    }

    @Test func theUnreadLineStandsBeforeWhatCameWhileOneWasAway() {
        var session = Session(60, 14)
        session.say("seen")
        session.send(.focus(false))
        session.say("unseen", by: Session.bea, minutes: 9)
        session.say("unseen too", by: Session.bea, minutes: 9)
        let rows = session.rows
        let line = rows.firstIndex { $0.contains("─ new ─") }
        let first = rows.firstIndex { $0.contains("unseen") }
        #expect(line != nil && first == line.map { $0 + 1 })
        session.send(.focus(true))
        #expect(session.effects.last == .transport(.markRead(Session.room, upTo: 3)))
        #expect(session.shows("─ new ─"), "the line stays while one reads")
        session.press("Escape")
        #expect(!session.shows("─ new ─"))
    }

    @Test func everyPieceOfAWrappedAddressIsOneLink() {
        var session = Session(40, 14)
        let address = "https://files.example/a/very/long/path/that/wraps/to/it.html"
        session.say(RichText(plain: "see " + address + " ok"))
        let frame = session.frame
        var pieces: [Int: Set<String?>] = [:]
        for y in 0..<14 {
            for x in 0..<40 {
                guard let link = frame[x, y].style.link else { continue }
                pieces[y, default: []].insert(frame.address(of: link))
            }
        }
        #expect(pieces.count >= 2)
        #expect(pieces.values.allSatisfy { $0 == [address] })
    }

    @Test func historyIsAskedForNearTheTopOnce() {
        var session = Session(60, 14)
        for number in 1...30 { session.say(RichText(plain: "message \(number)"), minutes: Int64(number * 10)) }
        session.press("PageUp PageUp PageUp PageUp PageUp PageUp")
        let asked = session.effects.filter { if case .transport(.loadOlder) = $0 { true } else { false } }
        #expect(asked == [.transport(.loadOlder(Session.room, before: 1, limit: 100))])
    }

    @Test(arguments: [(1, 1), (2, 1), (1, 2), (5, 5), (20, 5), (3, 200), (500, 1), (0, 0), (7, 3)])
    func everySizeHasAScreen(width: Int, height: Int) {
        var session = Session(80, 24)
        session.say([.text("wide 王伟 👨‍👩‍👧 ", .plain), .emoticon(EmoticonCode("smile")), .text(" end", .plain)])
        session.type("draft @")
        session.resize(width, height)
        session.press("F1")
        _ = session.rows
        session.press("Escape")
        #expect(session.rows.count == height)
        let before = Session(80, 24).frame.size
        session.resize(80, 24)
        #expect(session.frame.size == before)
    }
}
