import Archive
import CSQLite
import ChatCore
import Dispatch
import Glibc
import RichText
import Synchronization
import TestSupport
import Testing

@Suite struct CareTests {
    let folder = TemporaryFolder()
    private var path: String { folder("archive.sqlite") }
    private let today = Timestamp(milliseconds: 1_796_030_045_250)

    private func sql(_ text: String, _ path: String) -> Int32 {
        var connection: OpaquePointer?
        sqlite3_open(path, &connection)
        defer { sqlite3_close(connection) }
        return sqlite3_exec(connection, text, nil, nil, nil)
    }

    private func fill(_ count: Int) throws -> Archive {
        let archive = try Archive(path: path)
        try archive.append((0..<count).map { message("\($0)", "text number \($0)", at: Int64($0) * 1000) })
        try archive.amend(amendment("a", of: "1", .edit("edited")))
        return archive
    }

    private func backUp(_ time: Timestamp) throws -> Bool {
        guard let backup = try ArchiveBackup(of: path, now: time) else { return false }
        while try !backup.step(pages: 3) {}
        return true
    }

    @Test func aBackupIsOfTheMomentAtWhichItBegan() throws {
        let archive = try fill(500)
        let backup = try #require(try ArchiveBackup(of: path, now: today))
        #expect(try !backup.step(pages: 1))
        #expect(try ArchiveBackup(of: path, now: today) == nil)
        try archive.append(message("late", "late"))
        while try !backup.step(pages: 1) {}
        let copy = folder("backups/archive-2026-11-30.sqlite")
        #expect(Files.names(folder("backups")) == ["archive-2026-11-30.sqlite"])
        #expect(Files.mode(copy) == 0o600 && Files.mode(folder("backups")) == 0o700)
        let kept = try Archive(path: copy, access: .readOnly).messages(in: lobby, limit: 999)
        #expect(kept.count == 500)
        #expect(kept[1].body == "edited")
        #expect(try ArchiveCare.check(copy).isEmpty)
        #expect(try ArchiveBackup(of: path, now: today) == nil)
    }

    @Test func sevenDaysAreKeptAndOtherFilesAreLeftAlone() throws {
        _ = try fill(3)
        for day in 0..<9 { #expect(try backUp(today + Int64(day) * 86_400_000)) }
        Files.write([1], to: folder("backups/archive-notes.sqlite"))
        Files.write([1], to: folder("backups/other-2026-01-01.sqlite"))
        #expect(try backUp(today + 9 * 86_400_000))
        let days = ["03", "04", "05", "06", "07", "08", "09"].map { "archive-2026-12-\($0).sqlite" }
        #expect(
            Set(Files.names(folder("backups"))) == Set(days + ["archive-notes.sqlite", "other-2026-01-01.sqlite"]))
    }

    @Test func anUnfinishedBackupIsGivenUpAndMadeAnew() throws {
        _ = try fill(500)
        do {
            let backup = try #require(try ArchiveBackup(of: path, now: today))
            #expect(try !backup.step(pages: 1))
        }
        #expect(Files.names(folder("backups")) == [])
        // What a killed process left is in the way for an hour.
        Files.write([1, 2, 3], to: folder("backups/.archive.partial"))
        var status = stat()
        stat(folder("backups/.archive.partial"), &status)
        let made = Timestamp(milliseconds: Int64(status.st_mtim.tv_sec) * 1000)
        #expect(try ArchiveBackup(of: path, now: made + 1000) == nil)
        #expect(try backUp(made + 3_600_001))
        #expect(Files.names(folder("backups")).count == 1)
    }

    /// A machine may sleep for hours in the midst of it.
    @Test func whoComesBackLateDoesNotTouchTheCopyOfAnother() throws {
        let archive = try fill(500)
        let late = try #require(try ArchiveBackup(of: path, now: today))
        #expect(try !late.step(pages: 1))
        // Without the logs that SQLite puts beside them.
        func names() -> [String] { Files.names(folder("backups")).filter { !$0.hasSuffix("-journal") } }
        let name = try #require(names().first)
        // As old as what nobody works at any more.
        var times = [timespec(), timespec()]
        utimensat(AT_FDCWD, folder("backups/" + name), &times, 0)
        try archive.append(message("new", "new"))
        let other = try #require(try ArchiveBackup(of: path, now: today))
        #expect(try !other.step(pages: 1))
        while try !late.step(pages: 3) {}
        let left = names()
        #expect(left.count == 1 && left[0] != name && left[0].hasPrefix("."), "the other one still works at it")
        while try !other.step(pages: 3) {}
        #expect(Files.names(folder("backups")) == ["archive-2026-11-30.sqlite"])
        let copy = folder("backups/archive-2026-11-30.sqlite")
        #expect(try Archive(path: copy, access: .readOnly).messages(in: lobby, limit: 999).count == 501)
        #expect(try ArchiveCare.check(copy).isEmpty)
    }

    private func work(_ upkeep: Upkeep, on archive: Archive, at time: Timestamp) throws {
        var caretaker = Caretaker(upkeep, path: path, me: ann.id, at: 0, firstPause: 0)
        while let next = caretaker.next, next < 86_400_000 {
            #expect(caretaker.work(on: archive, at: next, time) == nil)
        }
    }

    /// A clock that is years ahead, as after a flat battery, would make everything old.
    @Test func aClockThatIsAheadRemovesNothing() throws {
        let day: Int64 = 86_400_000
        let archive = try Archive(path: path)
        try archive.append((0..<100).map { message("\($0)", "text", at: today.milliseconds - Int64(99 - $0) * day) })
        try archive.setReadPosition(of: ann.id, in: lobby, to: 100)
        var upkeep = Upkeep()
        upkeep.everyRoom = Retention(days: 200)
        try work(upkeep, on: archive, at: today + 2_000 * day)
        #expect(try archive.messages(in: lobby, limit: 999).count == 100)
        upkeep.everyRoom = Retention(days: 30)
        try work(upkeep, on: archive, at: today + 2_000 * day)
        #expect(try archive.messages(in: lobby, limit: 999).count == 31, "counted from the newest message")
        try work(upkeep, on: archive, at: today + day)
        #expect(try archive.messages(in: lobby, limit: 999).count == 30)
    }

    @Test func oldMessagesGoWithAllThatBelongsToThem() throws {
        let archive = try fill(10)
        try archive.append(message("other", "text elsewhere", in: garden))
        let end = Timestamp(milliseconds: 5000)
        #expect(try archive.prune(lobby, upTo: 3, before: end, limit: 2) == 2)
        #expect(try archive.prune(lobby, upTo: 3, before: end, limit: 2) == 1)
        #expect(try archive.prune(lobby, upTo: 3, before: end, limit: 2) == 0)
        #expect(try archive.prune(lobby, upTo: 99, before: end, limit: 99) == 2)
        #expect(try archive.messages(in: lobby, limit: 99).map(\.id.text) == ["5", "6", "7", "8", "9"])
        #expect(try archive.changes(after: 0, limit: 9).isEmpty)
        #expect(try archive.search("text", limit: 99).count == 6)
        #expect(try archive.search("edited", limit: 99).isEmpty)
        #expect(try ArchiveCare.check(path) == [])
        #expect(try archive.append(message("new", "new")).order == 12)
    }

    @Test func textsAreAddedUpFromTheNewestOn() throws {
        let archive = try Archive(path: path)
        try archive.append((0..<10).map { message("\($0)", String(repeating: "é", count: 5)) })
        #expect(try archive.measure(lobby, before: .max, bytes: 1000, limit: 4).left == 960)
        #expect(try archive.measure(lobby, before: .max, bytes: 1000, limit: 4).place == 7)
        #expect(try archive.measure(lobby, before: .max, bytes: 1000, limit: 99).place == nil)
        let full = try archive.measure(lobby, before: .max, bytes: 35, limit: 99)
        #expect(full.left == -5 && full.place == 7)
        try archive.setReadPosition(of: ann.id, in: lobby, to: 8)
        try archive.setReadPosition(of: bea.id, in: lobby, to: 5)
        #expect(try archive.readByAll(lobby, and: ann.id) == 5)
        #expect(try archive.readByAll(lobby, and: PersonID("somebody")) == 0)
    }

    @Test func aSoundArchiveHasNoProblemsAndIsNotChanged() throws {
        do { _ = try fill(50) }
        let before = Files.bytes(path)
        #expect(try ArchiveCare.check(path) == [])
        #expect(Files.bytes(path) == before)
        #expect(throws: ArchiveError.missing(path: folder("none"))) { try ArchiveCare.check(folder("none")) }
        #expect(Files.names(folder.path) == ["archive.sqlite"])
    }

    @Test func problemsAreNamed() throws {
        do { _ = try fill(50) }
        #expect(sql("DELETE FROM message WHERE id = '1'", path) == SQLITE_OK)
        #expect(try ArchiveCare.check(path) == ["row amendment 1 is about a message that is not there"])
    }

    /// The last place, since the first one may be what is left over in the tree's root.
    private func place(of mark: [UInt8], in bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBytes { bytes in
            (0..<bytes.count - mark.count).last { start in
                mark.indices.allSatisfy { bytes[start + $0] == mark[$0] }
            }
        }
    }

    @Test func whatCanBeReadOfADamagedArchiveIsSaved() throws {
        do { _ = try fill(2000) }
        var bytes = try #require(Files.bytes(path))
        // The pages of single messages are overwritten, here and there.
        let marks = (0..<2000).filter { $0 % 400 == 123 }.map { Array("text number \($0)".utf8) }
        for mark in marks {
            let place = try #require(self.place(of: mark, in: bytes))
            let page = place / 4096 * 4096
            for index in page..<page + 300 { bytes[index] = 0xA5 }
        }
        Files.write(bytes, to: path)
        #expect(try !ArchiveCare.check(path).isEmpty)
        let report = try ArchiveCare.repair(path, now: today)
        #expect(report.gaps > 0)
        #expect(report.messages > 1000 && report.messages < 2000)
        #expect(report.changes == 1)
        #expect(Files.bytes(report.old) == bytes)
        #expect(try ArchiveCare.check(path) == [])
        let archive = try Archive(path: path)
        let kept = try archive.messages(in: lobby, limit: 9999)
        #expect(Int64(kept.count) == report.messages)
        for message in kept where message.id.text != "1" {
            #expect(message.order == Int64(message.id.text).map { $0 + 1 })
            #expect(FlatText(message.body).text == "text number \(message.id.text)")
        }
        #expect(kept.first { $0.id.text == "1" }?.body == "edited")
        #expect(try archive.search("number", limit: 9999).count == kept.count - 1)
        #expect(Files.mode(path) == 0o600)
        #expect(!Files.names(folder.path).contains { $0.contains("repaired") })
    }

    @Test(arguments: [1, 3, 10, 40]) func anArchiveWithoutItsEndIsSavedAsFarAsItGoes(missingPages: Int) throws {
        do { _ = try fill(2000) }
        let bytes = try #require(Files.bytes(path))
        Files.write(Array(bytes.dropLast(missingPages * 4096 - 100)), to: path)
        let report = try ArchiveCare.repair(path, now: today)
        #expect(report.messages > 0 && report.messages <= 2000)
        #expect(try ArchiveCare.check(path) == [])
        let kept = try Archive(path: path).messages(in: lobby, limit: 9999)
        #expect(Int64(kept.count) == report.messages)
        #expect(kept.allSatisfy { $0.id.text == "1" || FlatText($0.body).text == "text number \($0.id.text)" })
    }

    @Test func anArchiveOfWhichNothingCanBeReadStaysWhereItIs() throws {
        do { _ = try fill(2000) }
        var bytes = try #require(Files.bytes(path))
        // The root of the table of messages is the second page.
        for index in 4096..<4396 { bytes[index] = 0xA5 }
        Files.write(bytes, to: path)
        #expect(throws: ArchiveError.self) { try ArchiveCare.repair(path, now: today) }
        #expect(Files.bytes(path) == bytes)
        #expect(Files.names(folder.path) == ["archive.sqlite"])
    }

    @Test func aSoundArchiveIsRepairedWithoutLoss() throws {
        var before: [Message] = []
        do {
            let archive = try fill(100)
            try archive.append(RoomEvent(room: lobby, time: today, author: ann, kind: .topic("tea")))
            try archive.setReadPosition(of: ann.id, in: lobby, to: 7)
            before = try archive.messages(in: lobby, limit: 999)
        }
        let report = try ArchiveCare.repair(path, now: today)
        #expect(report.messages == 100 && report.changes == 1 && report.gaps == 0)
        let archive = try Archive(path: path)
        #expect(try archive.messages(in: lobby, limit: 999) == before)
        #expect(try archive.topic(of: lobby) == "tea")
        #expect(try archive.readPosition(of: ann.id, in: lobby) == 7)
        #expect(try archive.append(message("new", "new")).order == 101)
        #expect(try archive.amend(amendment("b", of: "new", .edit("newer"))).reads == "newer")
    }

    @Test func whatIsSentMeanwhileIsInTheRepairedArchive() throws {
        do { _ = try fill(5000) }
        let (path, today) = (path, today)
        let sent = Mutex<Set<MessageID>>([])
        let isOver = Mutex(false)
        DispatchQueue.concurrentPerform(iterations: 3) { worker in
            guard worker > 0 else {
                _ = try? ArchiveCare.repair(path, now: today)
                return isOver.withLock { $0 = true }
            }
            var number = 0
            while !isOver.withLock({ $0 }) {
                number += 1
                // As `mingle send` does: each opens the archive for one message.
                guard let archive = try? Archive(path: path),
                    let kept = try? archive.append(message("\(worker)-\(number)", "said meanwhile"))
                else { continue }
                sent.withLock { _ = $0.insert(kept.id) }
            }
        }
        let archive = try Archive(path: path)
        let kept = Set(try archive.messages(in: lobby, limit: 99_999).map(\.id))
        #expect(kept.count >= 5000 && sent.withLock { $0 }.subtracting(kept).isEmpty)
        #expect(try ArchiveCare.check(path) == [])
    }

    @Test func whoHasTheOldFileOpenTakesNothingFromTheNewOneWhenLeaving() throws {
        var old: Archive? = try fill(10)
        _ = try ArchiveCare.repair(path, now: today)
        let new = try Archive(path: path)
        try new.append(message("new", "new"))
        #expect(throws: ArchiveError.replaced(path: path)) { try old?.append(message("late", "late")) }
        old = nil
        #expect(try Archive(path: path, access: .readOnly).messages(in: lobby, limit: 99).count == 11)
        try new.append(message("newer", "newer"))
        #expect(try Archive(path: path, access: .readOnly).messages(in: lobby, limit: 99).count == 12)
    }

    @Test func whatIsNoArchiveIsNotRepaired() throws {
        let diary = folder("diary")
        Files.write(Array(String(repeating: "dear diary ", count: 900).utf8), to: diary)
        let before = Files.bytes(diary)
        #expect(throws: ArchiveError.self) { try ArchiveCare.repair(diary, now: today) }
        #expect(Files.bytes(diary) == before)
        #expect(Files.names(folder.path) == ["diary"])
        _ = sql("CREATE TABLE other (x)", folder("other"))
        #expect(throws: ArchiveError.self) { try ArchiveCare.repair(folder("other"), now: today) }
        #expect(Set(Files.names(folder.path)) == ["diary", "other"])
    }

    @Test func freeRoomIsGivenBack() throws {
        let archive = try fill(3000)
        _ = try archive.prune(lobby, upTo: 2900, limit: 9999)
        #expect(try ArchiveCare.freeBytes(path) > 50_000)
        try ArchiveCare.compact(path)
        #expect(try ArchiveCare.freeBytes(path) == 0)
        #expect(try archive.messages(in: lobby, limit: 999).count == 100)
    }
}
