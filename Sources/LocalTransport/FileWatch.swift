import Glibc

/// Signs of change in files and folders, from the kernel's `inotify`.
final class FileWatch {
    /// Becomes readable when there are signs.
    let descriptor: Int32
    private var watches: [Int32: String] = [:]

    /// A sign of change.
    struct Sign {
        /// The path that is watched.
        let path: String
        /// What happened: `IN_ATTRIB` and its like.
        let mask: UInt32
    }

    /// Nil when the account has too many such watches already.
    init?() {
        let made = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
        if made < 0 { return nil }
        descriptor = made
    }

    deinit { close(descriptor) }

    /// Begins to watch `path` for the signs of `mask`. Returns whether that is possible.
    func add(_ path: String, mask: Int) -> Bool {
        let watch = inotify_add_watch(descriptor, path, UInt32(mask))
        if watch < 0 { return false }
        watches[watch] = path
        return true
    }

    /// Takes the signs that came since the last time.
    func take() -> [Sign] {
        var signs: [Sign] = []
        let capacity = 16 * 1024
        withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 8) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, capacity)
                if count <= 0 { break }
                var place = 0
                while place + MemoryLayout<inotify_event>.size <= count {
                    let event = buffer.load(fromByteOffset: place, as: inotify_event.self)
                    place += MemoryLayout<inotify_event>.size + Int(event.len)
                    signs += paths(of: event).map { Sign(path: $0, mask: event.mask) }
                }
            }
        }
        return signs
    }

    /// An overflow of the kernel's queue may stand for a sign of any path.
    private func paths(of event: inotify_event) -> [String] {
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return Array(watches.values) }
        guard let path = watches[event.wd] else { return [] }
        if event.mask & UInt32(IN_IGNORED) != 0 { watches[event.wd] = nil }
        return [path]
    }
}
