import ChatCore
import Glibc
import RichText
import Testing
import XMPP
import XMPPTestSupport

private let isWanted = getenv("MINGLE_CLUSTER") != nil && EjabberdCluster.isInstalled

/// One server of two machines, one of which is killed while people talk. Nothing is lost, nothing is doubled, and each
/// sender's order is kept.
@Suite(.serialized, .enabled(if: isWanted, "make test-cluster runs it, with ejabberd"))
struct ClusterTests {
    private let garden = RoomID("garden@rooms.chat.test")

    /// How one connects to the node `first`, and to the other when that is gone.
    private func settings(_ name: String, _ cluster: EjabberdCluster, _ names: NameServer) throws -> ConnectionSettings
    {
        let jid = try #require(JID("\(name)@\(Prosody.domain)"))
        var settings = ConnectionSettings(jid: jid, password: Password("secret-\(name)"))
        settings.nameServers = names.address
        settings.authorities = cluster.authority
        (settings.firstPause, settings.longestPause) = (50, 500)
        (settings.silence, settings.answerTime) = (3000, 3000)
        return settings
    }

    private func names(_ cluster: EjabberdCluster, first: Int) -> NameServer {
        NameServer([
            "_xmpp-client._tcp.chat.test": [
                .init(priority: 1, port: cluster.ports[first]), .init(priority: 2, port: cluster.ports[1 - first]),
            ]
        ])
    }

    /// Where Ann is, where Bea is and makes the room, and which node is killed.
    @Test(arguments: [(ann: 0, bea: 1, killed: 0), (ann: 1, bea: 0, killed: 0), (ann: 0, bea: 0, killed: 0)])
    func aNodeThatIsKilledLosesAndDoublesNothing(place: (ann: Int, bea: Int, killed: Int)) throws {
        let cluster = try #require(EjabberdCluster(people: ["ann", "bea"]))
        defer { cluster.stop() }
        let servers = [names(cluster, first: place.ann), names(cluster, first: place.bea)]
        defer { for server in servers { server.stop() } }
        let bea = Client("bea", try settings("bea", cluster, servers[1]))
        #expect(bea.wait(90_000) { $0.events.contains { if case .contacts = $0 { true } else { false } } })
        #expect(bea.enter(garden), "\(bea.contents.notices)")
        let ann = Client("ann", try settings("ann", cluster, servers[0]))
        #expect(ann.enter(garden), "\(ann.contents.notices)")
        #expect(bea.wait { $0.room(garden)?.people.count == 2 })
        var said: [String: [String]] = ["ann": [], "bea": []]
        for step in 0..<100 {
            for client in [ann, bea] {
                for part in 0..<2 {
                    let text = "\(client.name) \(step).\(part)"
                    said[client.name]?.append(text)
                    client.say(RichText(plain: text), in: garden, id: text)
                }
            }
            if step == 50 { cluster.kill(place.killed) }
            poll(nil, 0, 30)
        }
        // A room that is quiet is asked after five minutes only; people who talk find out at once.
        for round in 0..<20 {
            let isComplete = [ann, bea].allSatisfy { client in
                client.wait(5000) { contents in
                    let messages = contents.messages(garden)
                    return messages.count >= said.values.reduce(0) { $0 + $1.count }
                        && messages.allSatisfy { $0.delivery == .sent }
                }
            }
            if isComplete { break }
            for client in [ann, bea] {
                let text = "\(client.name) more \(round)"
                said[client.name]?.append(text)
                client.say(RichText(plain: text), in: garden, id: text)
            }
        }
        for client in [ann, bea] {
            for (name, texts) in said {
                let heard = client.contents.texts(garden).filter { $0.hasPrefix(name + " ") }
                #expect(heard == texts, "\(client.name) of \(name): \(heard.count) of \(texts.count)")
            }
            #expect(client.contents.failures.isEmpty, "\(client.contents.failures)")
        }
        #expect(ann.contents.texts(garden) == bea.contents.texts(garden))
        for client in [ann, bea] { client.stop() }
    }
}
