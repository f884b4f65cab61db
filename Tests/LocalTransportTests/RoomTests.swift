import Archive
import ChatCore
import Glibc
import LocalTransport
import RichText
import TestSupport
import Testing

@Suite(.serialized) struct RoomTests {
    let folder = TemporaryFolder()
    private var path: String { folder("archive.sqlite") }

    private let both = RoomID("direct:local:test/ann|local:test/bea")

    private func directs(_ recorder: Recorder) -> [String] {
        recorder.all.compactMap {
            guard case .direct(let room, let partner, let isAsked) = $0 else { return nil }
            return "\(room) \(partner.name)\(isAsked ? " asked" : "")"
        }
    }

    private func notices(_ recorder: Recorder) -> [String] {
        recorder.all.compactMap { if case .notice(let text, _) = $0 { text } else { nil } }
    }

    private func rooms(_ recorder: Recorder) -> [RoomSummary]? {
        recorder.all.compactMap { if case .rooms(let rooms) = $0 { rooms } else { nil } }.last
    }

    private func topics(_ recorder: Recorder) -> [String] {
        recorder.all.compactMap { if case .topic(let room, let topic) = $0 { "\(room): \(topic)" } else { nil } }
    }

    private func invitations(_ recorder: Recorder) -> [String] {
        recorder.all.compactMap {
            if case .invited(let room, _, let person) = $0 { "\(room) by \(person.name)" } else { nil }
        }
    }

    @Test func twoPeopleTalkAloneAndNobodyElseHears() throws {
        let (ann, bea, zoe) = (try Guest("Ann", path), try Guest("Bea", path), try Guest("Zoe", path))
        #expect(ann.waitForPeople(["Ann", "Bea", "Zoe"]))
        ann.transport.perform(.openDirect(person("Bea").id, metIn: lobby))
        #expect(ann.recorder.wait { directs($0) == ["\(both) Bea asked"] } != nil)
        ann.transport.perform(.open(both))
        ann.transport.perform(.send(message("1", "psst", in: both)))
        #expect(bea.recorder.wait { $0.received.map(\.id.text) == ["1"] } != nil)
        #expect(directs(bea.recorder) == ["\(both) Ann"])
        // It is told that the room is there before what was said in it.
        let order = bea.recorder.all.compactMap { event in
            switch event {
            case .direct: "direct"
            case .received: "received"
            default: nil
            }
        }
        #expect(order == ["direct", "received"])
        bea.transport.perform(.open(both))
        #expect(ann.recorder.wait { $0.people == ["Ann", "Bea"] } != nil)
        #expect(directs(bea.recorder).last == "\(both) Ann")
        zoe.transport.perform(.open(both))
        #expect(zoe.recorder.wait { notices($0).contains("That room is for two other people") } != nil)
        zoe.transport.perform(.listRooms)
        #expect(zoe.recorder.wait { rooms($0)?.map(\.id) == [lobby] } != nil)
        #expect(zoe.recorder.received.isEmpty)
    }

    @Test func whatWasSaidToOneWhileOneWasAwayIsToldAtTheStart() throws {
        do {
            let ann = try Guest("Ann", path)
            ann.transport.perform(.send(message("1", "psst", in: both)))
            #expect(ann.recorder.wait { $0.received.count == 1 } != nil)
            ann.transport.perform(.send(message("2", "x", in: RoomID("direct:local:test/ann|local:test/zoe"))))
            #expect(ann.recorder.wait { $0.received.count == 2 } != nil)
        }
        do {
            let bea = try Guest("Bea", path)
            #expect(bea.recorder.wait { directs($0) == ["\(both) Ann"] } != nil)
        }
        do {
            // Who said the last word there finds nothing new, and who left the room finds it left.
            let ann = try Guest("Ann", path)
            ann.transport.perform(.listRooms)
            #expect(ann.recorder.wait { rooms($0) != nil } != nil)
            #expect(directs(ann.recorder) == [])
        }
        // Once it was read, it is not opened any more.
        try Archive(path: path).append(
            [message("3", "old", in: RoomID("direct:local:test/bea|local:test/cid"))])
        let cid = try Guest("Cid", path)
        #expect(cid.recorder.wait { directs($0) == ["direct:local:test/bea|local:test/cid bea"] } != nil)
        cid.transport.perform(.markRead(RoomID("direct:local:test/bea|local:test/cid"), upTo: 3))
        cid.transport.stop()
        let again = try Guest("Cid", path)
        again.transport.perform(.listRooms)
        #expect(again.recorder.wait { rooms($0) != nil } != nil)
        #expect(directs(again.recorder) == [])
    }

    @Test func oddNamesMakeRoomsOfTheirOwn() throws {
        let names = ["a|b", "a%7Cb", "a%b", "x y", "王伟"]
        let ann = try Guest("Ann", path)
        for name in names { ann.transport.perform(.openDirect(person(name).id, metIn: lobby)) }
        #expect(ann.recorder.wait { directs($0).count == names.count } != nil)
        #expect(Set(directs(ann.recorder)).count == names.count)
        #expect(directs(ann.recorder).map { $0.hasSuffix(" asked") } == names.map { _ in true })
        ann.transport.perform(.openDirect(person("Ann").id, metIn: lobby))
        ann.transport.perform(.open(RoomID("")))
        ann.transport.perform(.open(RoomID("two\nlines")))
        ann.transport.perform(.open(RoomID("direct:local:test/ann|local:test/ann")))
        #expect(ann.recorder.wait { notices($0).count == 4 } != nil)
    }

    @Test func roomsAreListedWithTopicPeopleAndTime() throws {
        let (ann, bea) = (try Guest("Ann", path), try Guest("Bea", path))
        #expect(ann.waitForPeople(["Ann", "Bea"]))
        ann.transport.perform(.send(message("1", in: garden)))
        ann.transport.perform(.setTopic(garden, "beds\u{1B} and borders"))
        ann.transport.perform(.open(RoomID("empty")))
        #expect(ann.recorder.wait { $0.received.count == 1 } != nil)
        // The topic goes out after the message.
        #expect(
            bea.recorder.wait { recorder in
                bea.transport.perform(.listRooms)
                return rooms(recorder)?.first?.topic == "beds␛ and borders"
            } != nil)
        #expect(
            bea.recorder.wait { recorder in
                bea.transport.perform(.listRooms)
                return rooms(recorder)?.count == 3
            } != nil)
        let found = try #require(rooms(bea.recorder))
        #expect(found.map(\.id.text) == ["garden", "empty", "lobby"])
        #expect(found.map(\.peopleCount) == [0, 1, 2])
        #expect(found[0].lastSpoken?.milliseconds ?? 0 > 1_600_000_000_000)
        #expect(found[1].lastSpoken == nil)
        // What comes later is in the list that is kept.
        ann.transport.perform(.send(message("2")))
        #expect(bea.recorder.wait { $0.received.count == 1 } != nil)
        bea.transport.perform(.listRooms)
        #expect(bea.recorder.wait { rooms($0)?.map(\.id.text) == ["lobby", "garden", "empty"] } != nil)
    }

    @Test func fiveThousandRoomsAreListedSoon() throws {
        do {
            let archive = try Archive(path: path)
            try archive.append((0..<5000).map { message("\($0)", in: RoomID("room \($0)")) })
        }
        let ann = try Guest("Ann", path)
        var times: [Double] = []
        for number in 1...3 {
            let start = now()
            ann.transport.perform(.listRooms)
            #expect(
                ann.recorder.wait { recorder in
                    recorder.all.filter { if case .rooms = $0 { true } else { false } }.count == number
                } != nil)
            times.append(now() - start)
        }
        #expect(rooms(ann.recorder)?.count == 5001)
        print("5,000 rooms listed: first \(times[0].formattedTenths) ms, then \(times[2].formattedTenths) ms")
    }

    @Test func topicsAreToldAndOutliveTheTransport() throws {
        do {
            let (ann, bea) = (try Guest("Ann", path), try Guest("Bea", path))
            #expect(ann.waitForPeople(["Ann", "Bea"]))
            ann.transport.perform(.setTopic(lobby, "tea"))
            ann.transport.perform(.setTopic(lobby, "coffee"))
            for guest in [ann, bea] {
                #expect(guest.recorder.wait { topics($0) == ["lobby: tea", "lobby: coffee"] } != nil)
            }
        }
        let zoe = try Guest("Zoe", path)
        #expect(zoe.waitForPeople(["Zoe"]))
        #expect(topics(zoe.recorder) == ["lobby: coffee"])
        zoe.transport.perform(.setTopic(lobby, ""))
        #expect(zoe.recorder.wait { topics($0).last == "lobby: " } != nil)
        #expect(try Archive(path: path).topic(of: lobby) == "")
    }

    @Test func whoIsAskedToComeHearsItOnceAlsoAfterARestart() throws {
        let (ann, bea) = (try Guest("Ann", path), try Guest("Bea", path))
        #expect(ann.waitForPeople(["Ann", "Bea"]))
        ann.transport.perform(.invite(person("Bea").id, to: garden))
        ann.transport.perform(.invite(person("Zoe").id, to: garden))
        ann.transport.perform(.invite(person("Zoe").id, to: RoomID("kitchen")))
        #expect(bea.recorder.wait { invitations($0) == ["garden by Ann"] } != nil)
        ann.transport.perform(.invite(person("Bea").id, to: lobby))
        #expect(ann.recorder.wait { notices($0).contains("Bea is in lobby already") } != nil)
        do {
            let zoe = try Guest("Zoe", path)
            #expect(zoe.recorder.wait { invitations($0) == ["garden by Ann", "kitchen by Ann"] } != nil)
        }
        let again = try Guest("Zoe", path)
        again.transport.perform(.listRooms)
        #expect(again.recorder.wait { rooms($0) != nil } != nil)
        #expect(invitations(again.recorder) == [])
    }

    @Test func aNewNameIsSeenByAllAndTheIDStays() throws {
        let (ann, bea) = (try Guest("Ann", path), try Guest("Bea", path))
        #expect(ann.waitForPeople(["Ann", "Bea"]))
        ann.transport.perform(.openDirect(person("Bea").id, metIn: lobby))
        ann.transport.perform(.open(both))
        bea.transport.perform(.send(message("1")))
        bea.transport.perform(.rename(" Beatrix\u{1B} "))
        bea.transport.perform(.send(message("2")))
        bea.transport.perform(.amend(amendment("a", of: "1", .edit("still mine"))))
        #expect(ann.recorder.wait { $0.changed.count == 1 } != nil)
        let renamed = Person(id: person("Bea").id, name: "Beatrix␛")
        #expect(ann.recorder.received.map(\.author) == [person("Bea"), renamed])
        #expect(bea.recorder.all.contains(.opened(lobby, me: renamed, readUpTo: nil)))
        #expect(ann.recorder.wait { $0.all.contains(.people(lobby, [person("Ann"), renamed])) } != nil)
        bea.transport.perform(.rename("   "))
        #expect(bea.recorder.wait { notices($0) == ["A name has 1 to 100 characters"] } != nil)
    }

    @Test func whatCannotBeDoneHereIsSaid() throws {
        let ann = try Guest("Ann", path)
        let bea = person("Bea").id
        ann.transport.perform(.block(bea, true))
        ann.transport.perform(.befriend(bea, true))
        ann.transport.perform(.remove(bea, from: lobby, isBanned: true, reason: ""))
        ann.transport.perform(.setTopic(both, "x"))
        ann.transport.perform(.invite(bea, to: both))
        #expect(ann.recorder.wait { notices($0).count == 5 } != nil)
        #expect(Set(notices(ann.recorder)).count == 5)
    }
}
