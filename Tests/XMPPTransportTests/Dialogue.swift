import ChatCore
import RichText
import Testing
import XMPP
import XMPPTransport

/// A session, what it told, and what it asked.
final class Dialogue {
    private var session: Session?
    private(set) var events: [TransportEvent] = []
    private(set) var sent: [XMLElement] = []
    private(set) var orders: [ConnectionOrder] = []
    /// What it wants done with files.
    private(set) var uploadOrders: [UploadOrder] = []
    private var now: Int64 = 0

    init() {
        let jid = JID("ann@chat.test")
        session = jid.map { jid in
            Session(
                jid: jid, nick: "ann", pinned: { _ in }, deliver: { [unowned self] in self.events.append($0) },
                carryOut: { [unowned self] in self.uploadOrders.append($0) },
                emoticonPicture: { $0.name == "smile" ? Array("png".utf8) : nil })
        }
    }

    /// Tells the session something. Returns the stanzas that it wants sent.
    @discardableResult
    func take(_ input: ConnectionInput<SessionRequest>) -> [XMLElement] {
        now += 1000
        let orders = session?.take(input, at: now) ?? []
        self.orders += orders
        let stanzas = orders.compactMap { if case .send(let stanza) = $0 { stanza } else { nil } }
        sent += stanzas
        return stanzas
    }

    @discardableResult
    func read(_ text: String) throws -> [XMLElement] {
        let header = "<stream:stream xmlns='jabber:client' xmlns:stream='\(Namespace.stream)'>"
        guard case .element(let element)? = StreamParser().parse(Array((header + text).utf8)).last else {
            throw Unreadable(text: text)
        }
        return take(.received(element))
    }

    func online(resumed: Bool = false) throws -> [XMLElement] {
        let jid = try #require(JID("ann@chat.test/x"))
        return take(.online(jid, resumed: resumed, lost: []))
    }

    /// The id of the last question that holds `name`.
    func id(_ name: String) throws -> String {
        try #require(sent.last { $0.name == "iq" && $0.elements.contains { $0.name == name } }?["id"])
    }

    /// Answers the last question to an archive.
    func answerArchive(
        _ results: [(id: String, from: String, body: String, own: String)], complete: Bool,
        payloads: [String: String] = [:]
    ) throws {
        let question = try #require(sent.last { $0.child("query", "urn:xmpp:mam:2") != nil })
        let queryID = try #require(question.child("query", "urn:xmpp:mam:2")?["queryid"])
        for result in results {
            try read(
                """
                <message from='garden@rooms.chat.test'><result xmlns='urn:xmpp:mam:2' queryid='\(queryID)' id='\(result.id)'>\
                <forwarded xmlns='urn:xmpp:forward:0'><delay xmlns='urn:xmpp:delay' stamp='2026-11-30T09:00:00Z'/>\
                <message xmlns='jabber:client' type='groupchat' from='garden@rooms.chat.test/\(result.from)' id='\(result.own)'>\
                \(payloads[result.id] ?? "")<body>\(result.body)</body><occupant-id xmlns='urn:xmpp:occupant-id:0' id='o-\(result.from)'/></message>\
                </forwarded></result></message>
                """)
        }
        let set =
            results.isEmpty ? "" : "<first>\(results[0].id)</first><last>\(results[results.count - 1].id)</last>"
        try read(
            """
            <iq from='garden@rooms.chat.test' type='result' id='\(question["id"] ?? "")'>\
            <fin xmlns='urn:xmpp:mam:2' complete='\(complete)'><set xmlns='http://jabber.org/protocol/rsm'>\(set)</set></fin></iq>
            """)
    }

    /// Brings the session into the garden, as far as its archive's first answer.
    func enter(features: [String] = Dialogue.features) throws {
        _ = try online()
        take(.request(.command(.open(RoomID("garden@rooms.chat.test")))))
        try read(
            "<iq from='rooms.chat.test' type='result' id='\(try id("query"))'><query xmlns='http://jabber.org/protocol/disco#info'><identity category='conference' type='text'/></query></iq>"
        )
        try join(features: features)
    }

    static let features = ["urn:xmpp:mam:2", "urn:xmpp:sid:0", "urn:xmpp:occupant-id:0"]

    func join(features: [String] = Dialogue.features) throws {
        try read(
            "<presence from='garden@rooms.chat.test/ann'><occupant-id xmlns='urn:xmpp:occupant-id:0' id='o-ann'/><x xmlns='http://jabber.org/protocol/muc#user'><item affiliation='none' role='participant'/><status code='110'/></x></presence>"
        )
        let features = features.map { "<feature var='\($0)'/>" }
        try read(
            "<iq from='garden@rooms.chat.test' type='result' id='\(try id("query"))'><query xmlns='http://jabber.org/protocol/disco#info'>\(features.joined())</query></iq>"
        )
    }

    func say(_ text: String, id: String) -> [XMLElement] {
        let me = Person(id: PersonID("ann@chat.test"), name: "ann")
        return take(
            .request(
                .command(
                    .send(
                        Message(
                            id: MessageID(id), room: RoomID("garden@rooms.chat.test"),
                            time: Timestamp(milliseconds: 0), author: me, body: RichText(plain: text),
                            delivery: .sending)))))
    }

    /// The texts told as received, in the order in which they were told.
    var received: [String] {
        events.flatMap { event -> [String] in
            guard case .received(_, let messages) = event else { return [] }
            return messages.map { FlatText($0.body).text }
        }
    }

    /// The messages told as changed, in the order in which they were told.
    var changed: [Message] {
        events.flatMap { event -> [Message] in
            guard case .changed(_, let messages) = event else { return [] }
            return messages
        }
    }

    struct Unreadable: Error {
        let text: String
    }
}
