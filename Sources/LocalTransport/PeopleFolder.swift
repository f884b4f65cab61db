import Archive
import Glibc

/// The folder beside an archive in which each process that has it open keeps one file, locked for as long as it lives.
///
/// The lock is what tells the living from the dead: the kernel takes it away from a process however that ends. A file
/// is locked under a name that nobody looks at before it gets its own, so that it is never seen without its lock.
final class PeopleFolder {
    /// The most files that are looked at.
    static let mostFiles = 1000

    let path: String
    private let mode: mode_t
    private let name: String
    private var descriptor: Int32 = -1

    /// Makes the folder where it is missing, like the archive at `archive`: for its owner, or for its group.
    init(archive: String) throws(ArchiveError) {
        path = archive + ".people"
        var file = stat()
        guard stat(archive, &file) == 0 else { throw .missing(path: archive) }
        let isShared = file.st_mode & 0o020 != 0
        mode = isShared ? 0o640 : 0o600
        name = "\(getpid())-\(Clock.unique)"
        if mkdir(path, 0o700) == 0 {
            // What root makes beside somebody's archive is theirs.
            if geteuid() == 0 { chown(path, file.st_uid, file.st_gid) }
            // The group first: changing it would take the set-group bit away again.
            if isShared, chown(path, uid_t.max, file.st_gid) != 0 || chmod(path, 0o2770) != 0 {
                throw .permission(path: archive, code: errno)
            }
        } else if errno != EEXIST {
            throw PeopleFolder.error(archive)
        }
        // With the slash, a file of that name is an error.
        guard access(path + "/", R_OK | W_OK | X_OK) == 0 else { throw PeopleFolder.error(archive) }
    }

    deinit { leave() }

    /// Makes what `record` says known to the others. Returns whether that was possible.
    func write(_ record: PresenceRecord) -> Bool {
        let bytes = record.bytes
        if descriptor >= 0 { return put(bytes, descriptor) }
        let hidden = path + "/." + name
        let made = open(hidden, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard made >= 0 else { return false }
        let isReady = fchmod(made, mode) == 0 && flock(made, LOCK_EX | LOCK_NB) == 0 && put(bytes, made)
        guard isReady, rename(hidden, path + "/" + name) == 0 else {
            unlink(hidden)
            close(made)
            return false
        }
        descriptor = made
        return true
    }

    /// Takes one's own file away.
    func leave() {
        guard descriptor >= 0 else { return }
        unlink(path + "/" + name)
        close(descriptor)
        descriptor = -1
    }

    /// Whether somebody else removed one's own file.
    var isOwnFileMissing: Bool {
        var (status, found) = (stat(), stat())
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return false }
        return lstat(path + "/" + name, &found) != 0 || found.st_ino != status.st_ino
    }

    /// The records of the other living processes, by the names of their files; removes what dead ones left.
    /// A file that cannot be read at the moment gives nil.
    func others() -> [String: PresenceRecord?] {
        guard let folder = opendir(path) else { return [:] }
        defer { closedir(folder) }
        var result: [String: PresenceRecord?] = [:]
        while result.count < PeopleFolder.mostFiles, let entry = readdir(folder) {
            let file = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if file == name || file == "." || file == ".." { continue }
            if file.hasPrefix(".") {
                removeUnfinished(file)
                continue
            }
            if let found = look(at: file) { result.updateValue(found.record, forKey: file) }
        }
        return result
    }

    /// What is behind the name of a living process's file.
    private struct Look {
        let record: PresenceRecord?
    }

    /// What a file says; nil when nobody living stands behind it.
    private func look(at file: String) -> Look? {
        let place = path + "/" + file
        // Others may put anything here: a link is not followed, and a pipe does not make one wait.
        let opened = open(place, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        guard opened >= 0 else { return nil }
        defer { close(opened) }
        var status = stat()
        guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        if flock(opened, LOCK_SH | LOCK_NB) == 0 {
            unlink(place)
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: PresenceRecord.longest)
        let count = pread(opened, &bytes, bytes.count, 0)
        return Look(record: count > 0 ? PresenceRecord(bytes[..<count]) : nil)
    }

    /// Removes the file of a process that ended before it gave the file its name; a new one is given the time to.
    private func removeUnfinished(_ file: String) {
        var status = stat()
        guard lstat(path + "/" + file, &status) == 0 else { return }
        let age = Clock.now.milliseconds / 1000 - Int64(status.st_mtim.tv_sec)
        if age > 60 { unlink(path + "/" + file) }
    }

    private func put(_ bytes: [UInt8], _ file: Int32) -> Bool {
        // Length last: a reader in between finds the dot, and what is behind it means nothing.
        pwrite(file, bytes, bytes.count, 0) == bytes.count && ftruncate(file, bytes.count) == 0
    }

    private static func error(_ archive: String) -> ArchiveError {
        switch errno {
        case EACCES, EPERM: .permission(path: archive, code: errno)
        case EROFS: .readOnly(path: archive, code: errno)
        case ENOSPC, EDQUOT: .diskFull(path: archive, code: errno)
        default: .failed(path: archive, code: errno, reason: String(cString: strerror(errno)))
        }
    }
}
