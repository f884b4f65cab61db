import TestSupport
import Testing
import XMPP

/// Reading and writing XML.
@Suite struct XMLTests {
    private static let header = "<stream:stream xmlns='jabber:client' xmlns:stream='\(Namespace.stream)' id='s'>"

    private func items(_ text: String, limits: ParserLimits = ParserLimits()) -> [StreamParser.Item] {
        StreamParser(limits: limits).parse(Array((XMLTests.header + text).utf8))
    }

    private func element(_ text: String, limits: ParserLimits = ParserLimits()) -> XMLElement? {
        if case .element(let element)? = items(text, limits: limits).last { element } else { nil }
    }

    @Test func aStanzaIsReadWithItsNamespaces() throws {
        let message = try #require(
            element("<message to='a@b' xml:lang='de'><body>x &lt; <![CDATA[<y>]]></body><x xmlns='urn:z'/></message>"))
        #expect(message.matches("message", Namespace.client))
        #expect(message["to"] == "a@b" && message["lang"] == nil)
        #expect(message.attributes.last == .init("lang", "de", namespace: Namespace.xml))
        #expect(message.child("body")?.text == "x < <y>")
        #expect(message.child("x") == nil && message.child("x", "urn:z") != nil)
    }

    @Test func whatIsWrittenIsReadBackTheSame() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<300 {
            let written = XMLTests.random(depth: 4, using: &generator)
            #expect(element(written.serialized()) == written)
        }
    }

    @Test func aCutAnywhereChangesNothing() {
        let text = XMLTests.header + "<message a='ä€'><body>grüße 👍🏽 &amp;</body></message> <iq id='1'/></stream:stream>"
        let bytes = Array(text.utf8)
        let whole = StreamParser().parse(bytes)
        #expect(whole.count == 4)
        for place in bytes.indices {
            let parser = StreamParser()
            #expect(parser.parse(Array(bytes[..<place])) + parser.parse(Array(bytes[place...])) == whole)
        }
    }

    @Test func charactersThatXMLCannotCarryAreReplaced() throws {
        let text = "a\u{0}b\u{B}\u{FFFF}\r\n\t<&>\"'"
        let written = XMLElement("message", Namespace.client, ["to": text], text: text)
        let read = try #require(element(written.serialized()))
        #expect(read.text == "a\u{FFFD}b\u{FFFD}\u{FFFD}\r\n\t<&>\"'")
        #expect(read["to"] == read.text)
    }

    @Test func namesCannotBreakOutOfTheirTag() {
        let written = XMLElement("a><b", "x'>", ["c='": "d"])
        #expect(written.serialized() == "<_ xmlns='x&apos;&gt;' _='d'/>")
    }

    @Test(arguments: [
        "<!-- x --><iq/>", "<?x y?><iq/>", "<message><!-- x --></message>",
    ]) func commentsAndInstructionsEndTheStream(text: String) {
        guard case .failed(.forbidden)? = items(text).last else {
            Issue.record("\(items(text))")
            return
        }
    }

    @Test func aDocumentTypeEndsTheStreamBeforeAnyEntityIsExpanded() {
        let bomb = "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]><stream>&b;</stream>"
        #expect(StreamParser().parse(Array(bomb.utf8)) == [.failed(.forbidden("a document type"))])
    }

    @Test(arguments: [
        "<message></iq>", "<a b='1' b='2'/>", "<x:y/>", "&nbsp;", "<iq a=b/>", "<message>\u{1}", "<iq/>]]>",
    ])
    func illFormedXMLIsAnErrorAndNothingFollows(text: String) {
        let parser = StreamParser()
        let items = parser.parse(Array((XMLTests.header + text).utf8))
        guard case .failed? = items.last else {
            Issue.record("\(items)")
            return
        }
        #expect(parser.parse(Array("<iq/>".utf8)).isEmpty)
    }

    @Test func illFormedUTF8IsAnError() {
        let parser = StreamParser()
        guard
            case .failed(.illFormed)? = parser.parse(Array(XMLTests.header.utf8) + [0x3C, 0x61, 0x3E, 0xC3, 0x28]).last
        else {
            Issue.record("accepted")
            return
        }
    }

    @Test func tooMuchIsDroppedAndTheStanzaMarked() throws {
        var limits = ParserLimits()
        (limits.depth, limits.attributes, limits.textBytes, limits.elements, limits.iqElements) = (3, 2, 10, 5, 9)
        let deep = try #require(
            element("<message><a><b><c><d>x</d></c></b></a><body>y</body></message>", limits: limits))
        #expect(deep.serialized() == "<message><a><b/></a><body>y</body></message>")
        #expect(deep.isTruncated)
        let many = String(repeating: "<a/>", count: 20)
        #expect(element("<message>\(many)</message>", limits: limits)?.elements.count == 4)
        #expect(element("<iq>\(many)</iq>", limits: limits)?.elements.count == 8)
        let long = try #require(element("<message><body>123456789€</body></message>", limits: limits))
        #expect(long.child("body")?.text == "123456789" && long.isTruncated)
        let attributes = try #require(element("<message a='1' b='2' c='3'/>", limits: limits))
        #expect(attributes.attributes.count == 2 && attributes.isTruncated)
        #expect(element("<message a='12345678901' b='2'/>", limits: limits)?["b"] == "2")
        #expect(items("<message>\(many)</message><message><a/></message>", limits: limits).count == 3)
        #expect(element("<message>\(many)</message><message><a/></message>", limits: limits)?.isTruncated == false)
    }

    @Test func aPoisonedMessageCostsNoTime() throws {
        let children = String(repeating: "<a/>", count: 60_000)
        let start = ContinuousClock.now
        #expect(element("<message>\(children)</message>")?.isTruncated == true)
        let deep = String(repeating: "<a>", count: 200_000) + String(repeating: "</a>", count: 200_000)
        #expect(element("<message>\(deep)</message>")?.isTruncated == true)
        #expect(element("<message><body>\(String(repeating: "\n", count: 500_000))</body></message>") != nil)
        #expect(ContinuousClock.now - start < .seconds(120))
    }

    @Test func whatHasNoEndIsGivenUp() {
        var limits = ParserLimits()
        limits.stanzaBytes = 100_000
        limits.tagBytes = 20_000
        let text = Array(String(repeating: "x", count: 1000).utf8)
        for opening in ["<message>", "<message a='", "<"] {
            let parser = StreamParser(limits: limits)
            _ = parser.parse(Array((XMLTests.header + opening).utf8))
            var end: [StreamParser.Item] = []
            for _ in 0..<200 where end.isEmpty { end = parser.parse(text) }
            #expect(end == [.failed(.endless)])
        }
    }

    @Test func randomBytesNeverCrashTheParser() {
        var generator = SeededGenerator(seed: 7)
        let pieces = ["<", ">", "/", "message", " a='", "'", "&", ";", "<![CDATA[", "]]>", "xmlns", ":", "\u{1F}", "é"]
        for _ in 0..<2000 {
            let parser = StreamParser()
            var text = XMLTests.header
            for _ in 0..<Int.random(in: 1...40, using: &generator) {
                text += pieces.randomElement(using: &generator) ?? ""
            }
            var bytes = Array(text.utf8)
            if Bool.random(using: &generator) { bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 0x81 }
            let items = parser.parse(bytes)
            for case .element(let element) in items { #expect(!element.name.isEmpty) }
        }
    }

    private static func random(depth: Int, using generator: inout SeededGenerator) -> XMLElement {
        let texts = ["", "a", "<&>'\"", "ü\n\t ", "👨‍👩‍👧‍👦", "]]>", "\r"]
        let spaces = [Namespace.client, "urn:a", "urn:b?x=1&y=2"]
        var element = XMLElement(["message", "a", "b-c.d_e"].randomElement(using: &generator) ?? "a", Namespace.client)
        element.namespace = spaces.randomElement(using: &generator) ?? ""
        for name in ["x", "y"] where Bool.random(using: &generator) {
            element[name] = texts.randomElement(using: &generator)
        }
        if Bool.random(using: &generator) { element.attributes.append(.init("lang", "de", namespace: Namespace.xml)) }
        if Int.random(in: 0..<4, using: &generator) == 0 {
            element.attributes.append(.init("q", "1", namespace: "urn:q"))
        }
        guard depth > 0 else { return element }
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            let text = texts.randomElement(using: &generator) ?? ""
            if Bool.random(using: &generator) || text.isEmpty {
                element.append(random(depth: depth - 1, using: &generator))
            } else if case .text? = element.children.last {
                continue
            } else {
                element.children.append(.text(text))
            }
        }
        return element
    }
}
