import CSQLite
import ChatCore
import Glibc

/// Looking after an archive: whether it is sound, saving what can be read of a damaged one, giving back free room.
public enum ArchiveCare {
    /// What is wrong with the archive at `path`, a line each, at most 100; nothing when it is sound.
    /// Nothing is changed, but that an older format is brought up to date.
    public static func check(_ path: String) throws(ArchiveError) -> [String] {
        let archive = try open(path)
        var problems = try soundness(of: archive)
        // Whatever else is asked of a damaged file, it gives no better answer.
        if problems.isEmpty, archive.format >= 3 { problems = try strays(in: archive) }
        if problems.isEmpty, !archive.connection.isReadOnly {
            do throws(ArchiveError) {
                try archive.connection.run("INSERT INTO message_search (message_search) VALUES ('integrity-check')")
            } catch .corrupt {
                problems.append("the index of the search is damaged")
            }
        }
        return problems
    }

    private static func soundness(of archive: Archive) throws(ArchiveError) -> [String] {
        do throws(ArchiveError) {
            return try archive.connection.texts("PRAGMA integrity_check(100)").filter { $0 != "ok" }
        } catch .corrupt {
            return ["the file is damaged"]
        }
    }

    /// Rows about messages that are not there.
    private static func strays(in archive: Archive) throws(ArchiveError) -> [String] {
        let sql = "SELECT \"table\" || ' ' || rowid FROM pragma_foreign_key_check LIMIT 100"
        return try archive.connection.texts(sql).map { "row \($0) is about a message that is not there" }
    }

    /// An archive for checking; one that may not be written is read.
    private static func open(_ path: String) throws(ArchiveError) -> Archive {
        // What is not there is not made.
        if ArchiveFile.status(path) == nil { throw .missing(path: path) }
        do throws(ArchiveError) {
            return try Archive(path: path)
        } catch .readOnly {
            return try Archive(path: path, access: .readOnly)
        }
    }

    /// How many bytes of the archive at `path` hold nothing any more.
    public static func freeBytes(_ path: String) throws(ArchiveError) -> Int64 {
        let connection = try open(path).connection
        return try connection.integer("PRAGMA freelist_count") * connection.integer("PRAGMA page_size")
    }

    /// Makes the file of the archive at `path` as small as it can be; needs as much room again meanwhile, and nobody
    /// can write as long as it takes.
    public static func compact(_ path: String) throws(ArchiveError) {
        let archive = try open(path)
        try archive.checkPlace()
        try archive.connection.run("VACUUM")
    }

    /// What was saved of a damaged archive.
    public struct Report: Hashable, Sendable {
        /// How many messages were saved.
        public var messages: Int64
        /// How many edits, deletions and reactions were saved.
        public var changes: Int64
        /// How many stretches could not be read, each of one row or more.
        public var gaps: Int
        /// Where the damaged file is now.
        public var old: String
    }

    /// Puts what can be read of the archive at `path` into a new file, which takes its place; the old one is kept beside
    /// it. Everything keeps its place and its id; the index of the search is made anew.
    /// Nobody can write as long as it takes; programs that have the old file open can write no more until they are
    /// started again.
    public static func repair(_ path: String, now: Timestamp) throws(ArchiveError) -> Report {
        guard let status = ArchiveFile.status(path) else { throw .missing(path: path) }
        let new = path + ".repaired"
        for suffix in ["", "-wal", "-shm"] { unlink(new + suffix) }
        let replacement = try Replacement(of: path)
        var report = Report(messages: 0, changes: 0, gaps: 0, old: "\(path).damaged-\(now.milliseconds / 1000)")
        do throws(ArchiveError) {
            let archive = try Archive(path: new)
            var rescue = Rescue(from: path, into: archive)
            try rescue.run()
            (report.messages, report.changes, report.gaps) = (rescue.messages, rescue.changes, rescue.gaps)
            // An empty archive would be no better than the damaged one.
            if report.messages == 0, report.gaps > 0 { throw .corrupt(path: path, code: SQLITE_CORRUPT) }
            while try archive.indexMore(limit: 5000) {}
            chmod(new, status.st_mode & 0o777)
            _ = chown(new, uid_t.max, status.st_gid)
        } catch {
            for suffix in ["", "-wal", "-shm"] { unlink(new + suffix) }
            replacement.giveUp()
            // The damage is in the old file, whatever the new one says of it.
            if case .corrupt(_, let code) = error { throw .corrupt(path: path, code: code) }
            throw error
        }
        try replacement.put(new, keepingTheOldAs: report.old)
        return report
    }
}

/// Copies rows out of a damaged file: a stretch that cannot be read is halved until only what is damaged is left out.
private struct Rescue {
    /// The most failures; a file that is worse is given up at that place.
    private static let mostFailures = 20_000

    let path: String
    let archive: Archive
    private(set) var messages: Int64 = 0
    private(set) var changes: Int64 = 0
    private(set) var gaps = 0
    private var failures = 0

    init(from path: String, into archive: Archive) { (self.path, self.archive) = (path, archive) }

    mutating func run() throws(ArchiveError) {
        let connection = archive.connection
        let name = path.hasPrefix("/") ? path : "./" + path
        let quoted = name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
        // With a schema that may be written, SQLite reads a file whose end is missing as far as it goes.
        connection.setOption(SQLITE_DBCONFIG_DEFENSIVE, false)
        try connection.run("PRAGMA synchronous = OFF; PRAGMA writable_schema = ON; ATTACH '\(quoted)' AS old")
        defer {
            try? connection.run("DETACH old; PRAGMA writable_schema = OFF; PRAGMA synchronous = FULL")
            connection.setOption(SQLITE_DBCONFIG_DEFENSIVE, true)
        }
        guard try connection.integer("SELECT count(*) FROM old.sqlite_schema WHERE name = 'message'") > 0 else {
            throw .corrupt(path: path, code: SQLITE_NOTADB)
        }
        // No transaction around it: one that has met damage can do nothing more.
        try copy("message", "seq, id, room, time, author, name, text, marks")
        try copy("amendment", "seq, id, target, time, author, name, kind, text, marks")
        try copy("room_event", "seq, room, time, author, name, kind, person, text")
        try copy("copy", "seq, room, archive_id, sender_id")
        try copy("waiting_change", "seq, room, kind, target, author, name, time, place, text")
        for table in ["read_position", "reading_place", "heard", "copied_room"] {
            // Positions are a convenience; all or none of them.
            try? connection.run("INSERT OR IGNORE INTO main.\(table) SELECT * FROM old.\(table)")
        }
        // What belongs to a message that is lost goes with it.
        try connection.run("DELETE FROM main.copy WHERE seq NOT IN (SELECT seq FROM main.message)")
        try connection.run("DELETE FROM main.amendment WHERE target NOT IN (SELECT seq FROM main.message)")
        messages = try connection.integer("SELECT count(*) FROM main.message")
        changes = try connection.integer("SELECT count(*) FROM main.amendment")
    }

    private mutating func copy(_ table: String, _ columns: String) throws(ArchiveError) {
        let connection = archive.connection
        guard try connection.integer("SELECT count(*) FROM old.sqlite_schema WHERE name = '\(table)'") > 0 else {
            return
        }
        var last: Int64 = 0
        for sql in [
            "SELECT max(seq) FROM old.\(table)", "SELECT seq FROM old.sqlite_sequence WHERE name = '\(table)'",
        ] { last = max(last, (try? connection.integer(sql)) ?? 0) }
        // Where not even that can be read, places are sought as far as a busy archive reaches.
        var waiting = [(first: Int64(1), last: last > 0 ? last : 1 << 22)]
        while let range = waiting.popLast() {
            do throws(ArchiveError) {
                try connection.run(
                    "INSERT OR IGNORE INTO main.\(table) (\(columns)) SELECT \(columns) FROM old.\(table) "
                        + "WHERE seq BETWEEN \(range.first) AND \(range.last)")
            } catch .diskFull(let path, let code) {
                throw .diskFull(path: path, code: code)
            } catch {
                failures += 1
                if range.first == range.last || failures > Rescue.mostFailures {
                    gaps += 1
                    continue
                }
                let middle = range.first + (range.last - range.first) / 2
                // The first half is done first.
                waiting += [(middle + 1, range.last), (range.first, middle)]
            }
        }
    }
}
