import Glibc
import RichText

/// A program that is given all its input and asked for all its output, and that is ended when it takes too long.
package enum ChildProcess {
    /// How it came to its end.
    package enum End: Equatable, Sendable {
        case code(Int32)
        case signal(Int32)
        /// It took too long or said too much, and was killed.
        case stopped
    }

    package struct Output: Sendable {
        package var end: End
        package var bytes: [UInt8]
        /// What it said about it, made harmless: one line of at most 200 letters.
        package var words: String
    }

    /// Runs the program at `path` with an empty environment; its three streams are connected to this process.
    package static func run(
        _ path: String, _ arguments: [String], input: [UInt8], largestOutput: Int, milliseconds: Int
    ) throws(DecodeFailure) -> Output {
        // Sockets and not pipes: writing to one whose reader died gives an error and no signal.
        guard let streams = Streams() else { throw .noDecoder(errno) }
        defer { streams.close() }
        let child = try spawn(path, arguments, streams)
        streams.closeTheirs()
        var exchange = Exchange(streams, input: input, largestOutput: largestOutput)
        // The time that a machine sleeps is not the child's.
        let deadline = SuspendingClock.now + .milliseconds(milliseconds)
        let isDone = exchange.run(until: deadline) && hasEnded(child, by: deadline)
        // Its group, for the sake of what it may have started.
        if !isDone { kill(-child, SIGKILL) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        let signal = status & 0x7F
        let end: End = !isDone ? .stopped : signal != 0 ? .signal(signal) : .code(status >> 8 & 0xFF)
        let words = HarmlessText.line(String(decoding: exchange.words, as: UTF8.self))
        return Output(end: end, bytes: exchange.output, words: String(words.prefix(200)))
    }

    /// Whether a child that has closed its streams comes to its end in time; it is still to be waited for.
    private static func hasEnded(_ child: pid_t, by deadline: SuspendingClock.Instant) -> Bool {
        var pause: UInt32 = 100
        while true {
            var information = siginfo_t()
            let code = waitid(P_PID, id_t(child), &information, WEXITED | WNOHANG | WNOWAIT)
            if code == 0 && information.si_signo == SIGCHLD { return true }
            guard code == 0 || errno == EINTR, SuspendingClock.now < deadline else { return false }
            usleep(pause)
            pause = min(pause * 2, 20_000)
        }
    }

    private static func spawn(
        _ path: String, _ arguments: [String], _ streams: Streams
    ) throws(DecodeFailure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        guard posix_spawn_file_actions_init(&actions) == 0 else { throw .noDecoder(ENOMEM) }
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, end) in streams.theirs.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, end, Int32(target))
        }
        var attributes = posix_spawnattr_t()
        guard posix_spawnattr_init(&attributes) == 0 else { throw .noDecoder(ENOMEM) }
        defer { posix_spawnattr_destroy(&attributes) }
        // Neither the keys that end a terminal's program nor what this process ignores or blocks are the child's.
        var all = sigset_t()
        sigfillset(&all)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        var child: pid_t = 0
        let code = posix_spawn(&child, path, &actions, &attributes, words, &environment)
        guard code == 0 else { throw .noDecoder(code) }
        return child
    }
}

/// Three pairs of connected sockets: the child's input, output and words.
private final class Streams {
    private(set) var ours: [Int32] = []
    private(set) var theirs: [Int32] = []

    init?() {
        for _ in 0..<3 {
            var ends: [Int32] = [-1, -1]
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
                close()
                return nil
            }
            // Only our end does not wait.
            _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
            ours.append(ends[0])
            // Numbers below 3 would be in the way of the child's own.
            let high = fcntl(ends[1], F_DUPFD_CLOEXEC, 3)
            Glibc.close(ends[1])
            theirs.append(high)
        }
    }

    func closeTheirs() {
        for end in theirs { Glibc.close(end) }
        theirs = []
    }

    func closeOurs(_ index: Int) {
        guard ours[index] >= 0 else { return }
        Glibc.close(ours[index])
        ours[index] = -1
    }

    func close() {
        closeTheirs()
        for index in ours.indices { closeOurs(index) }
    }
}

/// Writes and reads until the child has closed its streams.
private struct Exchange {
    private let streams: Streams
    private let input: [UInt8]
    private let largestOutput: Int
    private var written = 0
    private(set) var output: [UInt8] = []
    private(set) var words: [UInt8] = []

    init(_ streams: Streams, input: [UInt8], largestOutput: Int) {
        self.streams = streams
        self.input = input
        self.largestOutput = largestOutput
    }

    /// Whether the child came to its end within the time and the limit.
    mutating func run(until deadline: SuspendingClock.Instant) -> Bool {
        writeSome()
        while streams.ours[1] >= 0 || streams.ours[2] >= 0 {
            let left = Int((deadline - SuspendingClock.now) / .milliseconds(1))
            guard left > 0, output.count <= largestOutput else { return false }
            var waits = [
                pollfd(fd: streams.ours[0], events: Int16(POLLOUT), revents: 0),
                pollfd(fd: streams.ours[1], events: Int16(POLLIN), revents: 0),
                pollfd(fd: streams.ours[2], events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&waits, 3, Int32(clamping: left)) >= 0 || errno == EINTR else { return false }
            if waits[0].revents != 0 { writeSome() }
            if waits[1].revents != 0 { readSome(1) }
            if waits[2].revents != 0 { readSome(2) }
        }
        return true
    }

    private mutating func writeSome() {
        while written < input.count {
            let count = input[written...].withUnsafeBytes {
                send(streams.ours[0], $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno == EAGAIN { return }
            // A child that has seen enough closes its input; its end tells the rest.
            guard count > 0 else { break }
            written += count
        }
        streams.closeOurs(0)
    }

    private mutating func readSome(_ index: Int) {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(streams.ours[index], &chunk, chunk.count)
        if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
        guard count > 0 else { return streams.closeOurs(index) }
        if index == 1 {
            output += chunk[..<count]
        } else if words.count < 1 << 10 {
            words += chunk[..<count]
        }
    }
}
