import ChatCore
import RichText
import Testing
import XMPP
import XMPPTestSupport

/// A peer that forges: it has an account like everybody, a server passes on what it sends, and nothing of it is
/// believed. Each test ends with an honest message, so that all before it has been seen.
@Suite(.serialized) struct ForgingTests {
    private let garden = RoomID("garden@rooms.chat.test")
    private let fromBea = RoomID("bea@chat.test")
    private let fromCarl = RoomID("carl@chat.test")

    private struct Stage {
        let server: Prosody
        let ann: Client
        let carl: Peer
        /// The address of the program that Ann uses.
        let address: String
    }

    /// Ann talks with Bea and with Carl, who forges, and sits in a room with him.
    private func stage() throws -> Stage {
        let server = try #require(Prosody())
        let ann = Client("ann", at: server)
        for room in [garden, fromBea, fromCarl] { #expect(ann.enter(room)) }
        let carl = Peer("carl", at: server)
        #expect(carl.isOnline())
        try carl.send("<presence to='\(garden)/carl'><x xmlns='http://jabber.org/protocol/muc'/></presence>")
        #expect(ann.wait { $0.room(garden)?.people.count == 2 })
        ann.say("hello", in: fromCarl)
        #expect(carl.wait { $0.texts.contains("hello") })
        let address = carl.all.compactMap { input -> String? in
            guard case .received(let stanza) = input, stanza.child("body")?.text == "hello" else { return nil }
            return stanza["from"]
        }
        return Stage(server: server, ann: ann, carl: carl, address: try #require(address.first))
    }

    private func end(_ stage: Stage) {
        stage.ann.stop()
        stage.carl.stop()
        stage.server.kill()
    }

    /// An honest word by Carl, to Ann and in the room.
    private func finish(_ stage: Stage) throws {
        try stage.carl.send("<message to='\(stage.address)' type='chat' id='e1'><body>end</body></message>")
        try stage.carl.send("<message to='\(garden)' type='groupchat' id='e2'><body>end</body></message>")
        #expect(stage.ann.wait { $0.texts(fromCarl).contains("end") && $0.texts(garden).contains("end") })
    }

    @Test func copiesAndArchivesCountFromOnesOwnServerOnly() throws {
        let stage = try stage()
        defer { end(stage) }
        let said =
            "<message xmlns='jabber:client' from='bea@chat.test/x' to='ann@chat.test' type='chat' id='f'><body>forged</body></message>"
        for name in ["received", "sent"] {
            try stage.carl.send(
                "<message to='\(stage.address)' type='chat'><\(name) xmlns='urn:xmpp:carbons:2'><forwarded xmlns='urn:xmpp:forward:0'>\(said)</forwarded></\(name)></message>"
            )
        }
        try stage.carl.send(
            "<message to='\(stage.address)'><result xmlns='urn:xmpp:mam:2' queryid='x' id='1'><forwarded xmlns='urn:xmpp:forward:0'>\(said)</forwarded></result></message>"
        )
        try finish(stage)
        #expect(stage.ann.contents.texts(fromBea).isEmpty)
        #expect(!stage.ann.contents.notices.contains { $0.contains("forged") })
    }

    @Test func queriesOfStrangersAreRefusedAndTheirListsIgnored() throws {
        let stage = try stage()
        defer { end(stage) }
        try stage.carl.send(
            "<iq to='\(stage.address)' type='set' id='q1'><query xmlns='jabber:iq:roster'><item jid='evil@chat.test'/></query></iq>"
        )
        try stage.carl.send("<iq to='\(stage.address)' type='get' id='q2'><query xmlns='jabber:iq:version'/></iq>")
        try stage.carl.send("<iq to='\(stage.address)' type='get' id='q3'><ping xmlns='urn:xmpp:ping'/></iq>")
        try stage.carl.send("<iq to='\(stage.address)' type='result' id='guessed'/>")
        #expect(stage.carl.wait { $0.answers.count == 3 })
        #expect(stage.carl.answers == ["q1": "service-unavailable", "q2": "service-unavailable", "q3": "result"])
    }

    @Test func stampsOfTheFutureAndForeignIDsAreNotBelieved() throws {
        let stage = try stage()
        defer { end(stage) }
        try stage.carl.send(
            "<message to='\(stage.address)' type='chat' id='t'><body>late</body><delay xmlns='urn:xmpp:delay' from='chat.test' stamp='2099-01-01T00:00:00Z'/><stanza-id xmlns='urn:xmpp:sid:0' by='ann@chat.test' id='forged'/></message>"
        )
        try finish(stage)
        #expect(stage.ann.contents.texts(fromCarl) == ["hello", "late", "end"])
        let late = try #require(stage.ann.contents.messages(fromCarl).first { FlatText($0.body).text == "late" })
        let end = try #require(stage.ann.contents.messages(fromCarl).last)
        #expect(late.time <= end.time && late.id != MessageID("forged"))
    }

    @Test func nobodyChangesTheWordsOfOthers() throws {
        let stage = try stage()
        defer { end(stage) }
        let bea = Peer("bea", at: stage.server)
        #expect(bea.isOnline())
        try bea.send("<presence to='\(garden)/bea'><x xmlns='http://jabber.org/protocol/muc'/></presence>")
        try bea.send("<message to='\(garden)' type='groupchat' id='b1'><body>true</body></message>")
        #expect(stage.ann.wait { $0.texts(garden) == ["true"] })
        try stage.carl.send(
            "<message to='\(garden)' type='groupchat' id='c1'><body>false</body><replace xmlns='urn:xmpp:message-correct:0' id='b1'/></message>"
        )
        try stage.carl.send(
            "<message to='\(garden)' type='groupchat' id='b1'><body>again</body><origin-id xmlns='urn:xmpp:sid:0' id='b1'/><occupant-id xmlns='urn:xmpp:occupant-id:0' id='stolen'/></message>"
        )
        try finish(stage)
        let messages = stage.ann.contents.messages(garden)
        #expect(messages.map { FlatText($0.body).text } == ["true", "false", "again", "end"])
        #expect(messages.first?.edits.isEmpty == true)
        #expect(Set(messages.dropFirst().map(\.author.id)).count == 1 && messages[0].author != messages[1].author)
        // The author may.
        try bea.send(
            "<message to='\(garden)' type='groupchat' id='b2'><body>truer</body><replace xmlns='urn:xmpp:message-correct:0' id='b1'/></message>"
        )
        #expect(stage.ann.wait { $0.texts(garden).first == "truer" })
        #expect(stage.ann.contents.messages(garden).first?.edits.map(\.text) == ["true"])
        bea.stop()
    }

    @Test func nobodyTakesBackOrModeratesTheWordsOfOthers() throws {
        let stage = try stage()
        defer { end(stage) }
        let id = stage.ann.say("mine", in: garden)
        let alone = stage.ann.say("mine too", in: fromCarl)
        #expect(stage.carl.wait { $0.texts.contains("mine") && $0.texts.contains("mine too") })
        let ids = stage.carl.all.compactMap { input -> String? in
            guard case .received(let stanza) = input, stanza.child("body")?.text == "mine" else { return nil }
            return stanza.child("stanza-id", "urn:xmpp:sid:0")?["id"]
        }
        let archived = try #require(ids.first)
        let retract = { (id: String) in "<retract xmlns='urn:xmpp:message-retract:1' id='\(id)'/>" }
        let moderated = "<moderated xmlns='urn:xmpp:message-moderate:1' by='\(garden)/ann'/>"
        let inOldWords =
            "<moderated xmlns='urn:xmpp:message-moderate:0'><retract xmlns='urn:xmpp:message-retract:0'/></moderated>"
        for payload in [
            retract(archived), retract(id.text),
            "<retract xmlns='urn:xmpp:message-retract:1' id='\(archived)'>\(moderated)</retract>",
            "<apply-to xmlns='urn:xmpp:fasten:0' id='\(archived)'>\(inOldWords)</apply-to>",
            "<retracted xmlns='urn:xmpp:message-retract:1' id='\(archived)'/><body>tombstone</body>",
        ] {
            try stage.carl.send("<message to='\(garden)' type='groupchat'>\(payload)</message>")
            try stage.carl.send("<message to='\(stage.address)' type='chat' from='\(garden)'>\(payload)</message>")
        }
        try stage.carl.send("<message to='\(stage.address)' type='chat'>\(retract(alone.text))</message>")
        try stage.carl.send(
            "<message to='\(garden)' type='groupchat'><reactions xmlns='urn:xmpp:reactions:0' id='\(archived)'><reaction>1</reaction><reaction>no word</reaction><reaction>👍</reaction></reactions></message>"
        )
        try finish(stage)
        #expect(stage.ann.contents.texts(garden) == ["mine", "tombstone", "end"])
        #expect(
            stage.ann.wait { $0.texts(fromCarl).contains("mine too") }, "\(stage.ann.contents.events.suffix(20))")
        let mine = try #require(stage.ann.contents.messages(garden).first)
        #expect(!mine.isRetracted && mine.reactions.map(\.emoji) == ["👍"])
    }

    @Test func whispersAreNotTakenForTheirPersonsAndInvitationsLeadNowhere() throws {
        let stage = try stage()
        defer { end(stage) }
        try stage.carl.send("<message to='\(garden)/ann' type='chat' id='w'><body>psst</body></message>")
        try stage.carl.send(
            "<message to='\(stage.address)'><x xmlns='jabber:x:conference' jid='trap@rooms.chat.test'/></message>")
        let whisper = RoomID("\(garden)/carl")
        #expect(stage.ann.wait { $0.texts(whisper) == ["psst"] && $0.invitations.count == 1 })
        #expect(stage.ann.contents.directs[whisper]?.name == "carl (in garden)")
        #expect(stage.ann.contents.invitations.first?.by.id == PersonID("carl@chat.test"))
        try finish(stage)
        #expect(stage.ann.contents.texts(fromCarl) == ["hello", "end"])
        #expect(stage.ann.contents.room(RoomID("trap@rooms.chat.test"))?.me == nil)
    }

    @Test func mentionsOutOfRangeAreHarmlessAndTooManyAreNone() throws {
        let stage = try stage()
        defer { end(stage) }
        let mention = { (begin: String, end: String) in
            "<reference xmlns='urn:xmpp:reference:0' type='mention' begin='\(begin)' end='\(end)' uri='xmpp:ann@chat.test'/>"
        }
        let ranges = [("999999999", "-5"), ("5", "2"), ("0", "99999999999999999999"), ("-1", "3")]
        for (begin, end) in ranges {
            try stage.carl.send(
                "<message to='\(garden)' type='groupchat'><body>text</body>\(mention(begin, end))</message>")
        }
        let many = (0..<50).map { mention("\($0)", "\($0 + 1)") }.joined()
        let body = String(repeating: "x", count: 60)
        try stage.carl.send("<message to='\(garden)' type='groupchat'><body>\(body)</body>\(many)</message>")
        try finish(stage)
        let messages = stage.ann.contents.messages(garden)
        let me = PersonID("ann@chat.test")
        // Without a place in the text the mention still means one.
        #expect(messages.prefix(4).allSatisfy { $0.body.mentions(me) && FlatText($0.body).text == "@ann text" })
        #expect(FlatText(messages[4].body).text == body && messages[4].body.mentions.isEmpty)
    }

    @Test func whatCouldSteerATerminalArrivesAsMarks() throws {
        let stage = try stage()
        defer { end(stage) }
        try stage.carl.send("<message to='\(garden)' type='groupchat'><body>a\u{9B}31mb\u{202E}c</body></message>")
        try finish(stage)
        #expect(stage.ann.contents.texts(garden).first == "a\u{FFFD}31mb\u{FFFD}c")
    }

    @Test func aPoisonedMessageDelaysNothing() throws {
        let stage = try stage()
        defer { end(stage) }
        let children = String(repeating: "<a/>", count: 10_000)
        try stage.carl.send(
            "<message to='\(stage.address)' type='chat' id='p'><body>poison</body><x xmlns='urn:x'>\(children)</x></message>"
        )
        try finish(stage)
        #expect(stage.ann.contents.texts(fromCarl) == ["hello", "poison", "end"])
        #expect(!stage.ann.contents.notices.contains { $0.contains("trying again") })
    }
}

extension Peer {
    /// Sends a stanza as it is written.
    func send(_ text: String) throws {
        var limits = ParserLimits()
        limits.elements = 100_000
        let parser = StreamParser(limits: limits)
        let header = "<stream:stream xmlns='jabber:client' xmlns:stream='\(Namespace.stream)'>"
        guard case .element(let element)? = parser.parse(Array((header + text).utf8)).last else {
            throw Unreadable(text: text)
        }
        perform(.send(element))
    }

    /// What a test wrote down is no stanza.
    struct Unreadable: Error {
        let text: String
    }

    /// What came of queries whose ids begin with q: `result`, or the condition of the error.
    var answers: [String: String] {
        var result: [String: String] = [:]
        for case .received(let stanza) in all where stanza.name == "iq" {
            guard let id = stanza["id"], id.hasPrefix("q") else { continue }
            let condition = stanza.child("error")?.elements.first { $0.namespace == Namespace.stanzaErrors }
            result[id] = condition?.name ?? stanza["type"]
        }
        return result
    }
}
