import CursesDriver
import Glibc
import RichText

/// The person's own editor, run on a text in a file that only its owner reads. The file is removed once the draft holds
/// what is in it.
enum ExternalEditor {
    /// More than a message may hold.
    private static let largest = 16 << 20

    /// What came of it.
    struct Result {
        /// What is in the file now.
        var text: String
        /// How the editor came to its end, where that was no good one.
        var complaint: String?
    }

    /// What the editor made of `text`. The terminal of `driver` is the editor's until this returns; who is told to end
    /// meanwhile ends the editor too. What an editor saved before it gave up is not lost.
    static func edit(
        _ text: String, environment: [String: String], _ driver: CursesDriver
    ) throws(Failure) -> Result {
        let command = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !words(of: $0).isEmpty } ?? "vi"
        let folder = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { environment[$0] }.first { $0.hasPrefix("/") } ?? "/tmp"
        let path = try makeFile(in: folder, holding: text)
        let name = HarmlessText.line(words(of: command)[0])
        guard let process = Spawn.start(words(of: command) + [path]) else {
            _ = unlink(path)
            throw Failure("The editor \(name) cannot be run; $VISUAL or $EDITOR names another")
        }
        let status = EditorProcess(process).wait(driver)
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Failure("The editor took the file away; the draft is as it was") }
        defer { close(file) }
        guard let bytes = FileBytes.read(file, limit: largest) else {
            throw Failure("What the editor wrote cannot be read: \(HarmlessText.line(path)); the draft is as it was")
        }
        defer { _ = unlink(path) }
        // The line feed that ends a file belongs to the file.
        let written = String(decoding: bytes.last == 0x0A ? bytes.dropLast() : bytes[...], as: UTF8.self)
        // The low seven bits tell a signal, the next byte the exit code (wait(2)).
        if status & 0x7F == 0, status >> 8 & 0xFF == 0 { return Result(text: written) }
        // What is only a beginning of the draft was cut off while it was being saved.
        guard !Array((text + "\n").utf8).starts(with: bytes) else {
            throw Failure("The editor \(name) gave up; the draft is as it was")
        }
        return Result(
            text: written, complaint: "The editor \(name) gave up; what it had saved is the draft, C-_ takes it back")
    }

    /// The words of a command: there is no shell, so nothing but blanks means anything.
    private static func words(of command: String) -> [String] {
        command.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    }

    private static func makeFile(in folder: String, holding text: String) throws(Failure) -> String {
        // The ending makes editors wrap and colour as for prose.
        let chance = String(UInt64.random(in: 0...UInt64.max), radix: 32)
        let path = folder + "/mingle-draft-" + chance + ".txt"
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw Failure("No file can be made in \(HarmlessText.line(folder)) for the editor") }
        defer { close(file) }
        guard FileBytes.write(Array((text + "\n").utf8), to: file) else {
            _ = unlink(path)
            throw Failure("The draft cannot be written to \(HarmlessText.line(path)) for the editor")
        }
        return path
    }
}

/// An editor that runs, and is waited for beside the signals.
private struct EditorProcess {
    private let process: pid_t
    /// Milliseconds between two looks at the editor: it has no descriptor that could be waited for.
    private static let pause: Int32 = 50
    /// Milliseconds that it has to save what it can once it is told to end.
    private static let patience: Int64 = 3_000

    init(_ process: pid_t) { self.process = process }

    /// Waits for its end and returns its status (wait(2)).
    func wait(_ driver: CursesDriver) -> Int32 {
        var status: Int32 = 0
        var end: Int64?
        while true {
            let found = waitpid(process, &status, WNOHANG)
            if found == process || (found < 0 && errno != EINTR) { return status }
            if let time = end {
                if SystemClock.steady >= time { kill(process, SIGKILL) }
                usleep(20_000)
                continue
            }
            var waited = pollfd(fd: driver.signalDescriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&waited, 1, EditorProcess.pause)
            if driver.isToldToEnd {
                kill(process, SIGHUP)
                end = SystemClock.steady + EditorProcess.patience
            }
        }
    }
}
