import CSQLite
import Glibc

/// Puts another file in the place of an archive, and lets nobody write into the old one meanwhile.
///
/// SQLite finds a log by the name of its file. So between the old file and the new one something stands at that name which
/// nobody takes for an archive, while the old log moves away: whoever comes just then waits, or is refused, and neither
/// makes an archive of his own there nor lays one file's log over the other.
struct Replacement {
    private let path: String
    /// Holds the right to write; nil where the file is too damaged for anybody to have it.
    private let lock: Connection?

    /// Takes the right to write into the archive at `path` until this value is gone; waits five seconds for others.
    init(of path: String) throws(ArchiveError) {
        self.path = path
        do throws(ArchiveError) {
            let connection = try Connection(path: path, mode: .readWrite)
            // The last to close a file removes the log by its name, which will be that of the new file's.
            connection.setOption(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
            connection.waitForOthers(milliseconds: 5000)
            try connection.run("BEGIN IMMEDIATE")
            lock = connection
        } catch .locked(let path, let code) {
            throw .locked(path: path, code: code)
        } catch {
            lock = nil
        }
    }

    /// Leaves all as it was.
    func giveUp() {
        guard (ArchiveFile.status(path + "-wal")?.st_size ?? 0) == 0 else { return }
        // Side files that were made for this go with it.
        lock?.setOption(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
    }

    /// Puts the file at `new` at the archive's name; the old file with its log is at `old` from now on.
    func put(_ new: String, keepingTheOldAs old: String) throws(ArchiveError) {
        let sign = path + ".replaced"
        try write("The archive is being replaced by \(new); what was here is in \(old).\n", to: sign)
        defer { unlink(sign) }
        // Where a file cannot have two names, the name leads nowhere for a moment.
        guard link(path, old) == 0 || rename(path, old) == 0, rename(sign, path) == 0 else {
            throw absence(of: old, errno)
        }
        let hasMoved = ["-wal", "-shm"].allSatisfy { suffix in
            ArchiveFile.status(path + suffix) == nil || rename(path + suffix, old + suffix) == 0
        }
        guard hasMoved, rename(new, path) == 0 else {
            let code = errno
            for suffix in ["-wal", "-shm", ""] { _ = rename(old + suffix, path + suffix) }
            throw absence(of: path, code)
        }
        // An empty log is of no use to anybody.
        if ArchiveFile.status(old + "-wal")?.st_size == 0 {
            for suffix in ["-wal", "-shm"] { unlink(old + suffix) }
        }
    }

    private func write(_ text: String, to file: String) throws(ArchiveError) {
        unlink(file)
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw absence(of: file, errno) }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count else { throw absence(of: file, errno) }
    }

    private func absence(of file: String, _ code: Int32) -> ArchiveError {
        ArchiveFile(path: path).absence(of: file, code: code)
    }
}
