// The figures of the XMPP modules: logins at a real server, and messages from bytes to what the program is told.
//
//     swift run -c release XMPPBench

import ChatCore
import Glibc
import RichText
import TestSupport
import XMPP
import XMPPTestSupport
import XMPPTransport

/// Milliseconds of a steady clock, with fractions.
func milliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
}

/// Processor time of this program, in milliseconds.
func processorTime() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) * 1000 }

/// Logs in `count` times, each on a new connection, and prints how long that took.
func measureLogins(_ count: Int, at server: Prosody, isDirectTLS: Bool) {
    var times: [Double] = []
    for _ in 0..<count {
        var settings = Peer.settings("ann", at: server)
        if isDirectTLS { settings.host = Host("127.0.0.1", server.directPort, isDirectTLS: true) }
        let start = milliseconds()
        let peer = Peer(settings)
        guard peer.wait({ !$0.logins.isEmpty }) else { continue }
        times.append(milliseconds() - start)
        peer.stop()
    }
    times.sort()
    guard let least = times.first else { return print("no login") }
    let median = times[times.count / 2]
    print("login over \(isDirectTLS ? "direct TLS" : "STARTTLS"): median \(Int(median)) ms, least \(Int(least)) ms")
}

/// Reads `count` messages of a room as bytes, through parser, stream and session.
func measureMessages(_ count: Int, ledger: Ledger? = nil) {
    guard let jid = JID("ann@chat.test"), let full = JID("ann@chat.test/x") else { return }
    let garden = "garden@rooms.chat.test"
    var told = 0
    let session = Session(jid: jid, nick: "ann", ledger: ledger, pinned: { _ in }) { event in
        if case .received(_, let messages) = event { told += messages.count }
    }
    let parser = StreamParser()
    var orders: [ConnectionOrder] = []
    func take(_ input: ConnectionInput<SessionRequest>) { orders += session.take(input, at: 0) }
    func read(_ text: String) {
        for case .element(let stanza) in parser.parse(Array(text.utf8)) { take(.received(stanza)) }
    }
    func lastID() -> String {
        orders.compactMap { if case .send(let stanza) = $0, stanza.name == "iq" { stanza["id"] } else { nil } }.last
            ?? ""
    }
    read("<stream:stream xmlns='jabber:client' xmlns:stream='\(Namespace.stream)'>")
    take(.online(full, resumed: false, lost: []))
    take(.request(.command(.open(RoomID(garden)))))
    let info = "http://jabber.org/protocol/disco#info"
    read(
        "<iq from='rooms.chat.test' type='result' id='\(lastID())'><query xmlns='\(info)'><identity category='conference'/></query></iq>"
    )
    read(
        "<presence from='\(garden)/ann'><x xmlns='http://jabber.org/protocol/muc#user'><item/><status code='110'/></x></presence>"
    )
    let features = ["urn:xmpp:sid:0", "urn:xmpp:occupant-id:0"].map { "<feature var='\($0)'/>" }.joined()
    read("<iq from='\(garden)' type='result' id='\(lastID())'><query xmlns='\(info)'>\(features)</query></iq>")
    var bytes: [UInt8] = []
    for index in 0..<count {
        bytes +=
            """
            <message from='\(garden)/bea' to='ann@chat.test/x' type='groupchat' id='m\(index)'>\
            <body>This is message \(index), as long as what people write in a room</body>\
            <origin-id xmlns='urn:xmpp:sid:0' id='m\(index)'/><occupant-id xmlns='urn:xmpp:occupant-id:0' id='o-bea'/>\
            <stanza-id xmlns='urn:xmpp:sid:0' by='\(garden)' id='s\(index)'/></message>
            """.utf8
    }
    let (start, spent) = (milliseconds(), processorTime())
    var place = 0
    while place < bytes.count {
        let end = min(bytes.count, place + 16_384)
        for case .element(let stanza) in parser.parse(Array(bytes[place..<end])) { take(.received(stanza)) }
        place = end
    }
    let rate = Double(told) / (milliseconds() - start)
    print(
        "messages from bytes to events\(ledger == nil ? "" : ", kept on the disk"): \(told), \(Int(rate)) thousand a second, \(Int(processorTime() - spent)) ms of processor"
    )
}

/// Catches up with `count` messages of a room's archive, page by page. A page is what the screen may have to wait for.
func measureCatchUp(_ count: Int, ledger: Ledger? = nil) {
    guard let jid = JID("ann@chat.test"), let full = JID("ann@chat.test/x") else { return }
    let garden = "garden@rooms.chat.test"
    var told = 0
    var pages: [[Message]] = []
    let session = Session(jid: jid, nick: "ann", ledger: ledger, pinned: { _ in }) { event in
        guard case .received(_, let messages) = event else { return }
        told += messages.count
        pages.append(messages)
    }
    var asked = XMLElement("iq", Namespace.client)
    let parser = StreamParser()
    func take(_ input: ConnectionInput<SessionRequest>) {
        for case .send(let stanza) in session.take(input, at: 0) where stanza.name == "iq" { asked = stanza }
    }
    func read(_ text: String) {
        for case .element(let stanza) in parser.parse(Array(text.utf8)) { take(.received(stanza)) }
    }
    func enter() {
        read(
            "<presence from='\(garden)/ann'><x xmlns='http://jabber.org/protocol/muc#user'><item/><status code='110'/></x></presence>"
        )
        let names = ["urn:xmpp:mam:2", "urn:xmpp:sid:0", "urn:xmpp:occupant-id:0"]
        let features = names.map { "<feature var='\($0)'/>" }.joined()
        let info = "http://jabber.org/protocol/disco#info"
        read(
            "<iq from='\(garden)' type='result' id='\(asked["id"] ?? "")'><query xmlns='\(info)'>\(features)</query></iq>"
        )
    }
    func page(_ range: Range<Int>, isComplete: Bool) -> String {
        let queryID = asked.child("query", "urn:xmpp:mam:2")?["queryid"] ?? ""
        var text = ""
        for index in range {
            text += """
                <message from='\(garden)'><result xmlns='urn:xmpp:mam:2' queryid='\(queryID)' id='s\(index)'><forwarded xmlns='urn:xmpp:forward:0'>\
                <delay xmlns='urn:xmpp:delay' stamp='2026-11-30T09:00:00Z'/><message xmlns='jabber:client' from='\(garden)/bea' type='groupchat' id='m\(index)'>\
                <body>This is message \(index), as long as what people write in a room</body><occupant-id xmlns='urn:xmpp:occupant-id:0' id='o-bea'/></message>\
                </forwarded></result></message>
                """
        }
        let set = range.isEmpty ? "" : "<first>s\(range.lowerBound)</first><last>s\(range.upperBound - 1)</last>"
        return text
            + "<iq from='\(garden)' type='result' id='\(asked["id"] ?? "")'><fin xmlns='urn:xmpp:mam:2' complete='\(isComplete)'><set xmlns='http://jabber.org/protocol/rsm'>\(set)</set></fin></iq>"
    }
    read("<stream:stream xmlns='jabber:client' xmlns:stream='\(Namespace.stream)'>")
    take(.online(full, resumed: false, lost: []))
    take(.request(.command(.open(RoomID(garden)))))
    let info = "http://jabber.org/protocol/disco#info"
    read(
        "<iq from='rooms.chat.test' type='result' id='\(asked["id"] ?? "")'><query xmlns='\(info)'><identity category='conference'/></query></iq>"
    )
    enter()
    read(page(0..<1, isComplete: true))
    take(.online(full, resumed: false, lost: []))
    enter()
    var longest = 0.0
    let start = milliseconds()
    for first in stride(from: 1, to: count, by: 100) {
        let text = page(first..<min(first + 100, count), isComplete: first + 100 >= count)
        let before = milliseconds()
        read(text)
        longest = max(longest, milliseconds() - before)
    }
    print(
        "catch-up of \(told) messages\(ledger == nil ? "" : ", kept on the disk"): \(Int(milliseconds() - start)) ms in pages of 100, the longest page \(longest.rounded()) ms"
    )
    guard ledger == nil else { return }
    var screen = ScreenFlood()
    let most = screen.measure(pages)
    print(
        "the screen meanwhile: the longest page with its frame \(most.page.rounded()) ms (16.7 are 60 frames a second), the longest key with its frame \(most.key.rounded()) ms"
    )
}

for _ in 0..<3 { measureMessages(10_000) }
measureCatchUp(10_000)
do {
    // The same with the archive of the account, which costs the connection's thread a part of its time.
    let folder = TemporaryFolder()
    let me = PersonID("ann@chat.test")
    measureMessages(10_000, ledger: try Ledger(path: folder("live.sqlite"), me: me))
    measureCatchUp(10_000, ledger: try Ledger(path: folder("missed.sqlite"), me: me))
} catch {
    print("no archive can be made: \(error)")
}
if let server = Prosody() {
    measureLogins(30, at: server, isDirectTLS: false)
    measureLogins(30, at: server, isDirectTLS: true)
    ProgramMemory(of: ".build/release/mingle", at: server).measure(50)
    server.kill()
}
