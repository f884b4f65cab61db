import ChatCore
import RichText
import Testing

private let room = RoomID("lobby")
private let ann = Person(id: PersonID("ann"), name: "Ann")

private func message(_ id: String, _ order: Int64?, _ delivery: Message.Delivery = .sent) -> Message {
    Message(
        id: MessageID(id), room: room, time: Timestamp(milliseconds: 0), author: ann, body: "hi", delivery: delivery,
        order: order)
}

extension Timeline {
    fileprivate var ids: String { messages.map(\.id.text).joined() }
}

@Suite struct TimelineTests {
    @Test func placesRuleWhateverTheOrderOfArrival() {
        var timeline = Timeline()
        timeline.merge([message("c", 3)])
        timeline.merge([message("a", 1), message("b", 2)])
        timeline.merge([message("d", 4)])
        #expect(timeline.ids == "abcd")
        #expect(timeline.oldestOrder == 1)
        #expect(timeline.newestOrder == 4)
    }

    @Test func whatComesTwiceIsThereOnce() {
        var timeline = Timeline()
        #expect(timeline.merge([message("a", 1), message("b", 2)]).count == 2)
        #expect(timeline.merge([message("b", 2), message("a", 1)]).isEmpty)
        #expect(timeline.ids == "ab")
    }

    @Test func whatIsSendingStandsLastUntilItHasAPlace() {
        var timeline = Timeline()
        timeline.merge([message("a", 1), message("mine", nil, .sending), message("also", nil, .sending)])
        timeline.merge([message("b", 2)])
        #expect(timeline.ids == "abminealso")
        #expect(timeline.merge([message("mine", 3)]).isEmpty)
        #expect(timeline.ids == "abminealso")
        #expect(timeline[MessageID("mine")]?.delivery == .sent)
    }

    @Test func aLateSendingUndoesNoSent() {
        var timeline = Timeline()
        timeline.merge([message("a", 1)])
        timeline.merge([message("a", nil, .sending)])
        timeline.fail(MessageID("a"), reason: "no")
        #expect(timeline.drop(MessageID("a")) == nil)
        #expect(timeline[MessageID("a")]?.delivery == .sent)
    }

    @Test func whatFailedCanBeDropped() {
        var timeline = Timeline()
        timeline.merge([message("a", nil, .sending), message("b", nil, .sending)])
        timeline.fail(MessageID("a"), reason: "the disk is full")
        #expect(timeline[MessageID("a")]?.delivery == .failed("the disk is full"))
        #expect(timeline.drop(MessageID("a"))?.id == MessageID("a"))
        #expect(timeline.index(of: MessageID("b")) == 0)
        #expect(timeline.ids == "b")
    }
}

@Suite struct RoomTests {
    @Test func unreadAreThoseOfOthersPastTheReadPosition() {
        var room = Room(id: RoomID("lobby"), name: "lobby")
        let me = Person(id: PersonID("me"), name: "Me")
        _ = room.reduce(.opened(room.id, me: me, readUpTo: 1))
        var mine = message("mine", 3)
        mine.author = me
        _ = room.reduce(.history(room.id, [message("a", 1), message("b", 2), mine], reachesStart: true))
        #expect(Array(room.unread).map(\.id.text) == ["b"])
        #expect(room.timeline.reachesStart)
    }

    @Test func whoLeavesWritesNoMore() {
        var room = Room(id: RoomID("lobby"), name: "lobby")
        _ = room.reduce(.people(room.id, [ann]))
        _ = room.reduce(.typing(room.id, [ann]))
        #expect(room.typing == [ann])
        _ = room.reduce(.people(room.id, []))
        #expect(room.typing.isEmpty)
    }

    @Test func onlyWhatArrivesNowIsNews() {
        var room = Room(id: RoomID("lobby"), name: "lobby")
        #expect(room.reduce(.history(room.id, [message("a", 1)], reachesStart: false)).isEmpty)
        #expect(room.reduce(.received(room.id, [message("a", 1), message("b", 2)])).map(\.id.text) == ["b"])
    }
}
