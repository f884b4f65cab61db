import ChatCore
import RichText
import Testing
import XMPP
import XMPPTestSupport

/// What strangers do to draw attention or to be taken for others.
@Suite(.serialized) struct StrangersTests {
    private let garden = RoomID("garden@rooms.chat.test")

    @Test func whoTakesANickLikeAnothersIsShownSo() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let (ann, bea) = (Client("ann", at: server), Client("bea", at: server))
        #expect(ann.enter(garden) && bea.enter(garden))
        #expect(ann.wait { $0.room(garden)?.people.count == 2 })
        let carl = Client("carl", Peer.settings("carl", at: server), nick: "Bea")
        let dora = Client("dora", Peer.settings("dora", at: server), nick: "ANN")
        #expect(carl.enter(garden) && dora.enter(garden))
        carl.say("I am not", in: garden)
        #expect(ann.wait { $0.messages(garden).first?.author.name == "Bea (not bea)" })
        #expect(ann.wait { $0.room(garden)?.people.map(\.name) == ["ANN (not ann)", "Bea (not bea)", "ann", "bea"] })
        // To oneself one's own nick is the plain one.
        #expect(dora.wait { $0.room(garden)?.people.contains { $0.name == "ann (not ANN)" } == true })
        for client in [ann, bea, carl, dora] { client.stop() }
    }

    @Test func strangersDrawAttentionTenTimesAMinuteAtMost() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let ann = Client("ann", at: server)
        #expect(ann.enter(garden))
        let carl = Peer("carl", at: server)
        #expect(carl.isOnline())
        for index in 0..<40 {
            try carl.send(
                "<message to='ann@chat.test'><x xmlns='jabber:x:conference' jid='trap\(index)@rooms.chat.test'/></message>"
            )
            try carl.send("<presence to='ann@chat.test' type='subscribe'/>")
        }
        try carl.send("<message to='ann@chat.test' type='chat'><body>end</body></message>")
        #expect(ann.wait { $0.texts(RoomID("carl@chat.test")) == ["end"] })
        #expect(ann.contents.invitations.count == 10)
        #expect(ann.contents.notices.count { $0.contains("asks to be a contact") } == 1)
        for stop in [ann.stop, carl.stop] { stop() }
    }
}
