import ChatCore
import ChatUI
import RichText
import Terminal
import Testing

/// A long room behind a session: answers what the session asks of its transport.
private struct LongRoom {
    var session: Session
    let length: Int64
    private var answered = 0

    init(_ width: Int, _ height: Int, length: Int64) {
        session = Session(width, height)
        self.length = length
        answered = session.effects.count
        session.hear(.opened(Session.room, me: Session.me, readUpTo: length))
        session.hear(.history(Session.room, messages(max(1, length - 199)...length), reachesStart: length <= 200))
    }

    func message(_ order: Int64) -> Message {
        var body = RichText(plain: "message \(order)")
        if order.isMultiple(of: 1000) {
            body = RichText([.mention(Mention(.person(Session.me.id), name: "Rob"))] + body.elements)
        }
        if order == 77 { body = "see https://example.org/a, and (mailto:ann@example.org)." }
        return Message(
            id: MessageID("m\(order)"), room: Session.room, time: Session.morning + (order - length) * 3_600_000,
            author: Session.ann, body: body, order: order)
    }

    private func messages(_ orders: ClosedRange<Int64>) -> [Message] { orders.map(message) }

    mutating func press(_ keys: String) {
        for key in keys.split(separator: " ") {
            session.press(String(key))
            answer()
        }
    }

    mutating func command(_ text: String) {
        session.type(text)
        press("Enter")
    }

    mutating func answer() {
        while answered < session.effects.count {
            answered += 1
            guard case .transport(let command) = session.effects[answered - 1] else { continue }
            answer(command)
        }
    }

    private mutating func answer(_ command: TransportCommand) {
        switch command {
        case .loadOlder(_, let before, let limit):
            let start = max(1, before - Int64(limit))
            session.hear(.history(Session.room, messages(start...before - 1), reachesStart: start == 1))
        case .load(_, let landmark, let limit): session.hear(.page(Session.room, page(landmark, Int64(limit))))
        case .search(_, let search, let before, let limit):
            let orders: [Int64] = search.mentions == nil ? [4321, 2100, 77] : [4000, 3000, 2000, 1000]
            let found = orders.filter { $0 < before ?? .max }.prefix(limit).map { message($0) }
            session.hear(.found(Session.room, Findings(search, before: before, messages: found, hasMore: false)))
        default: break
        }
    }

    private func page(_ landmark: Landmark, _ limit: Int64) -> Page {
        let middle: Int64
        switch landmark {
        case .after(let order):
            let end = min(order + limit, length)
            return Page(landmark, messages(order + 1...end), reachesStart: false, reachesEnd: end == length)
        case .place(let order): middle = max(order, 1)
        case .message(let id): middle = Int64(id.text.dropFirst()) ?? 1
        case .time(let moment):
            let hours = (moment.milliseconds - Session.morning.milliseconds + 3_599_999) / 3_600_000
            middle = min(max(length + hours, 1), length)
        }
        let (start, end) = (max(1, middle - limit / 2), min(length, middle + limit / 2))
        return Page(landmark, messages(start...end), reachesStart: start == 1, reachesEnd: end == length)
    }
}

@Suite struct ReadingTests {
    @Test func pagingGoesThroughARoomOfAnyLengthAndBack() {
        var room = LongRoom(78, 24, length: 3000)
        var steps = 0
        while !room.session.shows("message 1 ") && !room.session.rows.contains(where: { $0.hasSuffix("message 1") }) {
            room.press("PageUp")
            steps += 1
            if steps > 1000 { break }
        }
        #expect(steps < 400)
        while room.session.shows("message 3000") == false || room.session.shows("newest") {
            room.press("PageDown")
            steps += 1
            if steps > 1000 { break }
        }
        #expect(steps < 800)
    }

    @Test func everyMessageIsSeenWhilePagingBack() {
        var room = LongRoom(60, 14, length: 600)
        var seen: Set<Int64> = []
        for _ in 0..<300 {
            for row in room.session.rows.dropLast(3) {
                if row.contains("message ") { seen.insert(row.split(separator: " ").last.flatMap { Int64($0) } ?? 0) }
            }
            room.press("PageUp")
        }
        let missed = (1...600).filter { $0 != 77 && !seen.contains($0) }
        #expect(missed.isEmpty)
    }

    @Test func theEndsAreOneKeyAway() {
        var room = LongRoom(78, 24, length: 100_000)
        room.press("M-<")
        #expect(room.session.rows.contains { $0.hasSuffix("message 1") })
        room.press("M->")
        #expect(room.session.rows.contains { $0.hasSuffix("message 100000") })
        #expect(!room.session.shows("reading back"))
    }

    @Test func whatIsSearchedForIsShownInItsPlace() {
        var room = LongRoom(78, 24, length: 100_000)
        room.command("/search message")
        #expect(room.session.shows("3 found: message"))
        #expect(room.session.shows("message 4321") && room.session.shows("message 2100"))
        room.press("Down Enter")
        #expect(room.session.rows.contains { $0.contains("▶") && $0.hasSuffix("message 2100") })
        #expect(room.session.shows("message 2099") && room.session.shows("message 2101"))
    }

    @Test func aSearchIsReadWithItsConditions() {
        var room = LongRoom(78, 24, length: 10)
        room.command("/search good \"morning all\" from:ann mentions:me after:2026-11-01 before:2026-11-30")
        var search = Search()
        search.words = ["good", "morning all"]
        search.from = "ann"
        search.mentions = Session.me.id
        search.since = Timestamp(milliseconds: Session.morning.milliseconds / 86_400_000 * 86_400_000 - 28 * 86_400_000)
        search.before = search.since.map { $0 + 28 * 86_400_000 }
        #expect(room.session.effects.contains(.transport(.search(Session.room, search, before: nil, limit: 50))))
        room.press("Escape")
        #expect(!room.session.shows("found:"))
        room.command("/search before:then")
        #expect(room.session.shows("needs a date"))
        #expect(!room.session.shows("Searching"))
    }

    @Test func gotoJumpsToTheFirstMessageOfADay() {
        var room = LongRoom(78, 24, length: 100_000)
        // 2026-11-01T00:14 is 705 hours before the newest message.
        room.command("/goto 2026-11-01")
        #expect(room.session.rows.contains { $0.contains("▶") && $0.hasSuffix("message 99295") })
        room.command("/goto 2027-01-01")
        #expect(room.session.shows("message 100000"))
        room.command("/goto never")
        #expect(room.session.shows("/goto does not know never"))
    }

    @Test func theFirstUnreadMessageIsOneKeyAway() {
        var room = LongRoom(78, 24, length: 5000)
        room.session.hear(.opened(Session.room, me: Session.me, readUpTo: 1000))
        room.press("M-j")
        let rows = room.session.rows
        let line = rows.firstIndex { $0.contains("─ new ─") }
        #expect(line.map { rows[$0 + 1].hasSuffix("message 1001") } == true)
    }

    @Test func mentionsAreFoundBeyondWhatIsAtHand() {
        var room = LongRoom(78, 24, length: 4500)
        room.press("M-p")
        #expect(room.session.rows.contains { $0.contains("▶") && $0.contains("@Rob") && $0.hasSuffix("message 4000") })
        room.press("M-p")
        #expect(room.session.rows.contains { $0.contains("▶") && $0.hasSuffix("message 3000") })
    }

    @Test func oneReadsOnWhereOneLeft() {
        var room = LongRoom(78, 24, length: 5000)
        room.press("M-< PageDown")
        let kept = room.session.effects.compactMap { effect in
            if case .transport(.keepPlace(_, let place)) = effect { place } else { nil }
        }
        let top = room.session.rows[2...8]
        guard let place = kept.last else {
            Issue.record("no place was kept")
            return
        }
        var again = LongRoom(78, 24, length: 5000)
        again.session.hear(.readingPlace(Session.room, place))
        again.answer()
        #expect(again.session.rows[2...8] == top)
        again.press("M->")
        #expect(again.session.effects.last == .transport(.keepPlace(Session.room, nil)))
    }

    @Test func sendingGoesBackToTheNewest() {
        var room = LongRoom(78, 24, length: 5000)
        room.press("M-<")
        room.command("mine")
        #expect(room.session.shows("mine …") && room.session.shows("message 5000"))
    }

    @Test func messagesAreCopiedByKey() {
        var room = LongRoom(78, 24, length: 90)
        room.press("M-s k c")
        #expect(room.session.effects.last == .copy("message 89"))
        room.press("M-s v k c")
        #expect(room.session.effects.last == .copy("[08:14] Ann: message 89\n[09:14] Ann: message 90"))
        room.session.type("x")
        #expect(room.session.sent.isEmpty && room.session.rows[22].hasPrefix(" x"))
    }

    @Test func aLinkIsShownBeforeItIsOpened() {
        var room = LongRoom(78, 24, length: 78)
        room.press("M-s k o")
        #expect(room.session.shows("Enter opens https://example.org/a · o or its number: another (1 of 2)"))
        room.press("o Enter")
        #expect(room.session.effects.last == .open("mailto:ann@example.org"))
        room.press("M-s o")
        #expect(room.session.shows("No link"))
        room.press("Escape")
    }

    @Test func aLinkIsAskedAboutByOneClickAndOpenedByTheNext() {
        var room = LongRoom(78, 24, length: 78)
        let row = room.session.rows.firstIndex { $0.contains("https://") } ?? 0
        let column = room.session.rows[row].split(separator: "https", maxSplits: 1)[0].count + 4
        let click = MouseEvent(.press, .left, at: Point(x: column, y: row))
        #expect(room.session.frame[column, row].style.attributes.contains(.underline))
        room.session.send(.mouse(click))
        #expect(room.session.shows("Enter opens https://example.org/a"))
        room.session.send(.mouse(click))
        #expect(room.session.effects.last == .open("https://example.org/a"))
    }

    @Test(arguments: [
        ("http://a.b", ["http://a.b"]), ("HTTPS://a.b/c?d=e#f.", ["HTTPS://a.b/c?d=e#f"]), ("file:///etc/passwd", []),
        ("(https://a.b/c_(d))", ["https://a.b/c_(d)"]), ("xhttp://a", []), ("见https://a.b/路", ["https://a.b/"]),
        ("javascript:alert(1) xmpp:ann@example.org?join", ["xmpp:ann@example.org?join"]), ("http://", []),
        ("https://a.b\u{202E}c", ["https://a.b"]), ("-https://a.b", ["https://a.b"]), ("", []),
    ])
    func onlyLinksOfKnownKindsAreFound(_ text: String, _ links: [String]) {
        #expect(WebLinks.find(in: text) == links)
    }

    @Test func plainTextsStandWithoutNamesAndPanes() {
        var room = LongRoom(100, 24, length: 90)
        room.press("F4")
        #expect(room.session.rows.contains("message 90"))
        room.press("F4")
        #expect(!room.session.rows.contains("message 90") && room.session.shows("message 90"))
    }
}
