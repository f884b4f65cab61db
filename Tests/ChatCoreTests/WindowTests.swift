import ChatCore
import RichText
import Testing

private let room = RoomID("lobby")
private let ann = Person(id: PersonID("ann"), name: "Ann")

private func message(_ order: Int64) -> Message {
    Message(
        id: MessageID("m\(order)"), room: room, time: Timestamp(milliseconds: order * 1000), author: ann, body: "hi",
        order: order)
}

private func messages(_ orders: ClosedRange<Int64>) -> [Message] { orders.map(message) }

/// A transport over a room of `length` messages that answers at once.
private struct Answers {
    let length: Int64
    var room = Room(id: RoomID("lobby"), name: "lobby")

    init(length: Int64) {
        self.length = length
        _ = room.reduce(.opened(room.id, me: Person(id: PersonID("me"), name: "Me"), readUpTo: nil))
        _ = room.reduce(.history(room.id, messages(max(1, length - 199)...length), reachesStart: length <= 200))
    }

    /// Answers a command, and returns whether there was one.
    mutating func answer(_ command: TransportCommand?, keeping held: MessageID? = nil) -> Bool {
        switch command {
        case .loadOlder(let id, let before, let limit)?:
            let start = max(1, before - Int64(limit))
            _ = room.reduce(.history(id, messages(start...before - 1), reachesStart: start == 1), keeping: held)
        case .load(let id, .after(let order), let limit)?:
            let end = min(length, order + Int64(limit))
            let page = Page(.after(order), messages(order + 1...end), reachesStart: false, reachesEnd: end == length)
            _ = room.reduce(.page(id, page), keeping: held)
        case .load(let id, .place(let order), let limit)?:
            let (start, end) = (max(1, order - Int64(limit / 2)), min(length, order + Int64(limit / 2)))
            let page = Page(
                .place(order), messages(start...end), reachesStart: start == 1, reachesEnd: end == length)
            _ = room.reduce(.page(id, page), keeping: held)
        default: return false
        }
        return true
    }

    mutating func expectAnswer(_ command: TransportCommand?) {
        let isAnswered = answer(command)
        #expect(isAnswered)
    }

    /// Whether the messages at hand follow one another without a gap, and are not too many.
    var isSound: Bool {
        let orders = room.timeline.messages.compactMap(\.order)
        let follow = zip(orders, orders.dropFirst()).allSatisfy { $1 == $0 + 1 }
        let found = room.timeline.messages.enumerated().allSatisfy {
            room.timeline.index(of: $0.element.id) == $0.offset
        }
        return follow && found && orders.count <= Timeline.mostMessages * 6 / 5 + 100
    }
}

@Suite struct WindowTests {
    @Test func readingBackAndForthGoesThroughTheWholeRoomInBoundedMemory() {
        var answers = Answers(length: 5000)
        var held = answers.room.timeline.messages[0].id
        while answers.answer(answers.room.loadOlder(limit: 100), keeping: held) {
            #expect(answers.isSound && answers.room.timeline.index(of: held) != nil)
            held = answers.room.timeline.messages[0].id
        }
        #expect(answers.room.timeline.oldestOrder == 1)
        #expect(!answers.room.timeline.reachesEnd)
        #expect(answers.room.timeline.newest.last?.order == 5000)
        held = answers.room.timeline.messages.last?.id ?? held
        while answers.answer(answers.room.loadNewer(limit: 100), keeping: held) {
            #expect(answers.isSound && answers.room.timeline.index(of: held) != nil)
            held = answers.room.timeline.messages.last?.id ?? held
        }
        #expect(answers.room.timeline.reachesEnd)
        #expect(answers.room.timeline.lastOrder == 5000)
    }

    @Test func whatIsSaidWhileOneReadsElsewhereIsAtTheEnd() {
        var answers = Answers(length: 5000)
        let command = answers.room.load(.place(700), limit: 100)
        answers.expectAnswer(command)
        #expect(answers.room.timeline.oldestOrder == 650 && answers.room.timeline.lastOrder == 750)
        let fresh = answers.room.reduce(.received(room, messages(5001...5003)))
        #expect(fresh.count == 3)
        #expect(answers.room.timeline.lastOrder == 750)
        #expect(answers.room.timeline.newestOrder == 5003)
        answers.room.showNewest()
        #expect(answers.room.timeline.lastOrder == 5003 && answers.isSound)
    }

    @Test func aJumpNearTheEndJoinsIt() {
        var answers = Answers(length: 5000)
        let command = answers.room.load(.place(4780), limit: 100)
        answers.expectAnswer(command)
        #expect(answers.room.timeline.reachesEnd && answers.isSound)
        #expect(answers.room.timeline.oldestOrder == 4730 && answers.room.timeline.lastOrder == 5000)
    }

    @Test func aFloodPushesNobodyAwayFromWhereTheyRead() {
        var answers = Answers(length: 5000)
        let held = answers.room.timeline.messages[20].id
        for start in stride(from: Int64(5001), to: 15_000, by: 250) {
            _ = answers.room.reduce(.received(room, messages(start...start + 249)), keeping: held)
            #expect(answers.isSound && answers.room.timeline.index(of: held) != nil)
        }
        #expect(answers.room.timeline.newestOrder == 15_000)
        #expect(answers.room.timeline.newest.count <= 650)
    }

    @Test func aFollowedFloodKeepsTheNewestAndWhatWaits() {
        var answers = Answers(length: 5000)
        var own = message(1)
        (own.id, own.order, own.delivery) = (MessageID("own"), nil, .sending)
        answers.room.timeline.merge([own])
        for start in stride(from: Int64(5001), to: 10_000, by: 250) {
            _ = answers.room.reduce(.received(room, messages(start...start + 249)))
        }
        #expect(answers.room.timeline.messages.last?.id == own.id)
        #expect(answers.room.timeline.newestOrder == 10_000)
        #expect(answers.isSound)
    }

    @Test func answersToWhatIsNotAskedAnyMoreChangeNothing() {
        var answers = Answers(length: 5000)
        let older = answers.room.loadOlder(limit: 100)
        let jump = answers.room.load(.place(700), limit: 100)
        answers.expectAnswer(jump)
        answers.expectAnswer(older)
        #expect(answers.room.timeline.oldestOrder == 650)
        let back = answers.room.loadOlder(limit: 100)
        answers.room.showNewest()
        answers.expectAnswer(back)
        #expect(answers.room.timeline.oldestOrder == 4801 && answers.isSound)
    }

    @Test func unreadMessagesAreCountedAsTheyCome() {
        var room = Room(id: RoomID("lobby"), name: "lobby")
        let me = Person(id: PersonID("me"), name: "Me")
        _ = room.reduce(.opened(room.id, me: me, readUpTo: 2))
        _ = room.reduce(.history(room.id, messages(1...4), reachesStart: true))
        #expect(room.unreadCount.messages == 2 && !room.unreadCount.hasMore)
        var calling = message(5)
        calling.body = [.mention(Mention(.person(me.id), name: "Me"))]
        _ = room.reduce(.received(room.id, [calling]))
        #expect(room.unreadCount.messages == 3 && room.unreadCount.mentions == 1)
        room.read(upTo: 4)
        #expect(room.unreadCount.messages == 1)
        room.read(upTo: 5)
        #expect(room.unreadCount == UnreadCount())
    }

    @Test func theOwnNameCountsAsAMentionWhereThatIsWanted() {
        var room = Room(id: RoomID("lobby"), name: "lobby")
        _ = room.reduce(.opened(room.id, me: Person(id: PersonID("me"), name: "Rob"), readUpTo: 0))
        var named = message(1)
        named.body = "ask Rob, he knows"
        var other = message(2)
        other.body = "a robot"
        _ = room.reduce(.received(room.id, [named, other]))
        #expect(room.unreadCount.messages == 2 && room.unreadCount.mentions == 0)
        room.countsOwnName = true
        #expect(room.unreadCount.mentions == 1 && room.isCalled(by: named) && !room.isCalled(by: other))
        _ = room.reduce(.opened(room.id, me: Person(id: PersonID("me"), name: "Robot"), readUpTo: 0))
        #expect(
            room.unreadCount.mentions == 1 && room.isCalled(by: other), "one is called by the name that one has now")
    }
}
