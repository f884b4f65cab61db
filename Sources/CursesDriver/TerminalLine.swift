import Glibc
import Terminal

/// The line to the terminal below ncurses: its bytes, its settings, its size.
enum TerminalLine {
    /// The most bytes that one call of ``drain()`` takes, so that drawing goes on during a very large paste.
    static let largestRead = 1 << 20

    /// Reads what has arrived, without waiting; `isGone` tells that nothing will come any more.
    ///
    /// The line's description is shared with the shell, so it is not made non-blocking: it is asked before each read.
    static func drain() -> (bytes: [UInt8], isGone: Bool) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 16) { buffer in
            var bytes: [UInt8] = []
            while bytes.count < largestRead {
                var line = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                guard poll(&line, 1, 0) > 0 else { return (bytes, false) }
                let count = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
                if count > 0 {
                    bytes.append(contentsOf: buffer[..<count])
                    // A key is all that was there. Of much, the system hands over some 4 KiB at a time.
                    if count < 1024 { return (bytes, false) }
                } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
                    return (bytes, true)
                } else {
                    return (bytes, false)
                }
            }
            return (bytes, false)
        }
    }

    /// Writes all of the bytes; what a terminal that is gone does not take is lost. So is what one does not take soon
    /// when the program was asked to end: nobody may look at it, and it may never take bytes again.
    static func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty, takesBytes() {
            let count = SignalPipe.isEnding ? writeAtOnce(rest) : write(rest)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EAGAIN && errno != EINTR {
                return
            }
        }
    }

    private static func write(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }

    /// Writes what is taken without waiting. The line's description is shared with the shell, so it is set back.
    private static func writeAtOnce(_ bytes: ArraySlice<UInt8>) -> Int {
        let flags = fcntl(STDOUT_FILENO, F_GETFL)
        _ = fcntl(STDOUT_FILENO, F_SETFL, flags | O_NONBLOCK)
        let count = write(bytes)
        let code = errno
        _ = fcntl(STDOUT_FILENO, F_SETFL, flags)
        errno = code
        return count
    }

    /// Waits until the terminal takes bytes, or is gone; false when the program was asked to end and it takes none for a second.
    private static func takesBytes() -> Bool {
        var line = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        while true {
            let isEnding = SignalPipe.isEnding
            // A signal that comes between the look and the wait is seen a little later.
            let count = poll(&line, 1, isEnding ? 1000 : 250)
            if count > 0 || (count < 0 && errno != EINTR) { return true }
            if isEnding { return false }
        }
    }

    /// More columns or rows than any screen has; a terminal that tells more does not tell the truth.
    private static let largestSide = 2000

    /// The size that the terminal has told the system; nil when it has not.
    static var size: Size? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return Size(width: min(Int(size.ws_col), largestSide), height: min(Int(size.ws_row), largestSide))
    }

    /// How the line is set.
    static var settings: termios {
        var settings = termios()
        tcgetattr(STDIN_FILENO, &settings)
        return settings
    }
}
