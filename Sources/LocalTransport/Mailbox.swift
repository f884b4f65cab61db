import Archive
import ChatCore
import Glibc
import Synchronization

/// Commands on their way to the transport's thread, and the pipe that wakes it.
final class Mailbox: Sendable {
    /// What was put in since the last look.
    struct Contents {
        var commands: [TransportCommand] = []
        var isStopped = false
    }

    /// Becomes readable when there is something new.
    let wakeDescriptor: Int32
    private let writeDescriptor: Int32
    private let contents = Mutex(Contents())

    /// An empty mailbox; `path` only serves the error's sentence.
    init(path: String) throws(ArchiveError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw .failed(path: path, code: errno, reason: String(cString: strerror(errno)))
        }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        wakeDescriptor = ends[0]
        writeDescriptor = ends[1]
    }

    deinit {
        close(wakeDescriptor)
        close(writeDescriptor)
    }

    /// Puts in a command, unless the transport is stopping.
    func put(_ command: TransportCommand) {
        let isFirst = contents.withLock {
            if $0.isStopped { return false }
            $0.commands.append(command)
            return $0.commands.count == 1
        }
        if isFirst { wake() }
    }

    /// Lets nothing more in, and tells the thread to finish.
    func stop() {
        contents.withLock { $0.isStopped = true }
        wake()
    }

    /// Takes everything out.
    func take() -> Contents {
        var bytes: [UInt8] = Array(repeating: 0, count: 64)
        while read(wakeDescriptor, &bytes, bytes.count) > 0 {}
        return contents.withLock {
            let taken = $0
            $0.commands = []
            return taken
        }
    }

    private func wake() {
        var byte: UInt8 = 1
        // A full pipe will wake the thread as well.
        _ = write(writeDescriptor, &byte, 1)
    }
}
