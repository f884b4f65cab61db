import CSQLite
import ChatCore
import Glibc

/// A copy of an archive for one day, made bit by bit beside it: `backups/archive-2026-11-30.sqlite`, mode 0600 in a
/// folder of mode 0700.
///
/// It is of the moment at which it was begun, whatever is written meanwhile, and gets its name when it is whole. Of
/// several processes the first one makes it.
public final class ArchiveBackup {
    /// How many days' copies are kept.
    public static let kept = 7
    /// After how many milliseconds an unfinished copy is taken for left behind.
    private static let stale: Int64 = 3_600_000

    private let partial: String
    /// The unfinished copy's file, which may be gone from its place by now.
    private var identity: stat
    private let final: String
    private let folder: String
    private let stem: String
    private let source: Connection
    private var target: Connection?
    private var handle: OpaquePointer?

    /// Begins the copy of the archive at `path` for the day of `now`; nil when it is there, when another process is
    /// making it, or when the archive belongs to another account, which makes its own.
    public init?(of path: String, now: Timestamp) throws(ArchiveError) {
        let file = ArchiveFile(path: path)
        folder = (file.folder == "/" ? "" : file.folder) + "/backups"
        stem = ArchiveBackup.stem(of: path)
        let date = CivilDate(day: CivilDate.split(now).day)
        final = folder + "/" + stem + "-" + ArchiveBackup.text(date) + ".sqlite"
        // A name of its own: whoever slept for hours comes back to its own copy, not to another one's.
        let number = String(UInt32.random(in: 0 ... .max), radix: 36)
        partial = folder + "/." + stem + ".\(getpid())-\(number)." + ArchiveBackup.unfinished
        if ArchiveFile.status(final) != nil || ArchiveFile.status(path)?.st_uid != geteuid() { return nil }
        mkdir(folder, 0o700)
        if !ArchiveBackup.othersAtWork(folder, stem, now, besides: partial).isEmpty { return nil }
        let made = open(partial, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard made >= 0 else {
            if errno == EEXIST { return nil }
            throw ArchiveFile(path: final).absence(of: partial, code: errno)
        }
        identity = stat()
        fstat(made, &identity)
        close(made)
        // Of two that began at once, one goes on.
        let own = partial
        if ArchiveBackup.othersAtWork(folder, stem, now, besides: own).contains(where: { $0 < own }) {
            unlink(partial)
            return nil
        }
        do throws(ArchiveError) {
            source = try Connection(path: path, mode: .readOnly)
            source.setOption(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
            // One moment for the whole copy: without it, each message of another process would begin it anew.
            try source.run("BEGIN")
            _ = try Schema.check(inTransaction: source)
            let target = try Connection(path: partial, mode: .readWrite)
            handle = try target.beginCopy(of: source)
            self.target = target
        } catch {
            unlink(partial)
            throw error
        }
    }

    deinit { cancel() }

    /// Copies at most `pages` more. Returns whether the copy is whole, and then in its place.
    public func step(pages: Int32) throws(ArchiveError) -> Bool {
        guard let handle, let target else { return true }
        guard isInPlace else {
            cancel()
            return true
        }
        switch sqlite3_backup_step(handle, pages) {
        case SQLITE_OK, SQLITE_BUSY, SQLITE_LOCKED:
            // The time of the last work tells others that somebody is at it.
            utimensat(AT_FDCWD, partial, nil, 0)
            return false
        case SQLITE_DONE: break
        case let code:
            let error = target.error(code)
            defer { cancel() }
            if !isInPlace { return true }
            throw error
        }
        sqlite3_backup_finish(handle)
        self.handle = nil
        do throws(ArchiveError) {
            // One file, without a log beside it.
            try target.run("PRAGMA journal_mode = DELETE")
        } catch {
            cancel()
            throw error
        }
        self.target = nil
        try? source.run("COMMIT")
        guard isInPlace else { return true }
        guard rename(partial, final) == 0 else { throw ArchiveFile(path: final).absence(of: final, code: errno) }
        removeOld()
        return true
    }

    /// Whether the unfinished copy is where it was made. Else it was taken for left behind and removed: another process has
    /// made the copy, or is making it.
    private var isInPlace: Bool {
        guard let status = ArchiveFile.status(partial) else { return false }
        return status.st_ino == identity.st_ino && status.st_dev == identity.st_dev
    }

    /// Gives up an unfinished copy.
    public func cancel() {
        if let handle { sqlite3_backup_finish(handle) }
        if target != nil { unlink(partial) }
        handle = nil
        target = nil
    }

    /// The unfinished copies of this archive that others work at. What was left behind is removed.
    private static func othersAtWork(
        _ folder: String, _ stem: String, _ now: Timestamp, besides own: String
    ) -> [String] {
        ArchiveBackup.files(folder).compactMap { name in
            guard name.hasPrefix("." + stem + "."), name.hasSuffix(unfinished) else { return nil }
            let path = folder + "/" + name
            guard path != own, let status = ArchiveFile.status(path) else { return nil }
            if now.milliseconds - Int64(status.st_mtim.tv_sec) * 1000 < stale { return path }
            unlink(path)
            return nil
        }
    }

    /// How the names of unfinished copies end; before that stands whose they are.
    private static let unfinished = "partial"

    /// Removes all but the newest copies of this archive.
    private func removeOld() {
        let names = ArchiveBackup.names(folder, stem)
        for name in names.dropLast(ArchiveBackup.kept) { unlink(folder + "/" + name) }
    }

    /// The names of the copies of an archive in `folder`, oldest first.
    private static func names(_ folder: String, _ stem: String) -> [String] {
        files(folder).filter { name in
            let day = name.dropFirst(stem.utf8.count + 1)
            let isCopy = name.hasPrefix(stem + "-") && day.count == 17 && day.hasSuffix(".sqlite")
            return isCopy && day.prefix(10).allSatisfy { $0.isASCII && ($0.isNumber || $0 == "-") }
        }.sorted()
    }

    /// The names of all files in `folder`.
    private static func files(_ folder: String) -> [String] {
        guard let open = opendir(folder) else { return [] }
        defer { closedir(open) }
        var result: [String] = []
        while let entry = readdir(open) {
            result.append(
                withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return result
    }

    private static func stem(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? "archive"
        return name.hasSuffix(".sqlite") ? String(name.dropLast(7)) : name
    }

    private static func text(_ date: CivilDate) -> String {
        func padded(_ number: Int, _ count: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
    }
}
