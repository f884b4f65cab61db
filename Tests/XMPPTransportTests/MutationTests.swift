import ChatCore
import RichText
import TestSupport
import Testing
import XMPP
import XMPPTransport

/// Recorded streams, damaged in thousands of ways from a seed: whatever comes, nothing crashes, nothing takes long, and
/// no text gets through that could steer a terminal.
@Suite struct MutationTests {
    private static let garden = "garden@rooms.chat.test"

    private static let stream = [
        "<iq from='rooms.chat.test' type='result' id='ID'><query xmlns='http://jabber.org/protocol/disco#info'><identity category='conference'/></query></iq>",
        "<presence from='\(garden)/ann'><occupant-id xmlns='urn:xmpp:occupant-id:0' id='o-ann'/><x xmlns='http://jabber.org/protocol/muc#user'><item affiliation='owner' role='moderator'/><status code='110'/></x></presence>",
        "<iq from='\(garden)' type='result' id='ID'><query xmlns='http://jabber.org/protocol/disco#info'><feature var='urn:xmpp:sid:0'/><feature var='urn:xmpp:occupant-id:0'/></query></iq>",
        "<presence from='\(garden)/bea'><occupant-id xmlns='urn:xmpp:occupant-id:0' id='o-bea'/><x xmlns='http://jabber.org/protocol/muc#user'><item role='participant' jid='bea@chat.test/x'/></x></presence>",
        "<message from='\(garden)' type='groupchat'><subject>roses</subject></message>",
        "<message from='\(garden)/bea' type='groupchat' id='b1'><body>hello @ann, how are you?</body><reference xmlns='urn:xmpp:reference:0' type='mention' begin='6' end='10' uri='xmpp:ann@chat.test'/><stanza-id xmlns='urn:xmpp:sid:0' by='\(garden)' id='s1'/><occupant-id xmlns='urn:xmpp:occupant-id:0' id='o-bea'/></message>",
        "<message from='\(garden)/bea' type='groupchat' id='b2'><body>> hello\nfine</body><replace xmlns='urn:xmpp:message-correct:0' id='b1'/><reply xmlns='urn:xmpp:reply:0' id='s1'/><fallback xmlns='urn:xmpp:fallback:0' for='urn:xmpp:reply:0'><body start='0' end='8'/></fallback><occupant-id xmlns='urn:xmpp:occupant-id:0' id='o-bea'/></message>",
        "<message from='\(garden)/bea' type='groupchat'><reactions xmlns='urn:xmpp:reactions:0' id='s1'><reaction>👍</reaction></reactions><occupant-id xmlns='urn:xmpp:occupant-id:0' id='o-bea'/></message>",
        "<message from='\(garden)' type='groupchat'><retract xmlns='urn:xmpp:message-retract:1' id='s1'><moderated xmlns='urn:xmpp:message-moderate:1'/></retract></message>",
        "<message from='\(garden)/bea' type='chat'><body>psst</body><x xmlns='http://jabber.org/protocol/muc#user'/></message>",
        "<message from='ann@chat.test'><received xmlns='urn:xmpp:carbons:2'><forwarded xmlns='urn:xmpp:forward:0'><message xmlns='jabber:client' from='carl@chat.test/x' to='ann@chat.test' type='chat'><body>copy</body></message></forwarded></received></message>",
        "<message from='ann@chat.test' type='headline'><event xmlns='http://jabber.org/protocol/pubsub#event'><items node='urn:xmpp:bookmarks:1'><item id='well@rooms.chat.test'><conference xmlns='urn:xmpp:bookmarks:1' autojoin='true'/></item></items></event></message>",
        "<iq type='set' id='r1'><query xmlns='jabber:iq:roster'><item jid='bea@chat.test' subscription='both' name='Bea'/></query></iq>",
        "<presence from='bea@chat.test/x'/>",
        "<message from='dora@chat.test/x'><x xmlns='jabber:x:conference' jid='well@rooms.chat.test'/></message>",
    ]

    @Test(arguments: 0..<8) func damagedStreamsDoNoHarm(seed: UInt64) throws {
        var generator = SeededGenerator(seed: 0xF022 + seed)
        for _ in 0..<150 {
            var told: [TransportEvent] = []
            let jid = try #require(JID("ann@chat.test"))
            let session = Session(
                jid: jid, nick: "ann", followsBookmarks: true, pinned: { _ in }, deliver: { told.append($0) })
            var lastID = ""
            func take(_ input: ConnectionInput<SessionRequest>) {
                for case .send(let stanza) in session.take(input, at: 1) where stanza.name == "iq" {
                    lastID = stanza["id"] ?? lastID
                }
            }
            take(.online(try #require(JID("ann@chat.test/x")), resumed: false, lost: []))
            take(.request(.command(.open(RoomID(MutationTests.garden)))))
            for stanza in MutationTests.stream {
                var bytes = Array(stanza.replacing("ID", with: lastID).utf8)
                if Bool.random(using: &generator) { MutationTests.damage(&bytes, using: &generator) }
                // What cannot be read ends a stream; the next begins anew.
                let parser = StreamParser()
                _ = parser.parse(
                    Array("<stream:stream xmlns='jabber:client' xmlns:stream='\(Namespace.stream)'>".utf8))
                for case .element(let element) in parser.parse(bytes) { take(.received(element)) }
            }
            for text in told.flatMap(MutationTests.texts) {
                #expect(HarmlessText.lines(text) == text, "seed \(seed)")
            }
        }
    }

    private static func damage(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
        let nasty: [[UInt8]] = [
            [0x1B, 0x5B], [0xC2, 0x9B], [0xE2, 0x80, 0xAE], Array("&#27;".utf8), Array("&#x9b;".utf8), [0xFF],
            Array("-99999999999999999999".utf8), Array("\u{202E}".utf8), Array("/".utf8), Array("@".utf8),
        ]
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(contentsOf: nasty[Int.random(in: 0..<nasty.count, using: &generator)], at: place)
            case 3:
                let end = min(bytes.count, place + Int.random(in: 1...40, using: &generator))
                bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &generator))
            case 4: bytes.removeSubrange(place..<min(bytes.count, place + 20))
            default:
                // A digit becomes another, or a name another's.
                if let quote = bytes[place...].firstIndex(of: 0x27) { bytes.insert(0x31, at: quote) }
            }
        }
    }

    private static func texts(_ event: TransportEvent) -> [String] {
        func of(_ messages: [Message]) -> [String] {
            messages.flatMap { message in
                [FlatText(message.body).text, message.author.name] + message.reactions.map(\.emoji)
            }
        }
        switch event {
        case .received(_, let messages), .changed(_, let messages), .history(_, let messages, _): return of(messages)
        case .notice(let text, _): return [text]
        case .people(_, let people), .typing(_, let people): return people.map(\.name)
        case .topic(_, let topic): return [topic]
        case .direct(_, let person, _): return [person.name]
        case .invited(_, let name, let person): return [name, person.name]
        case .contacts(let contacts): return contacts.map(\.person.name)
        default: return []
        }
    }
}
