import ChatCore
import RichText
import TestSupport
import Testing
import XMPP
import XMPPTestSupport
import XMPPTransport

/// How far messages got at the other end (XEP-0184, XEP-0333), at a real server.
@Suite(.serialized) struct MarkTests {
    private let annsRoom = RoomID("bea@chat.test")
    private let beasRoom = RoomID("ann@chat.test")

    private func deliveries(_ contents: Record.Contents, _ room: RoomID) -> [Message.Delivery] {
        contents.room(room)?.timeline.messages.map(\.delivery) ?? []
    }

    @Test func aMessageIsDeliveredAndContactsTellThatTheyReadIt() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let (ann, bea) = (Client("ann", at: server), Client("bea", at: server))
        #expect(ann.enter(annsRoom) && bea.enter(beasRoom))
        ann.say("one", in: annsRoom)
        ann.say("two", in: annsRoom)
        #expect(ann.wait { deliveries($0, annsRoom) == [.delivered, .delivered] })
        // Nobody learns when somebody reads who may not see when that one is there.
        let second = try #require(bea.contents.messages(beasRoom).last?.order)
        bea.perform(.markRead(beasRoom, upTo: second))
        bea.perform(.befriend(PersonID("ann@chat.test"), true))
        ann.perform(.befriend(PersonID("bea@chat.test"), true))
        #expect(bea.wait { $0.contacts["ann"]?.relation == .mutual })
        #expect(ann.wait { $0.contacts["bea"]?.relation == .mutual })
        #expect(deliveries(ann.contents, annsRoom) == [.delivered, .delivered])
        ann.say("three", in: annsRoom)
        #expect(bea.wait { $0.messages(beasRoom).count == 3 })
        let third = try #require(bea.contents.messages(beasRoom).last?.order)
        bea.perform(.markRead(beasRoom, upTo: third))
        #expect(ann.wait { deliveries($0, annsRoom) == [.read, .read, .read] })
        ann.stop()
        bea.stop()
    }

    @Test func howFarAMessageGotIsKnownAfterARestart() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let folder = TemporaryFolder()
        let file = folder("ann.sqlite")
        let (ann, bea) = (Client("ann", at: server, archive: file), Client("bea", at: server))
        #expect(ann.enter(annsRoom) && bea.enter(beasRoom))
        ann.say("one", in: annsRoom)
        ann.say("two", in: annsRoom)
        #expect(ann.wait { deliveries($0, annsRoom) == [.delivered, .delivered] })
        bea.perform(.befriend(PersonID("ann@chat.test"), true))
        ann.perform(.befriend(PersonID("bea@chat.test"), true))
        #expect(bea.wait { $0.contacts["ann"]?.relation == .mutual })
        ann.stop()
        let again = Client("ann", at: server, archive: file)
        #expect(again.enter(annsRoom))
        #expect(deliveries(again.contents, annsRoom) == [.delivered, .delivered])
        // What is seen now was said by the program before.
        bea.perform(.markRead(beasRoom, upTo: try #require(bea.contents.messages(beasRoom).last?.order)))
        #expect(again.wait { deliveries($0, annsRoom) == [.read, .read] })
        again.stop()
        let third = Client("ann", at: server, archive: file)
        #expect(third.enter(annsRoom))
        #expect(deliveries(third.contents, annsRoom) == [.read, .read])
        third.stop()
        bea.stop()
    }

    @Test func whatWasLeftOnItsWayIsFoundUnderItsOwnID() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let garden = RoomID("garden@rooms.chat.test")
        let ann = Client("ann", at: server)
        #expect(ann.enter(garden))
        let id = ann.say("on its way", in: garden)
        #expect(ann.wait { $0.messages(garden).first?.delivery == .sent })
        ann.stop()
        // A program that never learned that it arrived.
        let again = Client("ann", at: server)
        #expect(again.enter(garden))
        #expect(again.contents.messages(garden).map(\.id) == [id])
        again.stop()
    }
}

/// The same as a dialogue, with others who claim what they cannot know; and emoticons by name (XEP-0514).
@Suite struct MarkDialogueTests {
    private let room = RoomID("bea@chat.test")
    private let received = "<received xmlns='urn:xmpp:receipts' id='m1'/>"
    private let displayed = "<displayed xmlns='urn:xmpp:chat-markers:0' id='m1'/>"

    /// A conversation with Bea in which one has said something.
    private func talking() throws -> Dialogue {
        let dialogue = Dialogue()
        _ = try dialogue.online()
        dialogue.take(.request(.command(.open(room))))
        let disco = "http://jabber.org/protocol/disco#info"
        try dialogue.read(
            "<iq from='chat.test' type='result' id='\(try dialogue.id("query"))'><query xmlns='\(disco)'><identity category='server' type='im'/></query></iq>"
        )
        let question = try #require(dialogue.sent.last { $0.child("query", "urn:xmpp:mam:2") != nil }?["id"])
        try dialogue.read(
            "<iq type='result' id='\(question)'><fin xmlns='urn:xmpp:mam:2' complete='true'><set xmlns='http://jabber.org/protocol/rsm'/></fin></iq>"
        )
        say("hello", "m1", dialogue)
        let sent = try #require(dialogue.sent.last)
        #expect(
            sent.child("markable", "urn:xmpp:chat-markers:0") != nil
                && sent.child("request", "urn:xmpp:receipts") != nil)
        dialogue.take(.acknowledged([sent]))
        return dialogue
    }

    private func say(_ body: RichText, _ id: String, _ dialogue: Dialogue) {
        let me = Person(id: PersonID("ann@chat.test"), name: "ann")
        let message = Message(
            id: MessageID(id), room: room, time: Timestamp(milliseconds: 0), author: me, body: body, delivery: .sending)
        dialogue.take(.request(.command(.send(message))))
    }

    @Test func marksOfThePersonCountOnceAndNeverBackwards() throws {
        let dialogue = try talking()
        try dialogue.read("<message type='chat' from='bea@chat.test/x' id='a'>\(displayed)</message>")
        #expect(dialogue.changed.map(\.delivery) == [.read])
        try dialogue.read("<message type='chat' from='bea@chat.test/x' id='b'>\(received)</message>")
        try dialogue.read("<message type='chat' from='bea@chat.test/x' id='c'>\(displayed)</message>")
        #expect(dialogue.changed.count == 1)
    }

    @Test(arguments: ["carl@chat.test/x", "chat.test", "garden@rooms.chat.test/bea"])
    func nobodyElseMarksAnything(from: String) throws {
        let dialogue = try talking()
        for mark in [received, displayed] {
            try dialogue.read("<message type='chat' from='\(from)' id='a'>\(mark)</message>")
        }
        #expect(dialogue.changed.isEmpty)
    }

    @Test func marksOfNothingAreNothing() throws {
        let dialogue = try talking()
        for mark in [displayed.replacing("m1", with: "m2"), "<displayed xmlns='urn:xmpp:chat-markers:0'/>"] {
            try dialogue.read("<message type='chat' from='bea@chat.test/x' id='a'>\(mark)</message>")
        }
        #expect(dialogue.changed.isEmpty)
    }

    // MARK: Emoticons by name

    @Test func emoticonsAreNamedBesideTheirReadableText() throws {
        let dialogue = try talking()
        say(
            [.text("so ", .plain), .emoticon(EmoticonCode("smile")), .emoticon(EmoticonCode("unknown"))], "m2", dialogue
        )
        let sent = try #require(dialogue.sent.last)
        #expect(sent.child("body")?.text == "so [smile][unknown]")
        let spans = sent.child("markup", "urn:xmpp:markup:0")?.all("span") ?? []
        #expect(spans.count == 1 && spans.first?["start"] == "3" && spans.first?["end"] == "10")
        let emoji = spans.first?.child("emoji", "urn:xmpp:markup:emoji:0")
        #expect(emoji?["name"] == "smile")
        let hash = emoji?.child("hash", "urn:xmpp:hashes:2")
        // SHA-256 of "png".
        #expect(hash?["algo"] == "sha-256" && hash?.text == Digest.sha256(Array("png".utf8)))
        #expect(Digest.sha256([]) == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
    }

    @Test func thePictureOfAnEmoticonIsToldOfBesideTheMarkupAndGivenOutToWhomOneTalks() throws {
        let dialogue = try talking()
        let smile = RichText.Element.emoticon(EmoticonCode("smile"))
        say([smile, .text(" and ", .plain), smile], "m2", dialogue)
        let sent = try #require(dialogue.sent.last)
        let sharings = sent.all("file-sharing", "urn:xmpp:sfs:0")
        #expect(sharings.count == 1, "one picture, however often it stands there")
        let file = try #require(sharings.first?.child("file", "urn:xmpp:file:metadata:0"))
        #expect(file.child("media-type")?.text == "image/png" && file.child("size")?.text == "3")
        let spans = sent.child("markup", "urn:xmpp:markup:0")?.all("span") ?? []
        #expect(spans.count == 2)
        for span in spans {
            let emoji = span.child("emoji", "urn:xmpp:markup:emoji:0")
            #expect(emoji?.child("hash", "urn:xmpp:hashes:2") == file.child("hash", "urn:xmpp:hashes:2"))
        }
        let source = sharings[0].child("sources")?.child("url-data", "http://jabber.org/protocol/url-data")
        let id = try #require(source?["target"]?.dropFirst("cid:".count)).description
        // SHA-1 of "png".
        #expect(id == "sha1+\(Digest.sha1Digits(Array("png".utf8)))@bob.xmpp.org")
        #expect(Digest.sha1Digits([]) == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
        func asked(by from: String, for id: String) throws -> XMLElement? {
            try dialogue.read(
                "<iq type='get' from='\(from)' id='q'><data xmlns='urn:xmpp:bob' cid='\(id)'/></iq>"
            ).last
        }
        let answer = try asked(by: "bea@chat.test/x", for: id)
        #expect(answer?["type"] == "result" && answer?.child("data", "urn:xmpp:bob")?.text == "cG5n")
        #expect(try asked(by: "carl@chat.test/x", for: id)?["type"] == "error")
        #expect(try asked(by: "bea@chat.test/x", for: "sha1+00@bob.xmpp.org")?["type"] == "error")
    }

    @Test func anEmoticonThatNoPackHereHasIsAPictureAndNoFileOfTheMessage() throws {
        let sharing = """
            <file-sharing xmlns='urn:xmpp:sfs:0'><file xmlns='urn:xmpp:file:metadata:0'><media-type>image/png</media-type>\
            <hash xmlns='urn:xmpp:hashes:2' algo='sha3-256'>ENey</hash></file><sources>\
            <url-data xmlns='http://jabber.org/protocol/url-data' target='ADDRESS'/></sources></file-sharing>
            """
        func heard(_ name: String, _ address: String) throws -> RichText? {
            let dialogue = try talking()
            try dialogue.read(
                """
                <message type='chat' from='bea@chat.test/x' id='e'><body>look :\(name):</body><markup xmlns='urn:xmpp:markup:0'>\
                <span start='5' end='\(7 + name.count)'><emoji xmlns='urn:xmpp:markup:emoji:0' name='\(name)'>\
                <hash xmlns='urn:xmpp:hashes:2' algo='sha3-256'>ENey</hash></emoji></span></markup>\
                \(sharing.replacing("ADDRESS", with: address))</message>
                """)
            for case .received(_, let messages) in dialogue.events.reversed() { return messages.last?.body }
            return nil
        }
        let there = try #require(try heard("pondering", "https://a.test/pondering.png"))
        #expect(
            there.elements == [
                .text("look ", .plain),
                .picture(
                    Picture(
                        source: .init(.remoteStatic, "https://a.test/pondering.png"),
                        size: CellSize(width: 4, height: 2), alt: ":pondering:")),
            ])
        // One that is here needs nothing of the network; what is not by https is not fetched.
        let here = try heard("smile", "https://a.test/smile.png")
        #expect(here?.elements.last == .emoticon(EmoticonCode("smile", standIn: ":smile:")))
        for address in ["cid:sha1+00@bob.xmpp.org", "http://a.test/p.png", "file:///p.png"] {
            let body = try heard("pondering", address)
            #expect(body?.elements.last == .emoticon(EmoticonCode("pondering", standIn: ":pondering:")))
        }
    }

    private func heard(_ body: String, _ spans: String) throws -> RichText? {
        let dialogue = try talking()
        try dialogue.read(
            "<message type='chat' from='bea@chat.test/x' id='e'><body>\(body)</body><markup xmlns='urn:xmpp:markup:0'>\(spans)</markup></message>"
        )
        for case .received(_, let messages) in dialogue.events.reversed() { return messages.last?.body }
        return nil
    }

    private func span(_ start: Int, _ end: Int, _ name: String) -> String {
        "<span start='\(start)' end='\(end)'><emoji xmlns='urn:xmpp:markup:emoji:0' name='\(name)'/></span>"
    }

    @Test func emoticonsOfOthersKeepWhatStandsForThem() throws {
        // The standard's own example.
        let text = "To be, or not to be, that is the question 🤔"
        let body = try #require(try heard(text, span(42, 43, "pondering")))
        #expect(body.elements.last == .emoticon(EmoticonCode("pondering", standIn: "🤔")))
        #expect(FlatText(body).text == text)
        let two = try #require(
            try heard("a :laughing: b :pondering:", span(2, 12, "laughing") + span(15, 26, "pondering")))
        #expect(FlatText(two).emoticons.map(\.value.name) == ["laughing", "pondering"])
        #expect(FlatText(two).text == "a :laughing: b :pondering:")
    }

    @Test func markupThatMakesNoSenseOrHidesTextIsPassedOver() throws {
        let long = String(repeating: "x", count: 60)
        for spans in [
            span(0, 60, "smile"), span(50, 70, "smile"), span(5, 5, "smile"), span(-1, 3, "smile"), span(3, 2, "smile"),
            span(0, 2, ""), "<span start='0' end='2'/>",
        ] { #expect(try heard(long, spans) == RichText(plain: long), "\(spans)") }
        let overlapping = try #require(try heard("abcdef", span(0, 3, "one") + span(2, 5, "two")))
        #expect(FlatText(overlapping).text == "abcdef" && FlatText(overlapping).emoticons.count == 1)
        let lines = try #require(try heard("ab\ncd", span(1, 4, "one")))
        #expect(FlatText(lines).emoticons.isEmpty)
    }

    @Test func whatCameEncryptedIsToldAndKeysAloneAreNot() throws {
        let dialogue = try talking()
        let hint = "<encryption xmlns='urn:xmpp:eme:0' namespace='eu.siacs.conversations.axolotl' name='OMEMO\u{9B}'/>"
        func encrypted(_ payload: String) -> String {
            "<encrypted xmlns='eu.siacs.conversations.axolotl'><header sid='1'/>\(payload)</encrypted>"
        }
        let payload = encrypted("<payload>AA</payload>")
        try dialogue.read(
            "<message type='chat' from='bea@chat.test/x' id='e'><body>Yours cannot</body>\(payload)\(hint)</message>")
        try dialogue.read("<message type='chat' from='bea@chat.test/x' id='f'>\(payload)\(hint)</message>")
        try dialogue.read("<message type='chat' from='bea@chat.test/x' id='g'>\(encrypted(""))\(hint)</message>")
        let notice = "[encrypted with OMEMO\u{FFFD}; this program cannot read it]"
        #expect(dialogue.received.suffix(2) == [notice, notice] && dialogue.received.count == 3)
    }

    @Test func whatItsAuthorWantsPlainIsToldAsSuch() throws {
        let dialogue = try talking()
        try dialogue.read(
            "<message type='chat' from='bea@chat.test/x' id='e'><body>*a*</body><unstyled xmlns='urn:xmpp:styling:0'/></message>"
        )
        try dialogue.read("<message type='chat' from='bea@chat.test/x' id='f'><body>*b*</body></message>")
        let messages = dialogue.events.flatMap { event -> [Message] in
            if case .received(_, let messages) = event { messages } else { [] }
        }
        #expect(messages.suffix(2).map(\.isUnstyled) == [true, false])
    }
}
