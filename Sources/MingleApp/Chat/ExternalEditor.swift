import Glibc
import RichText

/// The person's own editor, run on a text in a file that only its owner reads, which is removed afterwards.
enum ExternalEditor {
    /// More than a message may hold.
    private static let largest = 16 << 20

    /// What the editor made of `text`. The terminal is the editor's until this returns.
    static func edit(_ text: String, environment: [String: String]) throws(Failure) -> String {
        let command = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !words(of: $0).isEmpty } ?? "vi"
        let folder = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { environment[$0] }.first { $0.hasPrefix("/") } ?? "/tmp"
        let path = try makeFile(in: folder, holding: text)
        defer { _ = unlink(path) }
        try run(words(of: command) + [path])
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Failure("The editor took the file away; the draft is as it was") }
        defer { close(file) }
        guard let bytes = FileBytes.read(file, limit: largest) else {
            throw Failure("What the editor wrote cannot be read; the draft is as it was")
        }
        // The line feed that ends a file belongs to the file.
        return String(decoding: bytes.last == 0x0A ? bytes.dropLast() : bytes[...], as: UTF8.self)
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

    private static func run(_ words: [String]) throws(Failure) {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // This program ignores broken pipes; an editor is not to inherit that.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var process: pid_t = 0
        let name = HarmlessText.line(words[0])
        guard posix_spawnp(&process, words[0], nil, &attributes, arguments, environ) == 0 else {
            throw Failure("The editor \(name) cannot be run; $VISUAL or $EDITOR names another")
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        // The low seven bits tell a signal, the next byte the exit code (wait(2)).
        guard status & 0x7F == 0, status >> 8 & 0xFF == 0 else {
            throw Failure("The editor \(name) gave up; the draft is as it was")
        }
    }
}
