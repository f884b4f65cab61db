import Archive
import ChatCore
import Glibc
import LocalTransport
import RichText
import TestSupport
import Testing

@Suite(.serialized) struct UpkeepTests {
    let folder = TemporaryFolder()
    private var path: String { folder("archive.sqlite") }

    private func transport(_ name: String, _ upkeep: Upkeep, _ recorder: Recorder) throws -> LocalTransport {
        let made = try LocalTransport(
            path: path, sharing: .personal, me: person(name), upkeep: upkeep, upkeepAfter: 0
        ) { recorder.take($0) }
        made.perform(.open(lobby))
        return made
    }

    /// Looks until `condition` holds for the archive.
    private func wait(until condition: (Archive) throws -> Bool) throws -> Bool {
        let archive = try Archive(path: path)
        let end = now() + 60_000
        while now() < end {
            if try condition(archive) { return true }
            usleep(20_000)
        }
        return false
    }

    @Test func oldAndReadMessagesGoAndUnreadOnesStay() throws {
        do {
            let archive = try Archive(path: path)
            // All are of 1970, but for the last; the garden has no reader, the attic keeps everything.
            try archive.append((1...300).map { message("\($0)", "read") })
            try archive.append((301...310).map { message("\($0)", "unread") })
            for room in ["garden", "attic"] { try archive.append(message(room, in: RoomID(room))) }
            var today = message("today", in: RoomID("cellar"))
            today.time = Timestamp(milliseconds: Int64(time(nil)) * 1000)
            try archive.append(today)
            try archive.setReadPosition(of: person("Ann").id, in: lobby, to: 305)
            try archive.setReadPosition(of: person("Bea").id, in: lobby, to: 300)
            try archive.setReadPosition(of: person("Ann").id, in: RoomID("attic"), to: 312)
        }
        var upkeep = Upkeep()
        upkeep.everyRoom = Retention(days: 30)
        upkeep.rooms[RoomID("attic")] = Retention()
        let recorder = Recorder()
        let ann = try transport("Ann", upkeep, recorder)
        #expect(try wait { try $0.messages(in: lobby, limit: 999).count == 10 })
        // What is said now is not old, and nothing stands in its way.
        ann.perform(.send(message("new")))
        #expect(recorder.wait { $0.received.count == 1 } != nil)
        ann.stop()
        let archive = try Archive(path: path)
        #expect(try archive.messages(in: lobby, limit: 999).first?.id.text == "301")
        for room in ["garden", "attic"] { #expect(try archive.messages(in: RoomID(room), limit: 9).count == 1) }
        #expect(try ArchiveCare.check(path) == [])
    }

    @Test func aRoomThatIsTooLargeLosesItsOldest() throws {
        do {
            let archive = try Archive(path: path)
            try archive.append((1...500).map { message("\($0)", String(repeating: "x", count: 100)) })
            try archive.setReadPosition(of: person("Ann").id, in: lobby, to: 500)
        }
        var upkeep = Upkeep()
        upkeep.rooms[lobby] = Retention(bytes: 10_050)
        let ann = try transport("Ann", upkeep, Recorder())
        #expect(try wait { try $0.messages(in: lobby, limit: 999).count == 100 })
        ann.stop()
        #expect(try Archive(path: path).messages(in: lobby, limit: 999).last?.id.text == "500")
    }

    @Test func twoProcessesMakeOneBackupWhileMessagesGoOn() throws {
        do { try Archive(path: path).append((1...5000).map { message("\($0)", "some text \($0)") }) }
        var upkeep = Upkeep()
        upkeep.makesBackups = true
        let recorders = [Recorder(), Recorder()]
        let both = [try transport("Ann", upkeep, recorders[0]), try transport("Bea", upkeep, recorders[1])]
        for number in 0..<50 { both[number % 2].perform(.send(message("new \(number)"))) }
        #expect(recorders[0].wait { $0.received.count == 50 } != nil)
        let end = now() + 60_000
        func copies() -> [String] { Files.names(folder("backups")).filter { !$0.hasPrefix(".") } }
        while copies().isEmpty, now() < end { usleep(20_000) }
        for transport in both { transport.stop() }
        #expect(Files.names(folder("backups")).count == 1)
        let copy = folder("backups/" + (copies().first ?? "none"))
        #expect(try ArchiveCare.check(copy) == [])
        #expect(try Archive(path: copy, access: .readOnly).messages(in: lobby, limit: 9999).count >= 5000)
        for recorder in recorders {
            #expect(!recorder.all.contains { if case .notice = $0 { true } else { false } })
        }
    }

    @Test func aBackupThatCannotBeMadeIsSaidOnceAndHarmsNothing() throws {
        do { try Archive(path: path).append(message("1")) }
        // A file stands where the folder should be.
        Files.write([1], to: folder("backups"))
        var upkeep = Upkeep()
        upkeep.makesBackups = true
        let recorder = Recorder()
        let ann = try transport("Ann", upkeep, recorder)
        func notices(_ recorder: Recorder) -> Int {
            recorder.all.count { if case .notice(_, isFailure: true) = $0 { true } else { false } }
        }
        #expect(recorder.wait { notices($0) == 1 } != nil)
        ann.perform(.send(message("2")))
        #expect(recorder.wait { $0.received.count == 1 } != nil)
        ann.stop()
        #expect(notices(recorder) == 1)
    }
}
