import ChatCore
import RichText
import Testing

/// What a message reads as after amendments.
@Suite struct AmendmentTests {
    static let room = RoomID("lobby")
    static let ann = Person(id: PersonID("ann"), name: "Ann")
    static let bea = Person(id: PersonID("bea"), name: "Bea")
    let said = Message(
        id: MessageID("m"), room: room, time: Timestamp(milliseconds: 1), author: ann, body: RichText(plain: "tea?"),
        order: 1)

    func amended(_ changes: [(Person, Amendment.Change)]) -> Message {
        var message = said
        for (index, (author, change)) in changes.enumerated() {
            message.apply(
                Amendment(
                    id: MessageID("a\(index)"), room: Self.room, target: said.id,
                    time: Timestamp(milliseconds: Int64(index) + 2), author: author, change: change))
        }
        return message
    }

    @Test func anEditKeepsWhatWasSaidBefore() {
        let message = amended([
            (Self.ann, .edit(RichText(plain: "coffee?"))), (Self.ann, .edit(RichText(plain: "cocoa?"))),
        ])
        #expect(FlatText(message.body).text == "cocoa?")
        #expect(message.edits.map(\.text) == ["tea?", "coffee?"])
        #expect(message.edits.map(\.time.milliseconds) == [2, 3])
    }

    /// Whoever edits a long message again and again fills nobody's memory.
    @Test func theOldestVersionsAreLetGo() {
        func text(_ number: Int, _ length: Int) -> RichText {
            RichText(plain: "\(number) " + String(repeating: "x", count: length))
        }
        let long = amended((1...9).map { (Self.ann, .edit(text($0, 300_000))) })
        #expect(long.edits.map { $0.text.prefix(1) } == ["6", "7", "8"], "the newest that fit")
        #expect(FlatText(long.body).text.hasPrefix("9 "))
        let longest = amended((1...3).map { (Self.ann, .edit(text($0, Message.mostBytesOfVersions))) })
        #expect(longest.edits.map { $0.text.prefix(1) } == ["2"], "it stays known that it was edited")
        let many = amended((1...1_200).map { (Self.ann, .edit(text($0, 1_000))) })
        #expect(many.edits.count < Message.mostBytesOfVersions / 1_064)
        #expect(many.edits.last?.text.hasPrefix("1199 ") == true)
    }

    @Test func nobodyChangesWhatAnotherSaid() {
        #expect(amended([(Self.bea, .edit(RichText(plain: "rum!"))), (Self.bea, .retract)]) == said)
    }

    @Test func whatWasTakenBackSaysNothingAndStaysSo() {
        let message = amended([
            (Self.bea, .react("👍", isOn: true)), (Self.ann, .edit(RichText(plain: "coffee?"))), (Self.ann, .retract),
            (Self.ann, .edit(RichText(plain: "again"))), (Self.bea, .react("👍", isOn: true)),
        ])
        #expect(message.isRetracted && message.body.isEmpty && message.edits.isEmpty && message.reactions.isEmpty)
        #expect(message.retracted == Timestamp(milliseconds: 4))
    }

    @Test func eachPersonReactsOnceWithAnEmoji() {
        let message = amended([
            (Self.ann, .react("👍", isOn: true)), (Self.bea, .react("👍", isOn: true)),
            (Self.bea, .react("👍", isOn: true)), (Self.bea, .react("☕", isOn: true)),
            (Self.ann, .react("👍", isOn: false)), (Self.ann, .react("☕", isOn: false)),
        ])
        #expect(
            message.reactions == [
                .init(emoji: "👍", by: [Self.bea.id]), .init(emoji: "☕", by: [Self.bea.id]),
            ])
    }

    @Test func anEmojiThatNobodyHoldsIsGone() {
        #expect(amended([(Self.bea, .react("👍", isOn: true)), (Self.bea, .react("👍", isOn: false))]) == said)
    }

    @Test func kindsOfEmojiAreBounded() {
        let many = (0..<1000).map { (Self.bea, Amendment.Change.react("e\($0)", isOn: true)) }
        #expect(amended(many).reactions.count == Message.mostReactions)
    }

    @Test func changesReachOnlyMessagesAtHand() {
        var room = Room(id: Self.room, name: "lobby")
        _ = room.reduce(.received(Self.room, [said]))
        var edited = said
        edited.body = RichText(plain: "coffee?")
        var other = said
        other.id = MessageID("old")
        other.order = 0
        #expect(room.reduce(.changed(Self.room, [edited, other])).isEmpty)
        #expect(room.timeline.messages == [edited])
    }
}
