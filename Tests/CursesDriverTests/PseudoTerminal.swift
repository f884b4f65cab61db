import Foundation

/// A program on a terminal of its own, whose bytes are seen as they come.
final class PseudoTerminal {
    let process: pid_t
    private let master: Int32
    private let line: Int32
    /// All that the program has written.
    private(set) var output: [UInt8] = []
    private var marks = 0

    struct Failure: Error, CustomStringConvertible { let description: String }

    /// Starts a program as the leader of a session with this terminal.
    init(
        _ arguments: [String], width: Int = 40, height: Int = 10,
        environment: [String] = ["TERM=xterm-256color", "LANG=C.UTF-8"]
    ) throws {
        let path: String
        (master, path) = try PseudoTerminal.open()
        // Held open so that the settings of the line outlive the program.
        line = Foundation.open(path, O_RDWR | O_NOCTTY)
        _ = fcntl(master, F_SETFD, FD_CLOEXEC)
        _ = fcntl(line, F_SETFD, FD_CLOEXEC)
        var size = winsize(ws_row: UInt16(height), ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
        process = try PseudoTerminal.start(arguments, environment, on: path)
    }

    deinit {
        kill(process, SIGKILL)
        close(master)
        close(line)
    }

    /// How the system sets a line that no program has touched.
    static func untouchedSettings() throws -> [UInt32] {
        let (master, path) = try open()
        let line = Foundation.open(path, O_RDWR | O_NOCTTY)
        defer {
            close(line)
            close(master)
        }
        return settings(of: line)
    }

    var text: String { String(decoding: output, as: UTF8.self) }

    /// The settings of the line, as far as programs change them.
    var settings: [UInt32] { PseudoTerminal.settings(of: line) }

    func type(_ text: String) throws { try type(Array(text.utf8)) }

    /// Writes to the program what a terminal would send, taking in its output meanwhile.
    func type(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            var polled = pollfd(fd: master, events: Int16(POLLIN | POLLOUT), revents: 0)
            guard poll(&polled, 1, 60_000) > 0 else { throw Failure(description: "the program does not read") }
            if polled.revents & Int16(POLLIN) != 0 { takeOutput() }
            guard polled.revents & Int16(POLLOUT) != 0 else { continue }
            let count = rest.prefix(1024).withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
            rest = rest.dropFirst(max(count, 0))
        }
    }

    /// Writes to the program what a terminal would send that takes none of its output.
    func typeUnread(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(master, bytes, bytes.count)
    }

    /// How the program ends while nobody takes its output, as ``waitForEnd()`` has it; nil when it does not.
    func endUnread(seconds: Double = 60) -> Int32? {
        let end = Date() + seconds
        var status: Int32 = 0
        while Date() < end {
            if waitpid(process, &status, WNOHANG) == process {
                return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
            }
            usleep(10_000)
        }
        return nil
    }

    func resize(width: Int, height: Int) {
        var size = winsize(ws_row: UInt16(height), ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Takes in output until `condition` holds.
    func wait(_ what: String, seconds: Double = 60, until condition: () -> Bool) throws {
        let end = Date() + seconds
        while !condition() {
            guard Date() < end else {
                throw Failure(description: "waited in vain for \(what): \(text.suffix(400).debugDescription)")
            }
            var polled = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            if poll(&polled, 1, 10) > 0 { takeOutput() }
        }
    }

    /// Takes in all that the program has written so far. The system hands it on when it likes, but in order: so a mark
    /// that is written to the same line now comes behind it.
    func takeAll() throws {
        var polled = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        while poll(&polled, 1, 0) > 0, takeOutput() {}
        marks += 1
        let mark = Array("\u{1B}_mark \(marks)\u{1B}\\".utf8)
        _ = write(line, mark, mark.count)
        var place: Range<Int>?
        try wait("all that was written") {
            place = Data(output).range(of: Data(mark))
            return place != nil
        }
        if let place { output.removeSubrange(place) }
    }

    /// Takes in output until the program has ended, and returns how: its exit code, or minus the signal.
    func waitForEnd() throws -> Int32 {
        var status: Int32 = 0
        try wait("the program's end") { waitpid(process, &status, WNOHANG) == process }
        try takeAll()
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    }

    private static func settings(of line: Int32) -> [UInt32] {
        var settings = termios()
        tcgetattr(line, &settings)
        return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
    }

    /// Opens a pseudo terminal by Linux' own calls, since Swift's module for the C library lacks `posix_openpt`.
    private static func open() throws -> (master: Int32, path: String) {
        let master = Foundation.open("/dev/ptmx", O_RDWR | O_NOCTTY)
        let (lock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))
        var (isLocked, number) = (Int32(0), UInt32(0))
        guard master >= 0, ioctl(master, lock, &isLocked) == 0, ioctl(master, getNumber, &number) == 0 else {
            throw Failure(description: "no pseudo terminal")
        }
        return (master, "/dev/pts/\(number)")
    }

    @discardableResult
    private func takeOutput() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(master, &buffer, buffer.count)
        if count > 0 { output.append(contentsOf: buffer[..<count]) }
        return count > 0
    }

    private static func start(_ arguments: [String], _ environment: [String], on path: String) throws -> pid_t {
        try spawn(arguments, environment: environment, inNewSession: true) { actions in
            posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, 0, 1)
            posix_spawn_file_actions_adddup2(&actions, 0, 2)
        }
    }
}
