import CSQLite
import Glibc
import RichText

/// One SQLite connection: owns its handle, and turns result codes into errors.
final class Connection {
    /// How a connection is opened.
    enum Mode {
        /// To read and write; the file exists.
        case readWrite
        /// To read, seeing what other connections write.
        case readOnly
        /// To read the file alone, without locks, the write-ahead log and side files: nothing on the disk changes.
        case immutable
    }

    let path: String
    private let handle: OpaquePointer

    init(path: String, mode: Mode) throws(ArchiveError) {
        self.path = path
        // An absolute path needs the empty authority, lest a path that begins with two slashes is read as one.
        var uri = (path.hasPrefix("/") ? "file://" : "file:") + Connection.escaped(path)
        if mode == .immutable { uri += "?immutable=1" }
        let access = mode == .readWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(uri, &opened, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, nil)
        guard let opened else { throw .failed(path: path, code: code, reason: "out of memory") }
        guard code == SQLITE_OK else {
            let full = sqlite3_extended_errcode(opened)
            let system = sqlite3_system_errno(opened)
            let reason = String(cString: sqlite3_errmsg(opened))
            sqlite3_close_v2(opened)
            throw ArchiveError(path: path, code: full, systemCode: system, reason: reason)
        }
        sqlite3_extended_result_codes(opened, 1)
        handle = opened
    }

    // Statements that outlive the connection keep it alive: that is what the `_v2` form is for.
    deinit { sqlite3_close_v2(handle) }

    /// Whether SQLite fell back to reading only.
    var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// How many rows the last statement changed.
    var changes: Int { Int(sqlite3_changes(handle)) }

    /// Waits at most `milliseconds` for other writers.
    func waitForOthers(milliseconds: Int) { sqlite3_busy_timeout(handle, Int32(clamping: milliseconds)) }

    /// Sets an option of `sqlite3_db_config`.
    func setOption(_ option: Int32, _ isOn: Bool) { _ = mingle_set_option(handle, option, isOn ? 1 : 0) }

    /// Whether the files of the write-ahead log stay when the last connection closes.
    func keepSideFiles(_ isOn: Bool) {
        var isOn: Int32 = isOn ? 1 : 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &isOn)
    }

    /// Changes the file to write-ahead mode, for which it must be alone with it for a moment.
    ///
    /// SQLite does not wait for others here, so this tries again, for at most `milliseconds`.
    func useWriteAheadLog(waiting milliseconds: Int) throws(ArchiveError) {
        var waited = 0
        while true {
            do throws(ArchiveError) {
                return try run("PRAGMA journal_mode = WAL")
            } catch .locked(let path, let code) {
                if waited >= milliseconds { throw .locked(path: path, code: code) }
                sqlite3_sleep(5)
                waited += 5
            }
        }
    }

    /// Runs statements that give no rows.
    func run(_ sql: String) throws(ArchiveError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK { throw error(code) }
    }

    /// Compiles one statement.
    func prepare(_ sql: String) throws(ArchiveError) -> Statement {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw error(code) }
        return Statement(statement, on: self)
    }

    /// The integer that a statement of one row and one column gives; 0 when it gives no row.
    func integer(_ sql: String) throws(ArchiveError) -> Int64 {
        var result: Int64 = 0
        try prepare(sql).each([]) { row in
            result = row.integer(0)
            return false
        }
        return result
    }

    /// The texts that a statement of one column gives, a row each.
    func texts(_ sql: String) throws(ArchiveError) -> [String] {
        var result: [String] = []
        try prepare(sql).each([]) { row in
            result.append(HarmlessText.line(row.text(0, limit: 1024)))
            return true
        }
        return result
    }

    /// Begins to copy all of `source` into this file; whoever asks for it ends it.
    func beginCopy(of source: Connection) throws(ArchiveError) -> OpaquePointer {
        guard let copy = sqlite3_backup_init(handle, "main", source.handle, "main") else {
            throw error(sqlite3_extended_errcode(handle))
        }
        return copy
    }

    /// What `code` means for this archive.
    func error(_ code: Int32) -> ArchiveError {
        // SQLite does not keep the number of a failed write; right after the call, the system still has it.
        let last = errno
        let kept = sqlite3_system_errno(handle)
        return ArchiveError(
            path: path, code: code, systemCode: kept == 0 ? last : kept,
            reason: String(cString: sqlite3_errmsg(handle)))
    }

    /// A path as it stands in an SQLite URI: every byte that could have a meaning there is written as its code.
    private static func escaped(_ path: String) -> String {
        let digits = Array("0123456789abcdef".unicodeScalars)
        var result = String.UnicodeScalarView()
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                result.append(Unicode.Scalar(byte))
            default:
                result.append("%")
                result.append(digits[Int(byte >> 4)])
                result.append(digits[Int(byte & 15)])
            }
        }
        return String(result)
    }
}
