import Glibc

/// Files of the person's own, which nobody else may have written and which are replaced in one step.
enum OwnFile {
    /// All bytes of the file at `path`; nil where there is none, where it is more than `limit` bytes, and where others may
    /// have written it: in a folder that is shared, anybody can put a file there.
    static func read(_ path: String, limit: Int) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, isOwn(status) else { return nil }
        return FileBytes.read(file, limit: limit)
    }

    /// Replaces the file at `path`, or makes it, with mode 0600: whoever is interrupted leaves the old one or the new one.
    /// With `isSynced` the new one is on the disk before it takes the place of the old one. Returns whether that was
    /// done; if not, `errno` says why.
    static func replace(_ path: String, with bytes: [UInt8], isSynced: Bool = false) -> Bool {
        // Nobody can have made a file of that name beforehand; threads and processes do not meet in it either.
        let temporary = path + ".new-" + String(UInt64.random(in: 0 ... .max), radix: 36)
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return false }
        let isWritten = FileBytes.write(bytes, to: file) && (!isSynced || fsync(file) == 0)
        var code = errno
        close(file)
        if isWritten {
            if rename(temporary, path) == 0 { return true }
            code = errno
        }
        unlink(temporary)
        errno = code
        return false
    }

    /// Removes the file at `path`, if it is one's own.
    static func remove(_ path: String) {
        var status = stat()
        if lstat(path, &status) == 0, isOwn(status) { unlink(path) }
    }

    /// Whether something is at `path` that others may have put there or written.
    static func isOfOthers(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && !isOwn(status)
    }

    /// Does `work` while no other thread or process does so for a file in the same folder, which is what is locked. Where
    /// no lock can be had, as on some network drives, the work is done without.
    static func locked<Result, Fault>(
        _ path: String, _ work: () throws(Fault) -> Result
    ) throws(Fault) -> Result {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if lock >= 0 { close(lock) } }
        if lock >= 0 { while flock(lock, LOCK_EX) != 0 && errno == EINTR {} }
        return try work()
    }

    private static func isOwn(_ status: stat) -> Bool {
        status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid() && status.st_mode & 0o022 == 0
    }
}
