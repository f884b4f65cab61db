import ChatCore
import Glibc
import RichText
import TestSupport
import Testing
import XMPPTestSupport

/// Fifty seeded schedules of faults, five at a time on one server: two people in a room of their own say 200 messages
/// each, while their connections are cut, also in the middle of a stanza, frozen and refused, resuming is refused since
/// the server has given up the session, and the server itself is killed and started again twice.
///
/// A message that is shown as sent is never sent again. So that all arrive once proves also that each mark was true at
/// the moment when it was shown.
@Suite(.serialized) struct ScheduleTests {
    private static let schedules = 5
    private static let steps = 40
    private static let each = 200

    /// A room, its two people, and the proxies that fail them.
    private final class Schedule {
        let room: RoomID
        let proxies: [FaultProxy]
        let clients: [Client]
        private(set) var said: [String: [String]] = [:]
        private var generator: SeededGenerator

        init(_ number: Int, seed: UInt64, server: Prosody) {
            room = RoomID("room\(number)@rooms.chat.test")
            proxies = [FaultProxy(to: server.port), FaultProxy(to: server.port)]
            clients = zip(["p\(number)", "q\(number)"], proxies).map { name, proxy in
                var settings = Peer.settings(name, at: server, port: proxy.port)
                settings.firstPause = 20
                settings.longestPause = 300
                settings.silence = 8000
                settings.answerTime = 8000
                settings.loginTime = 15_000
                return Client(name, settings)
            }
            generator = SeededGenerator(seed: seed)
        }

        func enter() -> Bool { clients.allSatisfy { $0.enter(room) } }

        func step(_ step: Int) {
            for client in clients {
                for part in 0..<ScheduleTests.each / ScheduleTests.steps {
                    let text = "\(client.name) \(step).\(part)"
                    said[client.name, default: []].append(text)
                    client.say(RichText(plain: text), in: room, id: text)
                }
            }
            if let proxy = proxies.randomElement(using: &generator) { fail(proxy) }
        }

        private func fail(_ proxy: FaultProxy) {
            switch Int.random(in: 0..<14, using: &generator) {
            case 0: proxy.cut()
            case 1: proxy.freeze()
            case 2, 3: proxy.thaw()
            case 4: proxy.refuse(true)
            case 5, 6: proxy.refuse(false)
            case 7: proxy.cut(afterFromClient: Int.random(in: 1...900, using: &generator))
            case 8: proxy.cut(afterFromServer: Int.random(in: 1...900, using: &generator))
            case 9:
                proxy.freeze()
                proxy.cut()
                proxy.thaw()
            default: break
            }
        }

        func end() {
            for client in clients { client.stop() }
            for proxy in proxies { proxy.stop() }
        }
    }

    @Test(arguments: 0..<10) func nothingIsLostOrDoubledAndMarksAreTrue(batch: UInt64) throws {
        var options = Prosody.Options()
        options.people = (0..<ScheduleTests.schedules).flatMap { ["p\($0)", "q\($0)"] }
        options.isTalkative = false
        // In every other batch the server gives up sessions before they can be resumed.
        options.patience = batch % 2 == 0 ? 60 : 1
        let server = try #require(Prosody(options))
        defer { server.kill() }
        let schedules = (0..<ScheduleTests.schedules).map {
            Schedule($0, seed: 0x5EED_0000 + batch * 100 + UInt64($0), server: server)
        }
        defer { for schedule in schedules { schedule.end() } }
        for schedule in schedules { #expect(schedule.enter()) }
        var generator = SeededGenerator(seed: 0xDEAD + batch)
        let kills = [Int.random(in: 5..<18, using: &generator), Int.random(in: 20..<36, using: &generator)]
        for step in 0..<ScheduleTests.steps {
            for schedule in schedules { schedule.step(step) }
            poll(nil, 0, Int32.random(in: 0...60, using: &generator))
            guard kills.contains(step) else { continue }
            server.kill()
            poll(nil, 0, Int32.random(in: 0...200, using: &generator))
            #expect(server.start())
        }
        for proxy in schedules.flatMap(\.proxies) {
            proxy.refuse(false)
            proxy.thaw()
        }
        for schedule in schedules { check(schedule, batch) }
    }

    private func check(_ schedule: Schedule, _ batch: UInt64) {
        let room = schedule.room
        for client in schedule.clients {
            // Ten people and a server share what processors there are.
            let isComplete = client.wait(4 * Patience.limit) { contents in
                guard let told = contents.told[room], told.count >= 2 * ScheduleTests.each else { return false }
                return told.values.allSatisfy { $0.delivery == .sent }
            }
            let texts = client.contents.texts(room)
            #expect(isComplete, "batch \(batch), \(client.name): \(texts.count) messages")
            #expect(texts.count == 2 * ScheduleTests.each, "batch \(batch), \(client.name)")
            for (name, said) in schedule.said {
                #expect(texts.filter { $0.hasPrefix(name + " ") } == said, "batch \(batch), \(client.name) of \(name)")
            }
            #expect(client.contents.failures.isEmpty)
        }
        #expect(schedule.clients[0].contents.texts(room) == schedule.clients[1].contents.texts(room))
    }
}
