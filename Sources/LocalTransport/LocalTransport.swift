import Archive
import ChatCore
import Glibc
import RichText
import Synchronization

/// Rooms shared by the processes of one machine through an archive file.
///
/// Everything happens on one thread, which sleeps until a command comes, until another process has committed, or until
/// a deadline; while nothing happens it does not wake up at all. A message counts as sent once its transaction is on
/// the disk. Who is there is told by files that each process keeps locked for as long as it lives.
public final class LocalTransport: Transport {
    private let mailbox: Mailbox
    private let thread: pthread_t
    private let isJoined = Mutex(false)

    /// Opens the archive at `path` and begins to listen; whatever is wrong with the archive is thrown here.
    /// The others see one in the room unless `isSeen` is false, as for a program that only reads.
    /// `upkeep` is done from 15 seconds on, in steps of some milliseconds; `upkeepAfter` is that time in milliseconds.
    /// `deliver` is called on the transport's own thread, and must not wait for that of the caller of ``stop()``.
    public init(
        path: String, sharing: Archive.Sharing, me: Person, isSeen: Bool = true,
        upkeep: Upkeep = Upkeep(), upkeepAfter: Int64 = 15_000,
        deliver: @escaping @Sendable (TransportEvent) -> Void
    ) throws(ArchiveError) {
        let mailbox = try Mailbox(path: path)
        let loop = try TransportLoop(
            path: path, sharing: sharing, me: me, isSeen: isSeen, mailbox: mailbox, deliver: deliver)
        loop.caretaker = Caretaker(upkeep, path: path, me: me.id, at: Clock.steady, firstPause: upkeepAfter)
        let pointer = Unmanaged.passRetained(loop)
        var thread = pthread_t()
        let code = pthread_create(&thread, nil, runLoop, pointer.toOpaque())
        guard code == 0 else {
            pointer.release()
            throw .failed(path: path, code: code, reason: "no thread could be started")
        }
        self.mailbox = mailbox
        self.thread = thread
    }

    deinit { stop() }

    /// Does what `command` asks; the outcome comes as events. Never waits; does nothing after ``stop()``.
    public func perform(_ command: TransportCommand) { mailbox.put(command) }

    /// Writes what was given to be sent, tells of each such message, leaves all rooms, and ends the thread.
    /// This takes some seconds at most, when another program holds the archive. No event comes after it returns.
    public func stop() {
        mailbox.stop()
        if pthread_equal(pthread_self(), thread) != 0 {
            // Called from an event: the thread cannot wait for itself, and ends when the event is done with.
            isJoined.withLock {
                if !$0 { pthread_detach(thread) }
                $0 = true
            }
            return
        }
        isJoined.withLock {
            if !$0 { pthread_join(thread, nil) }
            $0 = true
        }
    }
}

/// Where the thread begins. A closure would take over the isolation of the place where it is written.
private func runLoop(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let pointer else { return nil }
    Unmanaged<TransportLoop>.fromOpaque(pointer).takeRetainedValue().run()
    return nil
}
