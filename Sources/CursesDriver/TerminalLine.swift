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

    /// Writes all of the bytes; what a terminal that is gone does not take is lost.
    static func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var line = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                _ = poll(&line, 1, -1)
            } else if errno != EINTR {
                return
            }
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
