import Glibc

/// Brings signals into the loop: each writes its number into a pipe, which the loop polls.
final class SignalPipe {
    /// Signals that become events.
    static let numbers = [SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT]

    /// The end to poll and read.
    let descriptor: Int32
    private let writingEnd: Int32
    private var previous: [(Int32, sigaction)] = []

    init() throws(CursesError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .noPipe(errno) }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        descriptor = ends[0]
        writingEnd = ends[1]
    }

    /// Whether a signal has asked the program to end; what nobody can see any more is not waited for then.
    static var isEnding: Bool { ending.pointee != 0 }

    /// What asked to end was meant for another program.
    static func goOn() { ending.pointee = 0 }

    /// Directs the signals into the pipe.
    func open() {
        ending.pointee = 0
        target.pointee = writingEnd
        unblock()
        previous = SignalPipe.numbers.map { ($0, SignalPipe.handle($0, flags: SA_RESTART, by: writeNumber)) }
    }

    /// Gives the signals back to whoever had them, and closes the pipe.
    func close() {
        for (number, action) in previous {
            var action = action
            sigaction(number, &action, nil)
        }
        target.pointee = -1
        _ = Glibc.close(descriptor)
        _ = Glibc.close(writingEnd)
    }

    /// Lets the signals through: whoever started the program may have handed down a mask that holds them back.
    private func unblock() {
        var mask = sigset_t()
        sigemptyset(&mask)
        for number in SignalPipe.numbers { sigaddset(&mask, number) }
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    }

    /// The signals that arrived, in order, each once.
    func drain() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 256)
        var result: [Int32] = []
        while true {
            let count = read(descriptor, &bytes, bytes.count)
            guard count > 0 else { return result }
            for byte in bytes[..<count] where !result.contains(Int32(byte)) { result.append(Int32(byte)) }
        }
    }

    /// Stops the process, or with `wholeGroup` its process group, as the terminal's stop key would, and returns when
    /// it goes on.
    func stop(wholeGroup: Bool) {
        var byDefault = sigaction()
        byDefault.__sigaction_handler.sa_handler = SIG_DFL
        var ours = sigaction()
        sigaction(SIGTSTP, &byDefault, &ours)
        _ = drain()
        kill(wholeGroup ? 0 : getpid(), SIGTSTP)
        // Another thread may be the one that is stopped first. SIGCONT tells that it is over; a group without a shell
        // to look after it is not stopped at all, hence the limit.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&waiting, 1, 100)
        sigaction(SIGTSTP, &ours, nil)
    }

    /// Installs a handler and returns the one before it.
    @discardableResult
    static func handle(_ number: Int32, flags: Int32, by handler: @escaping @convention(c) (Int32) -> Void) -> sigaction
    {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        action.sa_flags = flags
        var previous = sigaction()
        sigaction(number, &action, &previous)
        return previous
    }
}

// The handler reads it through a pointer that never changes, since a Swift variable is checked for overlapping access.
nonisolated(unsafe) private let target: UnsafeMutablePointer<Int32> = {
    let pointer = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    pointer.initialize(to: -1)
    return pointer
}()

nonisolated(unsafe) private let ending: UnsafeMutablePointer<Int32> = {
    let pointer = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    pointer.initialize(to: 0)
    return pointer
}()

private func writeNumber(_ number: Int32) {
    let saved = errno
    if number == SIGTERM || number == SIGHUP || number == SIGINT { ending.pointee = 1 }
    var byte = UInt8(truncatingIfNeeded: number)
    // A full pipe has been told enough: the loop will look at everything.
    _ = write(target.pointee, &byte, 1)
    errno = saved
}
