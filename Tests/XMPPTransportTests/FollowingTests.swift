import ChatCore
import RichText
import Testing
import XMPP
import XMPPTestSupport

/// Changes to messages that have not come back yet: they follow when the message has arrived, in their order.
@Suite(.serialized) struct FollowingTests {
    private let garden = RoomID("garden@rooms.chat.test")

    private func echo(_ id: String, archiveID: String) -> String {
        """
        <message from='\(garden)/ann' type='groupchat' id='\(id)'><body>wrng</body>\
        <stanza-id xmlns='urn:xmpp:sid:0' by='\(garden)' id='\(archiveID)'/>\
        <occupant-id xmlns='urn:xmpp:occupant-id:0' id='o-ann'/></message>
        """
    }

    private func amend(_ dialogue: Dialogue, _ id: String, _ target: String, _ change: Amendment.Change) -> [XMLElement]
    {
        let me = Person(id: PersonID("ann@chat.test"), name: "ann")
        return dialogue.take(
            .request(
                .command(
                    .amend(
                        Amendment(
                            id: MessageID(id), room: garden, target: MessageID(target),
                            time: Timestamp(milliseconds: 0), author: me, change: change)))))
    }

    @Test func changesWaitForTheEchoAndFollowItInOrder() throws {
        let dialogue = Dialogue()
        try dialogue.enter()
        try dialogue.answerArchive([], complete: true)
        _ = dialogue.say("wrng", id: "m1")
        #expect(amend(dialogue, "a1", "m1", .edit(RichText(plain: "wrong"))).isEmpty)
        #expect(amend(dialogue, "a2", "m1", .react("👍", isOn: true)).isEmpty)
        #expect(amend(dialogue, "a3", "m1", .react("🎉", isOn: true)).isEmpty)
        #expect(amend(dialogue, "a4", "m1", .retract).isEmpty)
        // What is said meanwhile does not wait for them.
        #expect(dialogue.say("next", id: "m2").map { $0["id"] } == ["m2"])
        let sent = try dialogue.read(echo("m1", archiveID: "s1"))
        #expect(sent.compactMap { $0["id"] } == ["a1", "a2", "a3", "a4"])
        #expect(sent.first?.child("replace", "urn:xmpp:message-correct:0")?["id"] == "m1")
        #expect(sent.dropFirst().first?.child("reactions", "urn:xmpp:reactions:0")?["id"] == "s1")
        let all = sent.dropFirst(2).first?.child("reactions", "urn:xmpp:reactions:0")?.all("reaction").map(\.text)
        #expect(all == ["👍", "🎉"])
        #expect(sent.last?.child("retract", "urn:xmpp:message-retract:1")?["id"] == "s1")
    }

    @Test func afterASessionThatWasLostTheMessageGoesFirstAndItsChangesFollow() throws {
        let dialogue = Dialogue()
        try dialogue.enter()
        try dialogue.answerArchive([("1", "bea", "old", "b1")], complete: true)
        _ = dialogue.say("wrng", id: "m1")
        dialogue.take(.offline(.closed, retryIn: 100))
        #expect(amend(dialogue, "a1", "m1", .edit(RichText(plain: "wrong"))).isEmpty)
        _ = try dialogue.online()
        try dialogue.join()
        let before = dialogue.sent.count
        try dialogue.answerArchive([], complete: true)
        #expect(dialogue.sent[before...].filter { $0.name == "message" }.compactMap { $0["id"] } == ["m1"])
        #expect(try dialogue.read(echo("m1", archiveID: "s1")).compactMap { $0["id"] } == ["a1"])
        // Had it arrived, the archive tells, and only the change is sent.
        _ = dialogue.say("othr", id: "m2")
        #expect(amend(dialogue, "a2", "m2", .edit(RichText(plain: "other"))).isEmpty)
        dialogue.take(.offline(.closed, retryIn: 100))
        _ = try dialogue.online()
        try dialogue.join()
        let again = dialogue.sent.count
        try dialogue.answerArchive([("s2", "ann", "othr", "m2")], complete: true)
        // The first change has no echo yet, and the archive does not know it.
        #expect(dialogue.sent[again...].filter { $0.name == "message" }.compactMap { $0["id"] } == ["a1", "a2"])
    }

    @Test func withAMessageThatFailsItsChangesFailToo() throws {
        let dialogue = Dialogue()
        try dialogue.enter()
        try dialogue.answerArchive([], complete: true)
        _ = dialogue.say("hello", id: "m1")
        _ = amend(dialogue, "a1", "m1", .edit(RichText(plain: "hallo")))
        _ = amend(dialogue, "a2", "m1", .retract)
        _ = amend(dialogue, "a3", "m1", .edit(RichText(plain: "again")))
        let error = "<error type='cancel'><forbidden xmlns='\(Namespace.stanzaErrors)'/></error>"
        try dialogue.read("<message from='\(garden)' type='error' id='m1'><body>hello</body>\(error)</message>")
        let refusals = dialogue.events.compactMap { event -> String? in
            if case .refused(_, let amendment, let reason) = event { "\(amendment.id): \(reason)" } else { nil }
        }
        #expect(
            refusals == [
                "a3: it was taken back already", "a1: the message did not arrive", "a2: the message did not arrive",
            ])
        #expect(dialogue.events.contains { if case .failed(_, MessageID("m1"), _) = $0 { true } else { false } })
    }

    @Test func whatIsChangedAtOnceReadsRightForTheOthersAlsoOverABreak() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let proxy = FaultProxy(to: server.port)
        defer { proxy.stop() }
        let (ann, bea) = (Client("ann", at: server, port: proxy.port), Client("bea", at: server))
        #expect(ann.enter(garden) && bea.enter(garden))
        let direct = RoomID("bea@chat.test")
        #expect(ann.enter(direct) && bea.enter(RoomID("ann@chat.test")))
        for round in 0..<4 {
            if round == 1 { proxy.freeze() }
            for room in [garden, direct] {
                let message = ann.say(RichText(plain: "wrng \(round)"), in: room)
                ann.amend(message, .edit(RichText(plain: "right \(round)")), in: room)
                ann.amend(message, .react("👍", isOn: true), in: room)
                let gone = ann.say(RichText(plain: "gone \(round)"), in: room)
                ann.amend(gone, .retract, in: room)
            }
            if round == 2 {
                proxy.cut()
                proxy.thaw()
            }
        }
        let expected = (0..<4).flatMap { ["right \($0)", ""] }
        for (client, room) in [(ann, garden), (ann, direct), (bea, garden), (bea, RoomID("ann@chat.test"))] {
            let isRight = client.wait { contents in
                let messages = contents.messages(room)
                return contents.texts(room) == expected
                    && messages.allSatisfy { $0.isRetracted != ($0.reactions.map(\.emoji) == ["👍"]) }
            }
            #expect(isRight, "\(client.name) in \(room): \(client.contents.messages(room))")
            #expect(client.contents.refusals.isEmpty && client.contents.failures.isEmpty)
        }
        ann.stop()
        bea.stop()
    }
}
