import Archive
import CSQLite
import ChatCore
import Glibc
import LocalTransport
import RichText
import TestSupport
import Testing

let lobby = RoomID("lobby")
let garden = RoomID("garden")

func person(_ name: String) -> Person { LocalIdentity.person(login: "test", fullName: nil, chosen: name) }

func message(_ id: String, _ text: String = "text", in room: RoomID = lobby) -> Message {
    Message(
        id: MessageID(id), room: room, time: Timestamp(milliseconds: 0), author: person("Nobody"),
        body: RichText(plain: text), delivery: .sending)
}

/// One person in the room, in this process.
final class Guest {
    let recorder = Recorder()
    let transport: LocalTransport

    init(_ name: String, _ path: String, room: RoomID? = lobby) throws {
        let recorder = recorder
        transport = try LocalTransport(path: path, sharing: .personal, me: person(name)) { recorder.take($0) }
        if let room { transport.perform(.open(room)) }
    }

    deinit { transport.stop() }

    func waitForPeople(_ names: [String]) -> Bool { recorder.wait { $0.people == names } != nil }
}

@Suite(.serialized) struct LocalTransportTests {
    let folder = TemporaryFolder()
    private var path: String { folder("archive.sqlite") }

    @Test func anEmptyRoomOpensWithOneselfInIt() throws {
        let ann = try Guest("Ann", path)
        #expect(ann.waitForPeople(["Ann"]))
        #expect(
            ann.recorder.all == [
                .opened(lobby, me: person("Ann"), readUpTo: nil), .history(lobby, [], reachesStart: true),
                .people(lobby, [person("Ann")]),
            ])
    }

    @Test func aMessageReachesBothWithTimePlaceAndAuthor() throws {
        let (ann, bea) = (try Guest("Ann", path), try Guest("Bea", path))
        #expect(ann.waitForPeople(["Ann", "Bea"]))
        ann.transport.perform(.send(message("1", "hello")))
        for guest in [ann, bea] {
            #expect(guest.recorder.wait { $0.received.count == 1 } != nil)
            let heard = try #require(guest.recorder.received.first)
            #expect(heard.id == MessageID("1"))
            #expect(heard.author == person("Ann"))
            #expect(heard.order == 1)
            #expect(heard.delivery == .sent)
            #expect(heard.time.milliseconds > 1_600_000_000_000)
        }
    }

    @Test func manyMessagesComeOnceAndInOrder() throws {
        let (ann, bea) = (try Guest("Ann", path), try Guest("Bea", path))
        #expect(ann.waitForPeople(["Ann", "Bea"]))
        for number in 0..<1500 { ann.transport.perform(.send(message("\(number)"))) }
        for guest in [ann, bea] {
            #expect(guest.recorder.wait { $0.received.count >= 1500 } != nil)
            #expect(guest.recorder.received.map(\.id.text) == (0..<1500).map(String.init))
        }
    }

    @Test func aMessageThatIsSentAgainIsToldAgainAndKeptOnce() throws {
        let ann = try Guest("Ann", path)
        ann.transport.perform(.send(message("1", "first")))
        #expect(ann.recorder.wait { $0.received.count == 1 } != nil)
        ann.transport.perform(.send(message("1", "again")))
        #expect(ann.recorder.wait { $0.received.count == 2 } != nil)
        #expect(ann.recorder.received[0] == ann.recorder.received[1])
        #expect(try Archive(path: path).messages(in: lobby, limit: 9).count == 1)
    }

    @Test func oneHearsOfOwnMessagesToRoomsThatAreNotOpen() throws {
        let (ann, bea) = (try Guest("Ann", path), try Guest("Bea", path))
        #expect(ann.waitForPeople(["Ann", "Bea"]))
        ann.transport.perform(.send(message("1", in: garden)))
        ann.transport.perform(.send(message("2")))
        #expect(ann.recorder.wait { $0.received.map(\.id.text) == ["1", "2"] } != nil)
        #expect(bea.recorder.wait { $0.received.map(\.id.text) == ["2"] } != nil)
    }

    @Test func historyComesInPages() throws {
        do {
            let archive = try Archive(path: path)
            try archive.append((1...450).map { message("\($0)") })
        }
        let ann = try Guest("Ann", path)
        ann.transport.perform(.loadOlder(lobby, before: 251, limit: 200))
        ann.transport.perform(.loadOlder(lobby, before: 51, limit: 50))
        func pages(_ recorder: Recorder) -> [(first: Int64?, count: Int, reachesStart: Bool)] {
            recorder.all.compactMap {
                guard case .history(_, let messages, let reachesStart) = $0 else { return nil }
                return (messages.first?.order, messages.count, reachesStart)
            }
        }
        #expect(ann.recorder.wait { pages($0).count == 3 } != nil)
        let found = pages(ann.recorder)
        #expect(found.map(\.first) == [251, 51, 1])
        #expect(found.map(\.count) == [200, 200, 50])
        #expect(found.map(\.reachesStart) == [false, false, true])
    }

    @Test func readPositionsOutliveTheTransport() throws {
        do {
            let ann = try Guest("Ann", path)
            for upTo in 1...5 { ann.transport.perform(.markRead(lobby, upTo: Int64(upTo))) }
            ann.transport.stop()
        }
        #expect(try Archive(path: path).readPosition(of: person("Ann").id, in: lobby) == 5)
        let ann = try Guest("Ann", path)
        #expect(ann.recorder.wait { $0.all.contains(.opened(lobby, me: person("Ann"), readUpTo: 5)) } != nil)
    }

    @Test func peopleComeAndGoByNameAndOnlyChangesAreTold() throws {
        let bea = try Guest("bea", path)
        #expect(bea.waitForPeople(["bea"]))
        let ann = try Guest("Ann", path)
        let zoe = try Guest("Zoë", path)
        #expect(bea.waitForPeople(["Ann", "bea", "Zoë"]))
        zoe.transport.perform(.close(lobby))
        #expect(bea.waitForPeople(["Ann", "bea"]))
        ann.transport.stop()
        #expect(bea.waitForPeople(["bea"]))
        let told = bea.recorder.all.filter { if case .people = $0 { true } else { false } }
        #expect(zip(told, told.dropFirst()).allSatisfy { $0 != $1 })
        #expect(Files.names(path + ".people").count == 2)
        #expect(Files.mode(path + ".people") == 0o700)
    }

    @Test func whoOnlyReadsHearsAllAndIsNotSeen() throws {
        let ann = try Guest("Ann", path)
        #expect(ann.waitForPeople(["Ann"]))
        let recorder = Recorder()
        let reader = try LocalTransport(path: path, sharing: .personal, me: person("Reader"), isSeen: false) {
            recorder.take($0)
        }
        defer { reader.stop() }
        reader.perform(.open(lobby))
        reader.perform(.setTyping(lobby, true))
        #expect(recorder.wait { $0.people == ["Ann"] } != nil)
        ann.transport.perform(.send(message("1")))
        #expect(recorder.wait { $0.received.map(\.id.text) == ["1"] } != nil)
        #expect(Files.names(path + ".people").count == 1)
        #expect(ann.recorder.people == ["Ann"])
        #expect(ann.recorder.typing == nil)
    }

    @Test func twoProcessesOfOnePersonAreOnePerson() throws {
        let (one, two) = (try Guest("Ann", path), try Guest("ANN", path))
        let bea = try Guest("Bea", path)
        #expect(bea.recorder.wait { $0.people?.count == 2 } != nil)
        #expect(one.waitForPeople(["Ann", "Bea"]))
        #expect(two.waitForPeople(["ANN", "Bea"]))
        two.transport.perform(.setTyping(lobby, true))
        #expect(bea.recorder.wait { $0.typing?.count == 1 } != nil)
        two.transport.stop()
        #expect(bea.recorder.wait { $0.people == ["Ann", "Bea"] } != nil)
        #expect(one.recorder.typing == nil)
    }

    @Test func typingIsSeenUntilItIsOver() throws {
        let (ann, bea) = (try Guest("Ann", path), try Guest("Bea", path))
        #expect(ann.waitForPeople(["Ann", "Bea"]))
        ann.transport.perform(.setTyping(lobby, true))
        #expect(bea.recorder.wait { $0.typing == ["Ann"] } != nil)
        ann.transport.perform(.setTyping(lobby, false))
        #expect(bea.recorder.wait { $0.typing == [] } != nil)
        ann.transport.perform(.setTyping(lobby, true))
        #expect(bea.recorder.wait { $0.typing == ["Ann"] } != nil)
        ann.transport.perform(.send(message("1")))
        #expect(bea.recorder.wait { $0.typing == [] } != nil)
        // Without any further word it is over by itself, six seconds after the last key.
        ann.transport.perform(.setTyping(lobby, true))
        #expect(bea.recorder.wait { $0.typing == ["Ann"] } != nil)
        #expect(bea.recorder.wait { $0.typing == [] } != nil)
        #expect(ann.recorder.typing == nil)
    }

    @Test func afterStoppingNothingIsToldAndNothingIsLost() throws {
        let ann = try Guest("Ann", path)
        for number in 0..<800 { ann.transport.perform(.send(message("\(number)"))) }
        ann.transport.stop()
        let told = ann.recorder.all
        #expect(ann.recorder.received.count == 800)
        let bea = try Guest("Bea", path)
        ann.transport.perform(.send(message("late")))
        bea.transport.perform(.send(message("news")))
        #expect(bea.recorder.wait { $0.received.count == 1 } != nil)
        ann.transport.stop()
        #expect(ann.recorder.all == told)
        #expect(try Archive(path: path).messages(in: lobby, limit: 1000).count == 801)
    }

    @Test func aMessageWaitsForAnotherWriter() throws {
        let ann = try Guest("Ann", path)
        #expect(ann.waitForPeople(["Ann"]))
        var other: OpaquePointer?
        #expect(sqlite3_open(path, &other) == SQLITE_OK)
        defer { sqlite3_close(other) }
        #expect(sqlite3_exec(other, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
        ann.transport.perform(.send(message("1")))
        #expect(ann.recorder.wait(600) { !$0.received.isEmpty } == nil)
        #expect(sqlite3_exec(other, "COMMIT", nil, nil, nil) == SQLITE_OK)
        #expect(ann.recorder.wait { $0.received.map(\.id.text) == ["1"] } != nil)
    }

    @Test func aRowOfAnyOtherProgramIsNoticed() throws {
        let ann = try Guest("Ann", path)
        #expect(ann.waitForPeople(["Ann"]))
        var other: OpaquePointer?
        #expect(sqlite3_open(path, &other) == SQLITE_OK)
        defer { sqlite3_close(other) }
        let row = "INSERT INTO message (id, room, time, author, name, text) VALUES ('x', 'lobby', 1, 'a', 'A', 't')"
        #expect(sqlite3_exec(other, row, nil, nil, nil) == SQLITE_OK)
        #expect(ann.recorder.wait { $0.received.map(\.id.text) == ["x"] } != nil)
        #expect(sqlite3_exec(other, "PRAGMA wal_checkpoint(TRUNCATE)", nil, nil, nil) == SQLITE_OK)
        ann.transport.perform(.send(message("y")))
        #expect(ann.recorder.wait { $0.received.map(\.id.text) == ["x", "y"] } != nil)
    }

    /// Puts a file into the people folder as a living process would. Returns what keeps it alive.
    private func putPresence(_ bytes: [UInt8], _ name: String) -> Int32 {
        let folder = path + ".people/"
        Files.write(bytes, to: folder + "." + name)
        let file = open(folder + "." + name, O_RDWR | O_CLOEXEC)
        #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
        #expect(rename(folder + "." + name, folder + name) == 0)
        return file
    }

    @Test func whatOthersPutIntoThePeopleFolderIsNoDanger() throws {
        let ann = try Guest("Ann", path)
        #expect(ann.waitForPeople(["Ann"]))
        let people = path + ".people"
        #expect(mkfifo(people + "/pipe", 0o600) == 0)
        #expect(symlink("/etc/passwd", people + "/link") == 0)
        #expect(mkdir(people + "/folder", 0o700) == 0)
        Files.write(Array("mingle 1\nx\nDead\n0 lobby\n.\n".utf8), to: people + "/dead")
        let held = [
            putPresence([UInt8](repeating: 65, count: 1 << 20), "long"), putPresence([], "empty"),
            putPresence(Array("mingle 2\nx\nFuture\n0 lobby\n.\n".utf8), "future"),
            putPresence(Array("mingle 1\nx\nTorn\n0 lobby\n".utf8), "torn"),
            putPresence(Array("mingle 1\nx\nE\u{1B}ve\u{202E}\n\(Int64.max) lobby\n.\nrest".utf8), "evil"),
        ]
        defer { for file in held { close(file) } }
        #expect(ann.waitForPeople(["Ann", "E␛ve\u{FFFD}"]))
        #expect(!Files.names(people).contains("dead"))
        #expect(ann.recorder.wait { $0.typing == ["E␛ve\u{FFFD}"] } != nil)
        // Whatever a file says, nobody writes for ever.
        #expect(ann.recorder.wait { $0.typing == [] } != nil)
        var told: [String] = []
        for event in ann.recorder.all {
            if case .people(_, let people) = event { told += people.map(\.name) }
        }
        #expect(Set(told) == ["Ann", "E␛ve\u{FFFD}"])
    }

    @Test func aPresenceFileThatSomebodyRemovesComesBack() throws {
        let (ann, bea) = (try Guest("Ann", path), try Guest("Bea", path))
        #expect(ann.waitForPeople(["Ann", "Bea"]))
        #expect(bea.waitForPeople(["Ann", "Bea"]))
        let before = bea.recorder.all.count
        for name in Files.names(path + ".people") { unlink(path + ".people/" + name) }
        #expect(bea.recorder.wait { $0.all.count >= before && $0.people == ["Ann", "Bea"] } != nil)
        #expect(ann.recorder.wait { _ in Files.names(path + ".people").count == 2 } != nil)
    }

    @Test func anArchiveThatCannotBeUsedIsRefusedAtOnce() {
        Files.write(Array("no database, but a text that is long enough to be taken for one".utf8), to: path)
        #expect(throws: ArchiveError.corrupt(path: path, code: SQLITE_NOTADB)) { try Guest("Ann", path) }
    }

    @Test func aFileInThePlaceOfThePeopleFolderIsAnError() throws {
        Files.write([], to: path + ".people")
        #expect(throws: ArchiveError.self) { try Guest("Ann", path) }
        #expect(Files.bytes(path + ".people") == [])
    }

    @Test func anArchiveThatIsRemovedIsAFailureAndNotALoss() throws {
        let ann = try Guest("Ann", path)
        #expect(ann.waitForPeople(["Ann"]))
        rename(path, folder("elsewhere"))
        ann.transport.perform(.send(message("1")))
        let reason = ArchiveError.replaced(path: path).sentence
        #expect(ann.recorder.wait { $0.all.contains(.failed(lobby, MessageID("1"), reason: reason)) } != nil)
        #expect(ann.recorder.wait { $0.all.contains(.notice(reason, isFailure: true)) } != nil)
    }
}
