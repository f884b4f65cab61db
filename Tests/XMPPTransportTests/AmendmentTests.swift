import ChatCore
import RichText
import Testing
import XMPPTestSupport

/// Messages that are changed, between two programs of ours and a real server.
@Suite(.serialized) struct AmendmentTests {
    private let garden = RoomID("garden@rooms.chat.test")

    @Test func messagesOfARoomAreEditedAnsweredReactedToAndTakenBack() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let (ann, bea) = (Client("ann", at: server), Client("bea", at: server))
        #expect(ann.enter(garden) && bea.enter(garden))
        let first = ann.say("wrng", in: garden)
        ann.say("to go", in: garden, id: "gone")
        #expect(bea.wait { $0.texts(garden) == ["wrng", "to go"] } && ann.wait { $0.texts(garden).count == 2 })
        ann.amend(first, .edit("wrong"), in: garden)
        #expect(bea.wait { $0.texts(garden).first == "wrong" } && ann.wait { $0.texts(garden).first == "wrong" })
        for client in [ann, bea] {
            #expect(client.contents.messages(garden).first?.edits.map(\.text) == ["wrng"])
        }
        let heard = try #require(bea.contents.messages(garden).first)
        // Each sends all its emoji each time, and both keep theirs.
        bea.amend(heard.id, .react("👍", isOn: true), in: garden)
        bea.amend(heard.id, .react("🎉", isOn: true), in: garden)
        ann.amend(first, .react("👍", isOn: true), in: garden)
        bea.amend(heard.id, .react("🎉", isOn: false), in: garden)
        for client in [ann, bea] {
            #expect(
                client.wait { contents in
                    let reactions = contents.messages(garden).first?.reactions ?? []
                    return reactions.map(\.emoji) == ["👍"] && reactions.first?.by.count == 2
                }, "\(client.contents.messages(garden).first?.reactions ?? [])")
        }
        let answer = bea.say("an answer", in: garden, replyTo: heard.id)
        #expect(ann.wait { $0.messages(garden).last?.replyTo == first })
        #expect(ann.contents.texts(garden).last == "an answer")
        #expect(bea.wait { $0.messages(garden).last?.replyTo == heard.id && $0.messages(garden).last?.id == answer })
        ann.amend(MessageID("gone"), .retract, in: garden)
        for client in [ann, bea] { #expect(client.wait { $0.messages(garden)[1].isRetracted }) }
        // Who comes later reads it as it is now, without a word of what was taken back.
        let carl = Client("carl", at: server)
        #expect(carl.enter(garden))
        #expect(carl.contents.texts(garden) == ["wrong", "", "an answer"])
        let messages = carl.contents.messages(garden)
        #expect(messages[0].reactions.first?.by.count == 2 && messages[0].edits.count == 1)
        #expect(messages[1].isRetracted && messages[2].replyTo == messages[0].id)
        for client in [ann, bea, carl] { client.stop() }
    }

    @Test func messagesToAPersonAreChangedToo() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let (ann, bea) = (Client("ann", at: server), Client("bea", at: server))
        let (toBea, toAnn) = (RoomID("bea@chat.test"), RoomID("ann@chat.test"))
        #expect(ann.enter(toBea) && bea.enter(toAnn))
        let first = ann.say("wrng", in: toBea)
        let second = ann.say("to go", in: toBea)
        #expect(bea.wait { $0.texts(toAnn).count == 2 } && ann.wait { $0.texts(toBea).count == 2 })
        ann.amend(first, .edit("wrong"), in: toBea)
        ann.amend(second, .retract, in: toBea)
        let heard = try #require(bea.contents.messages(toAnn).first)
        bea.amend(heard.id, .react("👍", isOn: true), in: toAnn)
        bea.say("why?", in: toAnn, replyTo: heard.id)
        for (client, room) in [(ann, toBea), (bea, toAnn)] {
            #expect(
                client.wait { contents in
                    let messages = contents.messages(room)
                    return messages.map { FlatText($0.body).text } == ["wrong", "", "why?"] && messages[1].isRetracted
                        && messages[0].reactions.first?.by == [PersonID("bea@chat.test")]
                        && messages[2].replyTo == messages[0].id
                }, "\(client.contents.messages(room))")
        }
        for client in [ann, bea] { client.stop() }
    }

    @Test func whatOneMayNotIsRefusedWithAReason() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let (ann, bea) = (Client("ann", at: server), Client("bea", at: server))
        #expect(ann.enter(garden) && bea.enter(garden))
        let mine = ann.say("mine", in: garden)
        #expect(bea.wait { $0.texts(garden) == ["mine"] } && ann.wait { $0.texts(garden) == ["mine"] })
        let heard = try #require(bea.contents.messages(garden).first)
        bea.amend(heard.id, .edit("hers"), in: garden)
        bea.amend(heard.id, .retract, in: garden)
        bea.amend(MessageID("nothing"), .react("👍", isOn: true), in: garden)
        #expect(bea.wait { $0.refusals.count == 3 })
        #expect(
            bea.contents.refusals == [
                "only who wrote it can change it", "only who wrote it, or a moderator of the room, can take it back",
                "that message is not at hand",
            ])
        ann.amend(mine, .retract, in: garden)
        #expect(ann.wait { $0.messages(garden).first?.isRetracted == true })
        ann.amend(mine, .edit("again"), in: garden)
        #expect(ann.wait { $0.refusals == ["it was taken back already"] })
        for client in [ann, bea] { client.stop() }
    }
}
