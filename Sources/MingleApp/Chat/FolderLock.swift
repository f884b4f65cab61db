import Glibc

/// Holds others off the files in a folder, so far as they ask for it too.
struct FolderLock {
    private let folder: Int32

    /// Locks the folder of `path`, waiting a tenth of a second for others; nil where that cannot be had.
    init?(of path: String) {
        let end = path.lastIndex(of: "/")
        folder = open(end.map { path[..<$0] + "/" } ?? ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return nil }
        // In a folder of several people somebody may hold it for ever: then one goes on without it.
        for _ in 0..<20 {
            if flock(folder, LOCK_EX | LOCK_NB) == 0 { return }
            usleep(5_000)
        }
        close(folder)
        return nil
    }

    /// Lets others in.
    func release() { close(folder) }
}
