import CSQLite
import ChatCore
import Glibc
import RichText

/// Messages on disk, in one SQLite file: one connection, to be used by one thread at a time.
///
/// The file is in write-ahead mode: readers never wait, and one writer at a time appends. A message's `order` is its
/// place in the order of all commits to the file, over all rooms, from 1. Everything read passes ``HarmlessText``,
/// since whoever may write the file may have written anything.
///
/// A file that is damaged, of another program, or of a newer format is refused before a byte of it is changed.
public final class Archive {
    /// Who may use the file.
    public enum Sharing: Sendable {
        /// Its owner: a new file has mode 0600, and folders that are missing are made with mode 0700.
        case personal
        /// The group of its folder: a new file has mode 0660; the folder must be there.
        case shared
    }

    /// What one wants to do with the file.
    public enum Access: Sendable {
        /// Read and write; the file is made when it is missing.
        case readWrite
        /// Read only; nothing is made.
        case readOnly
    }

    /// The most UTF-8 bytes of text that a message may have.
    public static let longestText = 1 << 20

    /// Where the file is.
    public let path: String
    let connection: Connection
    /// The file's format: an older one stays where one only reads.
    let format: Int
    private let file: ArchiveFile
    private let identity: ArchiveFile.Identity?
    private var statements: [String: Statement] = [:]
    /// Those that are run for each message that is kept, where even to look for them takes long.
    var keeping: (message: Statement?, words: Statement?, names: Statement?)

    /// Opens the archive at `path`; waits at most `busyTimeout` milliseconds for other writers, now and later.
    /// - Parameter isCopy: whether all of it can be had again from where it was copied: then no commit waits for the disk,
    ///   and a power failure may cost the last of them, each of them whole.
    public init(
        path: String, sharing: Sharing = .personal, access: Access = .readWrite, isCopy: Bool = false,
        busyTimeout: Int = 5000
    ) throws(ArchiveError) {
        self.path = path
        file = ArchiveFile(path: path)
        if access == .readWrite { try file.create(sharing) }
        // Before the file is opened: what takes its place meanwhile is noticed.
        identity = file.identity
        let version = try file.inspect()
        switch access {
        case .readWrite:
            connection = try Archive.openToWrite(file, version: version, busyTimeout: busyTimeout)
            format = Schema.version
            if isCopy { try connection.run("PRAGMA synchronous = NORMAL") }
        case .readOnly:
            guard version != 0 else { throw .corrupt(path: path, code: 0) }
            connection = try Archive.openToRead(file, busyTimeout: busyTimeout)
            format = Int(try connection.integer("PRAGMA user_version"))
        }
    }

    deinit {
        // The last to close a file removes its log by name, which may belong to a file that has taken its place.
        if let now = file.identity, now != identity { connection.setOption(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true) }
    }

    /// Where the archive of the person with this `environment` is: `mingle/archive.sqlite` under `$XDG_DATA_HOME`, or
    /// under `~/.local/share` when that is not an absolute path, as the XDG base directory specification has it.
    public static func standardPath(environment: [String: String]) -> String {
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/mingle/archive.sqlite" }
        var home = environment["HOME"] ?? ""
        if !home.hasPrefix("/") { home = getpwuid(getuid()).map { String(cString: $0.pointee.pw_dir) } ?? "/" }
        if home.hasSuffix("/") { home.removeLast() }
        return home + "/.local/share/mingle/archive.sqlite"
    }

    /// From now on waits at most `milliseconds` for other writers.
    public func waitForOthers(milliseconds: Int) { connection.waitForOthers(milliseconds: milliseconds) }

    /// A compiled statement, kept for the next time.
    func statement(_ sql: String) throws(ArchiveError) -> Statement {
        if let known = statements[sql] { return known }
        let made = try connection.prepare(sql)
        statements[sql] = made
        return made
    }

    /// The compiled statement in `place`, compiled when it is first needed.
    func statement(
        in place: inout Statement?, _ sql: @autoclosure () -> String
    ) throws(ArchiveError) -> Statement {
        if let place { return place }
        let made = try connection.prepare(sql())
        place = made
        return made
    }

    /// Does `work` in one transaction, which is on the disk when this returns; after an error nothing is.
    func inTransaction(_ work: () throws(ArchiveError) -> Void) throws(ArchiveError) {
        if connection.isReadOnly { throw .readOnly(path: path, code: SQLITE_READONLY) }
        try checkPlace()
        try statement("BEGIN IMMEDIATE").run([])
        do throws(ArchiveError) {
            try work()
            try statement("COMMIT").run([])
        } catch {
            // SQLite rolls back by itself after some errors, such as a full disk.
            if connection.isInTransaction { try? statement("ROLLBACK").run([]) }
            throw error
        }
        try checkPlace()
    }

    /// Throws when the path no longer leads to the open file: SQLite would go on writing to one that was removed.
    public func checkPlace() throws(ArchiveError) {
        if file.identity != identity { throw .replaced(path: path) }
    }

    private static func openToWrite(
        _ file: ArchiveFile, version: Int?, busyTimeout: Int
    ) throws(ArchiveError) -> Connection {
        guard access(file.path, W_OK) == 0 else { throw .readOnly(path: file.path, code: SQLITE_READONLY) }
        if let version, version > 0 { try file.createSideFiles() }
        let connection = try Connection(path: file.path, mode: .readWrite)
        // Until the file is known to be ours, closing it must not move the log into it.
        connection.setOption(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
        connection.keepSideFiles(true)
        connection.waitForOthers(milliseconds: busyTimeout)
        if connection.isReadOnly { throw .readOnly(path: file.path, code: SQLITE_READONLY) }
        if try Schema.check(connection) < Schema.version { try Schema.migrate(connection) }
        try file.createSideFiles()
        try connection.useWriteAheadLog(waiting: busyTimeout)
        try connection.run("PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 4194304")
        // What is taken back is overwritten, and does not lie about in the file until its place is needed.
        try connection.run("PRAGMA secure_delete = ON")
        connection.setOption(SQLITE_DBCONFIG_DEFENSIVE, true)
        connection.setOption(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
        connection.keepSideFiles(file.isShared)
        return connection
    }

    private static func openToRead(_ file: ArchiveFile, busyTimeout: Int) throws(ArchiveError) -> Connection {
        do throws(ArchiveError) {
            let connection = try Connection(path: file.path, mode: .readOnly)
            connection.setOption(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
            connection.waitForOthers(milliseconds: busyTimeout)
            _ = try Schema.check(connection)
            try connection.run("PRAGMA trusted_schema = OFF")
            return connection
        } catch {
            // On a medium that cannot be written, the index of the log cannot be made. Without a log, none is needed.
            guard [SQLITE_CANTOPEN, SQLITE_READONLY].contains(error.code & 0xFF),
                (ArchiveFile.status(file.path + "-wal")?.st_size ?? 0) == 0
            else { throw error }
            return try Connection(path: file.path, mode: .immutable)
        }
    }
}
