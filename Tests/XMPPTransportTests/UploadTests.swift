import ChatCore
import RichText
import Testing
import XMPP
import XMPPTransport

/// Files on their way (XEP-0363), as a dialogue with servers that are not what they should be, and what is read of files
/// that others send.
@Suite struct UploadTests {
    private let garden = RoomID("garden@rooms.chat.test")
    private let info = "http://jabber.org/protocol/disco#info"

    /// A session in the garden that has asked for a place to put a file.
    private func asking(size: Int = 10) throws -> Dialogue {
        let dialogue = Dialogue()
        try dialogue.enter()
        try dialogue.answerArchive([], complete: true)
        send(size: size, dialogue)
        try dialogue.read(
            "<iq from='chat.test' type='result' id='\(try dialogue.id("query"))'><query xmlns='http://jabber.org/protocol/disco#items'><item jid='up.chat.test'/></query></iq>"
        )
        let question = try #require(dialogue.sent.last { $0["to"] == "up.chat.test" }?["id"])
        try dialogue.read(
            """
            <iq from='up.chat.test' type='result' id='\(question)'><query xmlns='\(info)'><feature var='urn:xmpp:http:upload:0'/>\
            <x xmlns='jabber:x:data' type='result'><field var='FORM_TYPE'><value>urn:xmpp:http:upload:0</value></field>\
            <field var='max-file-size'><value>1000</value></field></x></query></iq>
            """)
        return dialogue
    }

    private func send(size: Int, _ dialogue: Dialogue) {
        let me = Person(id: PersonID("ann@chat.test"), name: "ann")
        var message = Message(
            id: MessageID("u1"), room: garden, time: Timestamp(milliseconds: 0), author: me,
            body: [.text("a.bin, 10 bytes", .plain), .lineBreak, .text("look", .plain)], delivery: .sending)
        message.attachment = FileAttachment(path: "/tmp/a.bin", name: "a.bin", size: size, mediaType: "text/plain")
        dialogue.take(.request(.command(.send(message))))
    }

    private func slot(_ dialogue: Dialogue, put: String, get: String = "https://up.test/get", headers: String = "")
        throws
    {
        try dialogue.read(
            """
            <iq from='up.chat.test' type='result' id='\(try dialogue.id("request"))'><slot xmlns='urn:xmpp:http:upload:0'>\
            <put url='\(put)'>\(headers)</put><get url='\(get)'/></slot></iq>
            """)
    }

    private func failures(_ dialogue: Dialogue) -> [String] {
        dialogue.events.compactMap { if case .failed(_, _, let reason) = $0 { reason } else { nil } }
    }

    @Test func onlyTheHeadersOfTheStandardGoAlongAndNoneCanAddAnother() throws {
        let dialogue = try asking()
        let request = try #require(dialogue.sent.last?.child("request", "urn:xmpp:http:upload:0"))
        #expect(request["filename"] == "a.bin" && request["size"] == "10" && request["content-type"] == "text/plain")
        try slot(
            dialogue, put: "https://up.test/put",
            headers: "<header name='Authorization'>Bearer a&#10;X-Evil: b</header><header name='COOKIE'>c</header>"
                + "<header name='Host'>elsewhere</header><header name='Expires'>d\u{7F}</header>")
        guard case .put(let job)? = dialogue.uploadOrders.first else {
            Issue.record("nothing is put")
            return
        }
        #expect(job.address == "https://up.test/put" && job.path == "/tmp/a.bin" && job.size == 10)
        #expect(job.headers == ["authorization: Bearer aX-Evil: b", "cookie: c"])
    }

    @Test(arguments: [
        ("http://up.test/put", "https://up.test/get"), ("https://up.test/put", "http://up.test/get"),
        ("file:///etc/passwd", "https://up.test/get"), ("https://up.test/a b", "https://up.test/get"), ("", ""),
    ]) func aPlaceThatIsNotByHTTPSIsRefused(put: String, get: String) throws {
        let dialogue = try asking()
        try slot(dialogue, put: put, get: get)
        #expect(dialogue.uploadOrders.isEmpty)
        #expect(failures(dialogue) == ["the server names no place by https to put it"])
    }

    @Test func theMessageGoesOutWhenTheFileIsThere() throws {
        let dialogue = try asking()
        try slot(dialogue, put: "https://up.test/put")
        guard case .put(let job)? = dialogue.uploadOrders.first else {
            Issue.record("nothing is put")
            return
        }
        #expect(dialogue.take(.request(.upload(.progress(job.token, 0.5)))).isEmpty)
        #expect(dialogue.events.contains(.progress(garden, MessageID("u1"), 0.5)))
        let stanza = try #require(dialogue.take(.request(.upload(.ended(job.token, reason: nil)))).first)
        #expect(stanza["id"] == "u1" && stanza.child("body")?.text == "https://up.test/get\nlook")
        #expect(stanza.child("x", "jabber:x:oob")?.child("url")?.text == "https://up.test/get")
        let file = stanza.child("file-sharing", "urn:xmpp:sfs:0")?.child("file", "urn:xmpp:file:metadata:0")
        #expect(file?.child("name")?.text == "a.bin" && file?.child("size")?.text == "10")
        // Said twice, it is sent once.
        #expect(dialogue.take(.request(.upload(.ended(job.token, reason: nil)))).isEmpty)
    }

    @Test func whatIsGivenUpIsNotSentWhateverComesLater() throws {
        let dialogue = try asking()
        try slot(dialogue, put: "https://up.test/put")
        guard case .put(let job)? = dialogue.uploadOrders.first else {
            Issue.record("nothing is put")
            return
        }
        dialogue.take(.request(.command(.cancel(garden, MessageID("u1")))))
        #expect(dialogue.uploadOrders.last == .cancel(job.token) && failures(dialogue) == ["it was given up"])
        #expect(dialogue.take(.request(.upload(.ended(job.token, reason: nil)))).isEmpty)
        // Tried again it is another job.
        send(size: 10, dialogue)
        try slot(dialogue, put: "https://up.test/put")
        guard case .put(let second)? = dialogue.uploadOrders.last else {
            Issue.record("nothing is put again")
            return
        }
        #expect(second.token != job.token)
        dialogue.take(.request(.upload(.ended(second.token, reason: "the disk is full"))))
        #expect(failures(dialogue).last == "the disk is full")
    }

    @Test func aLimitIsToldBeforeAnythingIsSent() throws {
        let dialogue = try asking(size: 1001)
        #expect(failures(dialogue) == ["1.0 kB are more than the 1.0 kB that the server takes"])
        #expect(dialogue.uploadOrders.isEmpty && !dialogue.sent.contains { $0.child("request") != nil })
    }

    @Test(arguments: [
        (
            "<not-acceptable xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/><file-too-large xmlns='urn:xmpp:http:upload:0'><max-file-size>5</max-file-size></file-too-large>",
            "it is larger than the 5 bytes that the server takes"
        ),
        (
            "<resource-constraint xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/><text xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'>Quota\u{85} reached</text>",
            "Quota\u{FFFD} reached"
        ),
        ("<forbidden xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/>", "one is banned, or may not do that here"),
    ]) func aRefusalIsTold(error: String, reason: String) throws {
        let dialogue = try asking()
        try dialogue.read(
            "<iq from='up.chat.test' type='error' id='\(try dialogue.id("request"))'><error type='modify'>\(error)</error></iq>"
        )
        #expect(failures(dialogue) == [reason])
    }

    @Test func aNewSessionAsksAnew() throws {
        let dialogue = try asking()
        dialogue.take(.offline(.closed, retryIn: 100))
        let before = dialogue.sent.count
        let items = "http://jabber.org/protocol/disco#items"
        _ = try dialogue.online()
        #expect(dialogue.sent[before...].contains { $0["to"] == "chat.test" && $0.child("query", items) != nil })
    }

    // MARK: What others send

    private func read(_ stanza: String) throws -> RichText? {
        let dialogue = Dialogue()
        try dialogue.enter()
        try dialogue.answerArchive([], complete: true)
        try dialogue.read(
            "<message type='groupchat' from='garden@rooms.chat.test/bea' id='x'>\(stanza)<occupant-id xmlns='urn:xmpp:occupant-id:0' id='o-bea'/></message>"
        )
        for case .received(_, let messages) in dialogue.events { return messages.first?.body }
        return nil
    }

    @Test(arguments: [
        ("https://a.test/x/cat.PNG", Picture.Source.Kind.remoteStatic, "cat.PNG"),
        ("https://a.test/a%20cat.gif?x=1", .remoteAnimated, "a cat.gif"),
        ("https://a.test/..%2F%1b.webp", .remoteStatic, "../␛.webp"),
    ]) func anAddressOfAPictureAndNothingElseIsAPicture(
        address: String, kind: Picture.Source.Kind, alt: String
    ) throws {
        let body = try #require(try read("<body>\(address)</body>"))
        guard case .picture(let picture)? = body.elements.first else {
            Issue.record("no picture in \(body)")
            return
        }
        #expect(body.elements.count == 1)
        #expect(picture.source == Picture.Source(kind, address) && picture.alt == alt)
    }

    @Test(arguments: [
        "see https://a.test/cat.png", "http://a.test/cat.png", "https://a.test/cat.pdf", "https://a.test/\ncat.png",
        "https://", "file:///cat.png", "https://a.test/c\u{202E}at.png",
    ]) func otherTextsStayText(text: String) throws {
        let body = try #require(try read("<body>\(text)</body>"))
        #expect(FlatText(body).pictures.isEmpty)
        #expect(FlatText(body).text == HarmlessText.lines(text))
    }

    @Test func aFileOutOfBandIsALink() throws {
        let address = "https://a.test/notes.txt"
        let outOfBand = "<x xmlns='jabber:x:oob'><url>\(address)</url></x>"
        #expect(try read("<body>\(address)</body>\(outOfBand)") == RichText(plain: "notes.txt: \(address)"))
        #expect(
            try read("<body>\(address)\nmine</body>\(outOfBand)") == RichText(plain: "notes.txt: \(address)\nmine"))
        #expect(try read("<body>mine</body>\(outOfBand)") == RichText(plain: "mine\nnotes.txt: \(address)"))
    }

    @Test func whatAFileSaysOfItselfIsNotBelievedFarther() throws {
        let sharing = """
            <file-sharing xmlns='urn:xmpp:sfs:0'><file xmlns='urn:xmpp:file:metadata:0'><media-type>image/png</media-type>\
            <name>../../a&#10;b.png</name><size>-4</size><width>99999999</width><height>1</height></file><sources>\
            <url-data xmlns='http://jabber.org/protocol/url-data' target='https://a.test/1'/></sources></file-sharing>
            """
        let body = try #require(try read("<body>https://a.test/1</body>\(sharing)"))
        guard case .picture(let picture)? = body.elements.first else {
            Issue.record("no picture in \(body)")
            return
        }
        #expect(picture.alt == "a b.png" && picture.size.width <= 48 && picture.size.height <= 14)
    }

    @Test func sizesAreWrittenAsPeopleReadThem() {
        let sizes = [
            (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (9_949, "9.9 kB"), (9_950, "10 kB"),
            (999_449, "999 kB"), (999_500, "1.0 MB"), (1_234_567, "1.2 MB"), (45_000_000_000, "45 GB"),
            (-5, "0 bytes"),
        ]
        for (bytes, text) in sizes { #expect(FileAttachment.text(ofSize: bytes) == text) }
        #expect(FileAttachment.text(ofSize: .max) == "9.2 EB")
    }
}
