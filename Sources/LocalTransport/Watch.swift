import Glibc

/// What is watched to learn of other processes: the archive, its log, and the people folder.
final class Watch {
    /// What there were signs of.
    struct Signs {
        /// Another process says that its commit is done.
        var commit = false
        /// Something was written to the log, which will be a commit soon, or nothing.
        var log = false
        /// Something changed in the people folder.
        var people = false
    }

    private let archive: String
    private let people: String
    private let files: FileWatch?
    private var isLogWatched = false
    /// Whether every change gives a sign. If not, one has to look now and then.
    private(set) var isComplete: Bool

    init(archive: String, people: String) {
        self.archive = archive
        self.people = people
        files = FileWatch()
        isComplete = false
        guard let files else { return }
        let isArchiveWatched = files.add(archive, mask: Int(IN_ATTRIB) | Int(IN_MODIFY) | Int(IN_MOVE_SELF))
        let changes = [IN_CLOSE_WRITE, IN_MODIFY, IN_MOVED_TO, IN_MOVED_FROM, IN_DELETE].reduce(0) { $0 | Int($1) }
        isComplete = files.add(people, mask: changes) && isArchiveWatched
        watchLog()
    }

    /// Becomes readable when there are signs; -1 when there never are.
    var descriptor: Int32 { files?.descriptor ?? -1 }

    /// Takes the signs that came since the last time.
    func take() -> Signs {
        var result = Signs()
        for sign in files?.take() ?? [] {
            switch sign.path {
            case people: result.people = true
            case archive: result.commit = true
            default:
                result.log = true
                if sign.mask & UInt32(IN_IGNORED) != 0 { isLogWatched = false }
            }
        }
        // The log is made anew when a program of another kind was the last to close the archive.
        if result.commit && !isLogWatched { watchLog() }
        return result
    }

    private func watchLog() { isLogWatched = files?.add(archive + "-wal", mask: Int(IN_MODIFY)) ?? false }
}
