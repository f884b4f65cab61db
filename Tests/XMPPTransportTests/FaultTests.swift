import ChatCore
import Glibc
import RichText
import TestSupport
import Testing
import XMPPTestSupport

/// Between the clients and a real server stands a proxy that fails. Whatever happens, no message is lost, none is
/// doubled, each sender's order is kept, and what was shown as sent is in the room's archive.
@Suite(.serialized) struct FaultTests {
    private let garden = RoomID("garden@rooms.chat.test")

    @Test func aServerThatIsKilledAndStartedAgainLosesAndDoublesNothing() throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        let (ann, bea) = (Client("ann", at: server), Client("bea", at: server))
        #expect(ann.enter(garden) && bea.enter(garden))
        for index in 0..<10 { ann.say(RichText(plain: "\(index)"), in: garden) }
        #expect(bea.wait { $0.texts(garden).count == 10 })
        for index in 10..<20 { ann.say(RichText(plain: "\(index)"), in: garden) }
        server.kill()
        for index in 20..<30 { ann.say(RichText(plain: "\(index)"), in: garden) }
        #expect(ann.wait { $0.notices.contains { $0.contains("trying again") } })
        #expect(server.start())
        let expected = (0..<30).map { "\($0)" }
        #expect(
            bea.wait { $0.texts(garden).count >= 30 }
                && ann.wait { contents in
                    contents.messages(garden).allSatisfy { $0.delivery == .sent }
                        && contents.texts(garden).count >= 30
                })
        #expect(ann.contents.texts(garden) == expected)
        #expect(bea.contents.texts(garden) == expected)
        ann.stop()
        bea.stop()
    }

    @Test(arguments: 0..<6) func randomFaultsLoseAndDoubleNothing(seed: UInt64) throws {
        let server = try #require(Prosody())
        defer { server.kill() }
        var generator = SeededGenerator(seed: 0xFA17 + seed)
        let proxies = [FaultProxy(to: server.port), FaultProxy(to: server.port)]
        defer { for proxy in proxies { proxy.stop() } }
        let clients = zip(["ann", "bea"], proxies).map { Client($0, at: server, port: $1.port) }
        for client in clients { #expect(client.enter(garden)) }
        var said: [String: [String]] = ["ann": [], "bea": []]
        for step in 0..<40 {
            for client in clients {
                for part in 0..<Int.random(in: 0...5, using: &generator) {
                    let text = "\(client.name) \(step).\(part)"
                    said[client.name]?.append(text)
                    client.say(RichText(plain: text), in: garden, id: text)
                }
            }
            if let proxy = proxies.randomElement(using: &generator) {
                FaultTests.fail(proxy, using: &generator)
            }
            poll(nil, 0, Int32.random(in: 0...40, using: &generator))
        }
        for proxy in proxies {
            proxy.refuse(false)
            proxy.thaw()
        }
        let total = said.values.reduce(0) { $0 + $1.count }
        for client in clients {
            let isComplete = client.wait(4 * Patience.limit) { contents in
                let messages = contents.messages(garden)
                return messages.count >= total && messages.allSatisfy { $0.delivery == .sent }
            }
            #expect(isComplete, "\(client.name): \(client.contents.texts(garden).count) of \(total)")
            for (name, texts) in said {
                #expect(client.contents.texts(garden).filter { $0.hasPrefix(name) } == texts, "\(client.name), \(name)")
            }
        }
        #expect(clients[0].contents.texts(garden) == clients[1].contents.texts(garden))
        #expect(clients.flatMap(\.contents.failures).isEmpty)
        for client in clients { client.stop() }
        // What the room keeps is what both have seen: a client that comes fresh finds the same.
        let fresh = Client("carl", at: server)
        #expect(fresh.enter(garden))
        while !fresh.contents.reachesStart(garden) {
            let oldest = try #require(fresh.contents.messages(garden).first?.order)
            let before = fresh.contents.events.count
            fresh.perform(.loadOlder(garden, before: oldest, limit: 100))
            #expect(fresh.wait { $0.events.count > before })
        }
        #expect(fresh.contents.texts(garden) == clients[0].contents.texts(garden))
        fresh.stop()
    }

    private static func fail(_ proxy: FaultProxy, using generator: inout SeededGenerator) {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: proxy.cut()
        case 1: proxy.freeze()
        case 2: proxy.thaw()
        case 3: proxy.refuse(true)
        case 4, 5: proxy.refuse(false)
        case 6: proxy.cut(afterFromClient: Int.random(in: 1...900, using: &generator))
        case 7: proxy.cut(afterFromServer: Int.random(in: 1...900, using: &generator))
        case 8:
            proxy.freeze()
            proxy.cut()
            proxy.thaw()
        default: break
        }
    }
}
