import ChatCore
import RichText
import Testing
import XMPP
import XMPPTestSupport

/// What is kept for one's own devices, what rooms are believed, and what strangers learn.
@Suite(.serialized) struct ForgedStateTests {
    private let garden = RoomID("garden@rooms.chat.test")
    private let fromCarl = RoomID("carl@chat.test")

    private func event(_ node: String, _ item: String) -> String {
        "<event xmlns='http://jabber.org/protocol/pubsub#event'><items node='\(node)'>\(item)</items></event>"
    }

    private func displayed(_ id: String, in room: String, by: String) -> String {
        """
        <item id='\(room)'><displayed xmlns='urn:xmpp:mds:displayed:0'>\
        <stanza-id xmlns='urn:xmpp:sid:0' id='\(id)' by='\(by)'/></displayed></item>
        """
    }

    private let trap = """
        <item id='trap@rooms.chat.test'><conference xmlns='urn:xmpp:bookmarks:1' autojoin='true'/></item>
        """

    @Test func bookmarksAndReadPositionsOfStrangersAreNotBelieved() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let ann = Client("ann", Peer.settings("ann", at: server), followsBookmarks: true)
        let carl = Peer("carl", at: server)
        #expect(ann.enter(garden) && ann.enter(fromCarl) && carl.isOnline())
        try carl.send("<presence to='\(garden)/carl'><x xmlns='http://jabber.org/protocol/muc'/></presence>")
        ann.say("hello", in: fromCarl)
        try carl.send("<message to='\(garden)' type='groupchat'><body>one</body></message>")
        #expect(carl.wait { $0.texts.contains("hello") && $0.texts.contains("one") })
        #expect(ann.wait { $0.texts(garden) == ["one"] })
        let heard = carl.all.compactMap { input -> XMLElement? in
            if case .received(let stanza) = input, stanza.name == "message" { stanza } else { nil }
        }
        let address = try #require(heard.first { $0.child("body")?.text == "hello" }?["from"])
        let archived = heard.first { $0.child("body")?.text == "one" }?.child("stanza-id", "urn:xmpp:sid:0")?["id"]
        let id = try #require(archived)
        for kind in ["headline", "normal", "chat"] {
            for payload in [
                event("urn:xmpp:bookmarks:1", trap),
                event("urn:xmpp:bookmarks:1", "<retract id='\(garden)'/>"),
                event("urn:xmpp:mds:displayed:0", displayed(id, in: garden.text, by: garden.text)),
            ] { try carl.send("<message to='\(address)' type='\(kind)'>\(payload)</message>") }
        }
        try carl.send("<message to='\(address)' type='chat'><body>end</body></message>")
        #expect(ann.wait { $0.texts(fromCarl).contains("end") })
        #expect(ann.contents.room(RoomID("trap@rooms.chat.test")) == nil)
        #expect(ann.contents.room(garden)?.readUpTo == nil && ann.contents.room(garden)?.people.count == 2)
        ann.stop()
        carl.stop()
    }

    @Test func aReadPositionCountsOnlyInTheArchiveThatTheRoomIsKeptIn() throws {
        let dialogue = Dialogue()
        try dialogue.enter()
        try dialogue.answerArchive([("1", "bea", "one", "b1"), ("2", "bea", "two", "b2")], complete: true)
        func readUpTo() -> Int64? {
            let told = dialogue.events.compactMap { event -> Int64?? in
                if case .opened(_, _, let readUpTo) = event { readUpTo } else { nil }
            }
            return told.last ?? nil
        }
        #expect(readUpTo() == nil)
        let node = "urn:xmpp:mds:displayed:0"
        for (sender, by, address) in [
            ("mallory@chat.test", garden.text, garden.text), (garden.text, garden.text, garden.text),
            ("ann@chat.test", "mallory@chat.test", garden.text), ("ann@chat.test", garden.text, "@@"),
            ("ann@chat.test", garden.text, "other@rooms.chat.test"),
        ] {
            let item = displayed("1", in: address, by: by)
            try dialogue.read("<message from='\(sender)' type='headline'>\(event(node, item))</message>")
            #expect(readUpTo() == nil, "from \(sender), by \(by), of \(address)")
        }
        let before = dialogue.sent.count
        try dialogue.read(
            "<message from='ann@chat.test' type='headline'>\(event(node, displayed("1", in: garden.text, by: garden.text)))</message>"
        )
        let first = readUpTo()
        #expect(first != nil)
        // A position never goes back, and what another device told is not told again.
        try dialogue.read(
            "<message from='ann@chat.test' type='headline'>\(event(node, displayed("2", in: garden.text, by: garden.text)))</message>"
        )
        let second = readUpTo()
        try dialogue.read(
            "<message from='ann@chat.test' type='headline'>\(event(node, displayed("1", in: garden.text, by: garden.text)))</message>"
        )
        #expect(second ?? 0 > first ?? 0 && readUpTo() == second)
        #expect(dialogue.sent.count == before)
    }

    @Test func roomsThatOneIsNotInSayNothing() throws {
        let dialogue = Dialogue()
        try dialogue.enter()
        try dialogue.answerArchive([], complete: true)
        let before = dialogue.events.count
        for from in ["other@rooms.chat.test/bea", "other@rooms.chat.test", "bea@chat.test/x"] {
            try dialogue.read("<message from='\(from)' type='groupchat' id='1'><body>forged</body></message>")
            try dialogue.read("<message from='\(from)' type='groupchat'><subject>forged</subject></message>")
        }
        // A presence that another address sends in the room's name is of nobody who is there.
        try dialogue.read(
            "<presence from='other@rooms.chat.test/bea'><x xmlns='http://jabber.org/protocol/muc#user'><item role='moderator'/></x></presence>"
        )
        #expect(dialogue.events.count == before, "\(dialogue.events[before...])")
    }

    @Test func idsOfARoomThatDoesNotVouchForThemAreNotBelieved() throws {
        let dialogue = Dialogue()
        try dialogue.enter(features: ["urn:xmpp:mam:2"])
        try dialogue.answerArchive([], complete: true)
        let stolen = "<occupant-id xmlns='urn:xmpp:occupant-id:0' id='o-ann'/>"
        let id = "<stanza-id xmlns='urn:xmpp:sid:0' by='\(garden)' id='forged'/>"
        try dialogue.read(
            "<message from='\(garden)/bea' type='groupchat' id='b1'><body>I am ann</body>\(stolen)\(id)</message>")
        guard case .received(_, let messages)? = dialogue.events.last, let message = messages.first else {
            Issue.record("nothing was told")
            return
        }
        #expect(message.author.id == PersonID("\(garden)/bea") && message.id != MessageID("forged"))
    }

    @Test func reactionsAreEmojiAndFew() throws {
        let dialogue = Dialogue()
        try dialogue.enter()
        try dialogue.answerArchive([("1", "bea", "one", "b1")], complete: true)
        let many = ["😀", "😃", "😄", "😁", "😆", "😅", "😂", "🙂", "🙃", "😉", "😊", "😇"]
        let all = (["<", "word", "", "a👍", "😀"] + many).map { "<reaction>\($0 == "<" ? "&lt;" : $0)</reaction>" }
            .joined()
        try dialogue.read(
            """
            <message from='\(garden)/carl' type='groupchat' id='c1'>\
            <reactions xmlns='urn:xmpp:reactions:0' id='1'>\(all)</reactions>\
            <occupant-id xmlns='urn:xmpp:occupant-id:0' id='o-carl'/></message>
            """)
        #expect(dialogue.changed.last?.reactions.map(\.emoji) == Array(many.prefix(8)))
    }

    @Test func strangersDoNotLearnThatOneIsThere() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let ann = Client("ann", at: server)
        let (bea, carl) = (Peer("bea", at: server), Peer("carl", at: server))
        #expect(ann.enter(RoomID("bea@chat.test")) && bea.isOnline() && carl.isOnline())
        let request = "<body>hello</body><request xmlns='urn:xmpp:receipts'/>"
        try carl.send("<message to='ann@chat.test' type='chat' id='r1'>\(request)</message>")
        try bea.send("<message to='ann@chat.test' type='chat' id='r2'>\(request)</message>")
        func receipts(_ peer: Peer) -> [String] {
            peer.all.compactMap { input in
                guard case .received(let stanza) = input else { return nil }
                return stanza.child("received", "urn:xmpp:receipts")?["id"]
            }
        }
        // Whom one talks to is told that it arrived.
        #expect(bea.wait { receipts($0) == ["r2"] })
        #expect(ann.wait { $0.texts(fromCarl) == ["hello"] })
        ann.say("who are you?", in: fromCarl)
        #expect(carl.wait { $0.texts == ["who are you?"] })
        #expect(receipts(carl).isEmpty)
        for query in [
            "<query xmlns='jabber:iq:version'/>", "<query xmlns='jabber:iq:last'/>", "<time xmlns='urn:xmpp:time'/>",
            "<vCard xmlns='vcard-temp'/>",
        ].enumerated() {
            let from = carl.all.compactMap { input -> String? in
                if case .received(let stanza) = input, stanza.child("body") != nil { stanza["from"] } else { nil }
            }
            let address = try #require(from.first)
            try carl.send("<iq to='\(address)' type='get' id='q\(query.offset)'>\(query.element)</iq>")
            // The name of the program's session says nothing of the machine.
            #expect(!address.hasSuffix("/mingle") && address.split(separator: "/").count == 2)
        }
        #expect(carl.wait { $0.answers.count == 4 })
        #expect(Set(carl.answers.values) == ["service-unavailable"])
        ann.stop()
        for peer in [bea, carl] { peer.stop() }
    }
}
