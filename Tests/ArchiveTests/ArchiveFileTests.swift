import Archive
import CSQLite
import ChatCore
import Glibc
import RichText
import Synchronization
import TestSupport
import Testing

/// The mask of new files is the whole process's: two tests that change it at once would leave one of theirs behind.
private let maskLock = Mutex(())

private func withMask(_ mask: mode_t, _ work: () throws -> Void) rethrows {
    try maskLock.withLock { _ in
        let old = umask(mask)
        defer { umask(old) }
        try work()
    }
}

@Suite struct ArchiveFileTests {
    let folder = TemporaryFolder()

    private func error(_ path: String, _ sharing: Archive.Sharing = .personal, _ access: Archive.Access = .readWrite)
        -> ArchiveError?
    {
        do throws(ArchiveError) {
            _ = try Archive(path: path, sharing: sharing, access: access, busyTimeout: 50)
            return nil
        } catch {
            return error
        }
    }

    /// Runs SQL as any other program would.
    private func sql(_ text: String, _ path: String) {
        var connection: OpaquePointer?
        #expect(sqlite3_open(path, &connection) == SQLITE_OK)
        #expect(sqlite3_exec(connection, text, nil, nil, nil) == SQLITE_OK)
        sqlite3_close(connection)
    }

    @Test func aPersonalArchiveIsForItsOwnerOnly() throws {
        let path = folder("new/deep/archive.sqlite")
        var archive: Archive?
        try withMask(0) {
            archive = try Archive(path: path)
            try archive?.append(message("1", "a"))
        }
        #expect(archive != nil)
        #expect(Files.mode(folder("new")) == 0o700)
        #expect(Files.mode(folder("new/deep")) == 0o700)
        for suffix in ["", "-wal", "-shm"] { #expect(Files.mode(path + suffix) == 0o600) }
    }

    @Test func anEmptyFileThatWasMadeBeforehandBecomesAnArchiveForItsOwnerOnly() throws {
        let path = folder("made.sqlite")
        Files.write([], to: path)
        chmod(path, 0o644)
        try Archive(path: path).append(message("1", "a"))
        #expect(Files.mode(path) == 0o600)
        // The mode that somebody gave an archive later stays.
        chmod(path, 0o640)
        try Archive(path: path).append(message("2", "b"))
        #expect(Files.mode(path) == 0o640)
    }

    @Test func aSharedArchiveIsForItsGroup() throws {
        let path = folder("archive.sqlite")
        try withMask(0o077) { try Archive(path: path, sharing: .shared).append(message("1", "a")) }
        // The side files stay, so that nobody makes them with a group that shuts the others out.
        for suffix in ["", "-wal", "-shm"] { #expect(Files.mode(path + suffix) == 0o660) }
        #expect(
            error(folder("missing/archive.sqlite"), .shared) == .folderMissing(path: folder("missing/archive.sqlite")))
    }

    @Test func readingMakesNothing() {
        #expect(error(folder("a.sqlite"), .personal, .readOnly) == .missing(path: folder("a.sqlite")))
        #expect(error(folder("b/a.sqlite"), .personal, .readOnly) == .folderMissing(path: folder("b/a.sqlite")))
        #expect(Files.names(folder.path) == [])
    }

    @Test func aFileThatIsNoDatabaseIsLeftAsItIs() {
        let path = folder("notes.txt")
        let content = Array(String(repeating: "dear diary\n", count: 1000).utf8)
        Files.write(content, to: path)
        #expect(error(path) == .corrupt(path: path, code: SQLITE_NOTADB))
        #expect(error(path, .personal, .readOnly) == .corrupt(path: path, code: SQLITE_NOTADB))
        #expect(Files.bytes(path) == content)
        #expect(Files.names(folder.path) == ["notes.txt"])
        #expect(error(folder.path) == .notAFile(path: folder.path))
        #expect(error("/dev/null") == .notAFile(path: "/dev/null"))
    }

    @Test(arguments: ["DELETE", "WAL"])
    func aDatabaseOfAnotherProgramIsLeftAsItIs(_ mode: String) {
        let path = folder("other.sqlite")
        sql("PRAGMA journal_mode = \(mode); CREATE TABLE t (x); INSERT INTO t VALUES (1)", path)
        let content = Files.bytes(path)
        #expect(error(path) == .foreign(path: path, applicationID: 0))
        #expect(Files.bytes(path) == content)
        #expect(Files.names(folder.path) == ["other.sqlite"])
    }

    @Test func anArchiveOfANewerFormatIsLeftAsItIs() throws {
        let path = folder("archive.sqlite")
        try Archive(path: path).append(message("1", "a"))
        sql("PRAGMA user_version = 99", path)
        let content = Files.bytes(path)
        for access in [Archive.Access.readWrite, .readOnly] {
            #expect(error(path, .personal, access) == .newerFormat(path: path, version: 99))
        }
        #expect(Files.bytes(path) == content)
        #expect(Files.names(folder.path) == ["archive.sqlite"])
    }

    @Test func aNewerFormatThatStandsInTheLogOnlyIsLeftAsItIs() throws {
        let path = folder("archive.sqlite")
        var connection: OpaquePointer?
        do {
            let archive = try Archive(path: path)
            try archive.append(message("1", "a"))
            #expect(sqlite3_open(path, &connection) == SQLITE_OK)
            #expect(sqlite3_exec(connection, "PRAGMA user_version = 99", nil, nil, nil) == SQLITE_OK)
        }
        defer { sqlite3_close(connection) }
        let content = (Files.bytes(path), Files.bytes(path + "-wal"))
        #expect(error(path) == .newerFormat(path: path, version: 99))
        #expect(Files.bytes(path) == content.0)
        #expect(Files.bytes(path + "-wal") == content.1)
    }

    @Test func aFileThatWasCutIsLeftAsItIs() throws {
        let path = folder("archive.sqlite")
        do { try Archive(path: path).append(message("1", String(repeating: "long ", count: 10_000))) }
        let content = try #require(Files.bytes(path))
        let cut = Array(content.prefix(content.count / 2))
        Files.write(cut, to: path)
        let found = error(path)
        guard case .corrupt = found else {
            Issue.record("\(String(describing: found))")
            return
        }
        #expect(Files.bytes(path) == cut)
        #expect(Files.names(folder.path) == ["archive.sqlite"])
    }

    @Test func damageInTheMiddleIsAnErrorAndNoCrash() throws {
        let path = folder("archive.sqlite")
        do { try Archive(path: path).append((0..<500).map { message("\($0)", "text \($0)") }) }
        let content = try #require(Files.bytes(path))
        var random = SeededGenerator(seed: 7)
        for _ in 0..<30 {
            var damaged = content
            for _ in 0..<200 {
                damaged[.random(in: 100..<content.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            Files.write(damaged, to: path)
            do throws(ArchiveError) {
                let archive = try Archive(path: path)
                _ = try archive.messages(in: lobby, limit: 1000)
                _ = try archive.search("text", limit: 1000)
                _ = try archive.rooms()
                try archive.append(message("new", "new"))
            } catch {
                #expect(!error.sentence.isEmpty)
            }
        }
    }

    @Test func aLockedArchiveSaysSo() throws {
        let path = folder("archive.sqlite")
        let archive = try Archive(path: path, busyTimeout: 20)
        var connection: OpaquePointer?
        #expect(sqlite3_open(path, &connection) == SQLITE_OK)
        defer { sqlite3_close(connection) }
        #expect(sqlite3_exec(connection, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
        #expect(throws: ArchiveError.locked(path: path, code: SQLITE_BUSY)) { try archive.append(message("1", "a")) }
        #expect(sqlite3_exec(connection, "COMMIT", nil, nil, nil) == SQLITE_OK)
        #expect(try archive.append(message("1", "a")).order == 1)
    }

    @Test(.enabled(if: geteuid() != 0, "root may write anything"))
    func anArchiveThatOneMayNotWriteSaysSo() throws {
        let path = folder("archive.sqlite")
        do { try Archive(path: path).append(message("1", "a")) }
        chmod(path, 0o400)
        #expect(error(path) == .readOnly(path: path, code: SQLITE_READONLY))
        chmod(path, 0)
        #expect(error(path) == .permission(path: path, code: SQLITE_CANTOPEN))
    }

    @Test func anArchiveThatWasRemovedTakesNothingMore() throws {
        let path = folder("archive.sqlite")
        let archive = try Archive(path: path)
        try archive.append(message("1", "a"))
        rename(path, folder("elsewhere.sqlite"))
        #expect(throws: ArchiveError.replaced(path: path)) { try archive.append(message("2", "b")) }
    }

    @Test func pathsMayHoldAnyCharacter() throws {
        let path = folder("a?b#c%41 ü.sqlite")
        try Archive(path: path).append(message("1", "a"))
        #expect(Files.names(folder.path) == ["a?b#c%41 ü.sqlite"])
    }

    @Test func everyErrorIsOneLine() {
        let path = "/tmp/a\u{1B}\nb"
        let errors: [ArchiveError] = [
            .locked(path: path, code: 5), .corrupt(path: path, code: 11), .foreign(path: path, applicationID: 1),
            .newerFormat(path: path, version: 9), .readOnly(path: path, code: 8), .diskFull(path: path, code: 13),
            .permission(path: path, code: 14), .folderMissing(path: path), .missing(path: path),
            .notAFile(path: path), .replaced(path: path), .messageTooLong(path: path),
            .failed(path: path, code: 1, reason: "no\nway"),
        ]
        for error in errors {
            #expect(error.sentence.contains("/tmp/a␛ b"))
            #expect(error.sentence.hasSuffix("."))
            #expect(!error.sentence.contains("\n"))
            #expect(error.path == path)
        }
        #expect(Set(errors.map(\.sentence)).count == errors.count)
    }
}
