import Synchronization
import Testing
import XMPP
import XMPPTestSupport

/// What is written down for finding faults.
@Suite struct TraceTests {
    @Test func secretsAreLeftOut() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let lines = Lines()
        var settings = Peer.settings("ann", at: server)
        settings.trace = { lines.append($0) }
        let ann = Peer(settings)
        #expect(ann.isOnline())
        let password = XMLElement("password", "urn:x", text: "opensesame")
        let invitation = XMLElement("x", "jabber:x:conference", ["jid": "a@b", "password": "opensesame"])
        let body = XMLElement("body", Namespace.client, text: "what a password is")
        ann.perform(
            .send(XMLElement("message", Namespace.client, ["to": "ann@chat.test"], [password, body, invitation])))
        #expect(Patience.until { lines.all.contains { $0.hasPrefix("←") && $0.contains("what a password is") } })
        ann.stop()
        let all = lines.all.joined(separator: "\n")
        #expect(all.contains("→ <auth …/>") && all.contains("→ <response …/>") && all.contains("← <success …/>"))
        // Proofs begin so within their elements; ids that are made by chance may hold the same letters.
        for secret in ["opensesame", "secret-ann", ">biws", ">cj1", ">dj1"] {
            #expect(!all.contains(secret), "\(secret)")
        }
    }

    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func append(_ line: String) { lines.withLock { $0.append(line) } }
    }
}
