import ChatCore
import RichText
import Testing
import XMPP

/// A session as a dialogue, for what no real server can be brought to do.
@Suite struct SessionTests {
    private let garden = RoomID("garden@rooms.chat.test")

    private func isJoin(_ stanza: XMLElement) -> Bool {
        stanza.name == "presence" && stanza["to"] == "garden@rooms.chat.test/ann" && stanza["type"] == nil
    }

    private func isMessage(_ id: String) -> (XMLElement) -> Bool { { $0.name == "message" && $0["id"] == id } }

    @Test func aRoomThatForgotOneIsEnteredAgainAndTheMessageSentOnce() throws {
        let dialogue = Dialogue()
        try dialogue.enter()
        try dialogue.answerArchive([], complete: true)
        #expect(dialogue.say("hello", id: "m1").contains(where: isMessage("m1")))
        let bounce =
            "<message from='garden@rooms.chat.test' type='error' id='m1'><body>hello</body><error type='cancel'><not-acceptable xmlns='\(Namespace.stanzaErrors)'/></error></message>"
        #expect(try dialogue.read(bounce).contains(where: isJoin))
        try dialogue.join()
        let before = dialogue.sent.count
        try dialogue.answerArchive([], complete: true)
        #expect(dialogue.sent[before...].contains(where: isMessage("m1")))
        // The second time it is told, and nothing shows the bounced text as something received.
        try dialogue.read(bounce)
        #expect(dialogue.events.contains { if case .failed(_, MessageID("m1"), _) = $0 { true } else { false } })
        #expect(dialogue.received.isEmpty)
    }

    @Test func aSelfPingFindsOutThatOneIsNoLongerInTheRoom() throws {
        let dialogue = Dialogue()
        try dialogue.enter()
        try dialogue.answerArchive([("1", "bea", "old", "b1")], complete: true)
        dialogue.take(.offline(.closed, retryIn: 100))
        _ = try dialogue.online(resumed: true)
        let id = try dialogue.id("ping")
        // An answer from elsewhere is none.
        let error = "<error type='cancel'><not-acceptable xmlns='\(Namespace.stanzaErrors)'/></error>"
        #expect(try dialogue.read("<iq from='evil.test' type='error' id='\(id)'>\(error)</iq>").isEmpty)
        let answer = "<iq from='garden@rooms.chat.test/ann' type='error' id='\(id)'>\(error)</iq>"
        #expect(try dialogue.read(answer).contains(where: isJoin))
        try dialogue.join()
        // What was said meanwhile comes from the archive, after the last known message.
        let question = try #require(dialogue.sent.last?.child("query", "urn:xmpp:mam:2"))
        #expect(question.child("set", "http://jabber.org/protocol/rsm")?.child("after")?.text == "1")
        try dialogue.answerArchive([("2", "bea", "new", "b2")], complete: true)
        #expect(dialogue.received == ["new"])
    }

    @Test func whatTheArchiveHasIsNotSentAgainAndTheRestIs() throws {
        let dialogue = Dialogue()
        try dialogue.enter()
        try dialogue.answerArchive([("1", "bea", "old", "b1")], complete: true)
        _ = dialogue.say("one", id: "m1")
        _ = dialogue.say("two", id: "m2")
        dialogue.take(.offline(.closed, retryIn: 100))
        #expect(dialogue.say("three", id: "m3").isEmpty)
        _ = try dialogue.online()
        try dialogue.join()
        let before = dialogue.sent.count
        // While what was missed is fetched, news is held back.
        try dialogue.read(
            "<message from='garden@rooms.chat.test/bea' type='groupchat' id='b9'><body>later</body><stanza-id xmlns='urn:xmpp:sid:0' by='garden@rooms.chat.test' id='4'/><occupant-id xmlns='urn:xmpp:occupant-id:0' id='o-bea'/></message>"
        )
        #expect(dialogue.received.isEmpty)
        try dialogue.answerArchive([("2", "ann", "one", "m1"), ("3", "bea", "between", "b2")], complete: false)
        try dialogue.answerArchive([("4", "bea", "later", "b9")], complete: true)
        #expect(dialogue.received == ["one", "between", "later"])
        let again = dialogue.sent[before...].filter { $0.name == "message" }.compactMap { $0["id"] }
        #expect(again == ["m2", "m3"])
    }

    @Test func anArchiveThatHasForgottenTheLastMessageIsReadFromItsEnd() throws {
        let dialogue = Dialogue()
        try dialogue.enter()
        try dialogue.answerArchive([("1", "bea", "old", "b1")], complete: true)
        dialogue.take(.offline(.closed, retryIn: 100))
        _ = try dialogue.online()
        try dialogue.join()
        let id = try dialogue.id("query")
        try dialogue.read(
            "<iq from='garden@rooms.chat.test' type='error' id='\(id)'><error type='cancel'><item-not-found xmlns='\(Namespace.stanzaErrors)'/></error></iq>"
        )
        try dialogue.answerArchive([("1", "bea", "old", "b1"), ("7", "bea", "new", "b7")], complete: false)
        #expect(dialogue.received == ["new"])
    }

    @Test func aBanIsToldWithItsReasonAndFailsWhatWaits() throws {
        let dialogue = Dialogue()
        try dialogue.enter()
        try dialogue.answerArchive([], complete: true)
        _ = dialogue.say("hello", id: "m1")
        try dialogue.read(
            "<presence type='unavailable' from='garden@rooms.chat.test/ann'><x xmlns='http://jabber.org/protocol/muc#user'><item affiliation='outcast' role='none'><reason>spam</reason></item><status code='110'/><status code='301'/></x></presence>"
        )
        #expect(dialogue.events.contains { if case .failed(_, MessageID("m1"), _) = $0 { true } else { false } })
        #expect(dialogue.events.contains(.notice("ann@chat.test: \(garden): one was banned: spam", isFailure: true)))
        // The next login leaves the room alone.
        #expect(try !dialogue.online().contains(where: isJoin))
    }

    @Test func changesThatStandOnALaterPageThanTheirMessageAreMadeGood() throws {
        let dialogue = Dialogue()
        try dialogue.enter()
        let replace = { (id: String) in "<replace xmlns='urn:xmpp:message-correct:0' id='\(id)'/>" }
        let react = { (emoji: String) in
            "<reactions xmlns='urn:xmpp:reactions:0' id='1'><reaction>\(emoji)</reaction></reactions>"
        }
        let page = [
            ("5", "bea", "second try", "b5"), ("6", "carl", "", "c6"), ("7", "carl", "", "c7"),
            ("8", "carl", "for ever", "c8"), ("9", "carl", "mine", "c9"),
        ]
        try dialogue.answerArchive(
            page, complete: false,
            payloads: ["5": replace("b1"), "6": react("🎉"), "7": react("👍"), "8": replace("lost"), "9": replace("b1")])
        // What changes a message that is not at hand is not shown as if it were one.
        #expect(dialogue.events.contains(.history(garden, [], reachesStart: false)))
        dialogue.take(.request(.command(.loadOlder(garden, before: .max, limit: 50))))
        try dialogue.answerArchive(
            [("1", "bea", "frst", "b1"), ("2", "bea", "first", "b2"), ("3", "carl", "", "c3")], complete: true,
            payloads: ["2": replace("b1"), "3": react("😀")])
        guard case .history(_, let messages, true)? = dialogue.events.last else {
            Issue.record("no history: \(dialogue.events)")
            return
        }
        let read = messages.sorted { ($0.order ?? 0) < ($1.order ?? 0) }
        #expect(read.map { FlatText($0.body).text } == ["second try", "for ever", "mine"])
        #expect(read[0].edits.map(\.text) == ["frst", "first"] && read[0].reactions.map(\.emoji) == ["👍"])
        #expect(read[2].author.name == "carl")
    }

    @Test(arguments: [true, false]) func onlyTheRoomItselfTakesAwayWhatSomebodySaid(isOld: Bool) throws {
        let dialogue = Dialogue()
        try dialogue.enter()
        try dialogue.answerArchive([("1", "bea", "spam", "b1")], complete: true)
        let new =
            "<retract xmlns='urn:xmpp:message-retract:1' id='1'><moderated xmlns='urn:xmpp:message-moderate:1' by='\(garden)/ann'/></retract>"
        let old =
            "<apply-to xmlns='urn:xmpp:fasten:0' id='1'><moderated xmlns='urn:xmpp:message-moderate:0'><retract xmlns='urn:xmpp:message-retract:0'/></moderated></apply-to>"
        try dialogue.read("<message from='\(garden)/carl' type='groupchat'>\(isOld ? old : new)</message>")
        #expect(dialogue.changed.isEmpty)
        try dialogue.read("<message from='\(garden)' type='groupchat'>\(isOld ? old : new)</message>")
        #expect(dialogue.changed.map(\.isRetracted) == [true])
    }

    @Test func aNickThatSomebodyElseTookChangesNothing() throws {
        let dialogue = Dialogue()
        try dialogue.enter(features: ["urn:xmpp:mam:2", "urn:xmpp:sid:0"])
        try dialogue.answerArchive([], complete: true)
        let user = "<x xmlns='http://jabber.org/protocol/muc#user'><item affiliation='none' role='participant'/></x>"
        let say = { (text: String, id: String, payload: String) in
            "<message from='garden@rooms.chat.test/bea' type='groupchat' id='\(id)'><body>\(text)</body>\(payload)</message>"
        }
        let replace = "<replace xmlns='urn:xmpp:message-correct:0' id='b1'/>"
        try dialogue.read("<presence from='\(garden)/bea'>\(user)</presence>")
        try dialogue.read(say("on", "b1", ""))
        try dialogue.read(say("one", "b2", replace))
        #expect(dialogue.changed.map { FlatText($0.body).text } == ["one"])
        try dialogue.read("<presence from='\(garden)/bea' type='unavailable'>\(user)</presence>")
        try dialogue.read("<presence from='\(garden)/bea'>\(user)</presence>")
        try dialogue.read(say("two", "b3", replace))
        #expect(dialogue.changed.count == 1 && dialogue.received == ["on", "two"])
    }

    @Test func pagesOfAnArchiveThatWasNotAskedAreIgnored() throws {
        let dialogue = Dialogue()
        try dialogue.enter()
        let question = try #require(dialogue.sent.last?.child("query", "urn:xmpp:mam:2"))
        let queryID = try #require(question["queryid"])
        let result = { (from: String, id: String) in
            """
            <message from='\(from)'><result xmlns='urn:xmpp:mam:2' queryid='\(id)' id='9'><forwarded xmlns='urn:xmpp:forward:0'>\
            <message xmlns='jabber:client' type='groupchat' from='garden@rooms.chat.test/bea'><body>forged</body></message>\
            </forwarded></result></message>
            """
        }
        try dialogue.read(result("carl@chat.test/x", queryID))
        try dialogue.read(result("ann@chat.test", queryID))
        try dialogue.read(result("garden@rooms.chat.test", "other"))
        try dialogue.answerArchive([], complete: true)
        #expect(dialogue.events.contains(.history(garden, [], reachesStart: true)))
    }
}
