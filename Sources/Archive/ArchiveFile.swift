import CSQLite
import Glibc

/// The file of an archive on the disk: its folder, its mode, and what can be told of it before anything is written.
struct ArchiveFile {
    let path: String

    /// The folder that the file lies in.
    var folder: String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes the file, and for a personal archive its folders, where they are missing.
    func create(_ sharing: Archive.Sharing) throws(ArchiveError) {
        let made = sharing == .personal ? ArchiveFile.makeFolders(folder) : 0
        guard let place = ArchiveFile.status(folder) else { throw absence(of: folder, code: made == 0 ? errno : made) }
        guard place.st_mode & S_IFMT == S_IFDIR else { throw .folderMissing(path: path) }
        if let known = ArchiveFile.status(path) {
            // What was kept for one's own eyes is not opened to others by the way.
            if sharing == .shared, known.st_mode & S_IFMT == S_IFREG, known.st_mode & 0o020 == 0 {
                throw .personal(path: path)
            }
            // An empty file of one's own, made beforehand, becomes an archive like one that is made here.
            if known.st_mode & S_IFMT == S_IFREG, known.st_size == 0, known.st_uid == geteuid() {
                try setMode(sharing, group: place.st_gid)
            }
            return
        }
        guard errno == ENOENT else { throw absence(of: path, code: errno) }
        try make(path, mode: sharing == .shared ? 0o660 : 0o600, group: sharing == .shared ? place.st_gid : nil)
    }

    /// Gives an empty file the mode of a new one. Its log may hold an archive already, whose mode is its owner's choice.
    private func setMode(_ sharing: Archive.Sharing, group: gid_t) throws(ArchiveError) {
        for suffix in ["-wal", "-journal"] where ArchiveFile.status(path + suffix) != nil { return }
        if sharing == .shared, chown(path, uid_t.max, group) != 0 { throw absence(of: path, code: errno) }
        if chmod(path, sharing == .shared ? 0o660 : 0o600) != 0 { throw absence(of: path, code: errno) }
    }

    /// Makes the side files of a shared archive with the archive's own mode and group: SQLite would give them the
    /// group of whoever comes first, and shut the others out.
    func createSideFiles() throws(ArchiveError) {
        guard let status = ArchiveFile.status(path), status.st_mode & 0o020 != 0 else { return }
        for suffix in ["-wal", "-shm"] where ArchiveFile.status(path + suffix) == nil {
            try make(path + suffix, mode: status.st_mode & 0o777, group: status.st_gid)
        }
    }

    /// Whether the file's mode lets its group write, which makes it a shared one.
    var isShared: Bool { (ArchiveFile.status(path)?.st_mode ?? 0) & 0o020 != 0 }

    /// What tells this file from any other of the machine; nil when there is no file.
    var identity: Identity? {
        ArchiveFile.status(path).map { Identity(device: UInt64($0.st_dev), node: UInt64($0.st_ino)) }
    }

    /// The device and the node number of a file.
    struct Identity: Equatable {
        let device: UInt64
        let node: UInt64
    }

    /// Refuses what is no archive of ours, and returns its format; 0 for an empty file, nil when only SQLite with the
    /// log or the journal beside the file can tell.
    ///
    /// SQLite does the reading, in a mode that takes no locks and makes no side files: a plain `open` and `close` here
    /// would drop the POSIX locks that other connections of this process hold on the file.
    func inspect() throws(ArchiveError) -> Int? {
        guard let status = ArchiveFile.status(path) else {
            if errno == ENOENT, ArchiveFile.status(folder) != nil { throw .missing(path: path) }
            throw absence(of: path, code: errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        if status.st_size == 0 { return 0 }
        guard access(path, R_OK) == 0 else { throw .permission(path: path, code: SQLITE_CANTOPEN) }
        return try readVersion()
    }

    /// The format by the file alone, without its log.
    private func readVersion() throws(ArchiveError) -> Int? {
        for isLast in [false, false, true] {
            do throws(ArchiveError) {
                return try Schema.check(try Connection(path: path, mode: .immutable))
            } catch .corrupt(let path, let code) {
                // While a log is being moved into the file, or the file is being made, its header is ahead of its
                // length, and a killed process may have left it so.
                let isUnfinished = ["-wal", "-journal"].contains {
                    (ArchiveFile.status(self.path + $0)?.st_size ?? 0) > 0
                }
                if code & 0xFF == SQLITE_CORRUPT && isUnfinished { return nil }
                if isLast { throw .corrupt(path: path, code: code) }
                sqlite3_sleep(10)
            }
        }
        return nil
    }

    private func make(_ path: String, mode: mode_t, group: gid_t?) throws(ArchiveError) {
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard file >= 0 else {
            if errno == EEXIST { return }
            throw absence(of: path, code: errno)
        }
        defer { close(file) }
        if let group, ArchiveFile.status(path)?.st_gid != group, fchown(file, uid_t.max, group) != 0 {
            let code = errno
            unlink(path)
            throw absence(of: path, code: code)
        }
        // The mode is set again because the umask took its part of it.
        if fchmod(file, mode) != 0 { throw absence(of: path, code: errno) }
    }

    /// Why there is no file, by the system's error number.
    func absence(of missing: String, code: Int32) -> ArchiveError {
        switch code {
        case ENOENT, ENOTDIR: .folderMissing(path: path)
        case EACCES, EPERM: .permission(path: path, code: SQLITE_CANTOPEN)
        case EROFS: .readOnly(path: path, code: SQLITE_READONLY)
        case ENOSPC, EDQUOT, EFBIG: .diskFull(path: path, code: SQLITE_FULL)
        default: .failed(path: path, code: SQLITE_CANTOPEN, reason: String(cString: strerror(code)))
        }
    }

    /// Returns why the first one could not be made, as the system's error number; 0 when all are there.
    private static func makeFolders(_ folder: String) -> Int32 {
        var made = ""
        var reason: Int32 = 0
        for part in folder.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            made += (made.isEmpty && part.isEmpty) ? "/" : String(Substring(part)) + "/"
            if mkdir(made, 0o700) != 0, errno != EEXIST, reason == 0 { reason = errno }
        }
        return reason
    }

    static func status(_ path: String) -> stat? {
        var result = stat()
        return stat(path, &result) == 0 ? result : nil
    }
}
