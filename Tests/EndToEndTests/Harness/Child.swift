import Foundation

/// What went wrong with the machinery of a test rather than with what it tests.
struct HarnessError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// How a command ended and what it wrote.
struct Outcome {
    /// The exit code, or 128 and the number of the signal that ended it, as a shell has it.
    let status: Int
    let output: [UInt8]
    let errors: [UInt8]

    /// Standard output as text.
    var text: String { String(decoding: output, as: UTF8.self) }
    /// The lines of standard output.
    var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }
    /// Standard error as text.
    var complaint: String { String(decoding: errors, as: UTF8.self) }
}

/// A running command without a terminal, whose output goes to files, so that no full pipe ever stops it.
final class Child {
    let pid: pid_t
    private let outputPath: String
    private let errorsPath: String
    private var status: Int?
    /// `POSIX_SPAWN_SETSID` of glibc's `spawn.h`, which shows it to GNU sources only.
    private static let newSession: Int16 = 0x80

    /// Starts `words[0]`, which is a path, with the rest as its arguments, and `input` on standard input.
    ///
    /// `name` is a path prefix for the files; the child leads a session of its own, which has no terminal.
    init(_ words: [String], input: [UInt8], environment: [String: String], name: String) throws {
        let inputPath = name + ".in"
        outputPath = name + ".out"
        errorsPath = name + ".err"
        _ = FileManager.default.createFile(atPath: inputPath, contents: Data(input))

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let create = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, 0, inputPath, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, outputPath, create, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errorsPath, create, 0o600)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The threads that run tests block signals, which a child would inherit, and be deaf to SIGTERM and SIGCHLD.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let resetsSignals = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
        posix_spawnattr_setflags(&attributes, Child.newSession | resetsSignals)

        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0.key + "=" + $0.value) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, words[0], &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw HarnessError("cannot start \(words[0]): \(String(cString: strerror(code)))") }
        self.pid = pid
    }

    /// What it has written to standard output so far.
    var output: [UInt8] { Array(FileManager.default.contents(atPath: outputPath) ?? Data()) }

    /// What it has written to standard error so far.
    var errors: [UInt8] { Array(FileManager.default.contents(atPath: errorsPath) ?? Data()) }

    /// Waits until it has ended; after `seconds` it is killed and that is an error.
    @discardableResult
    func wait(seconds: Double = 120) throws -> Outcome {
        let isOver = poll(seconds: seconds) { self.hasEnded }
        guard isOver, let status else {
            kill()
            throw HarnessError("still running after \(seconds) s; it wrote \(String(decoding: errors, as: UTF8.self))")
        }
        return Outcome(status: status, output: output, errors: errors)
    }

    /// Waits until standard output holds `text`.
    func wait(untilOutputHolds text: String, seconds: Double = 60) throws {
        let wanted = Array(text.utf8)
        if poll(seconds: seconds, until: { self.output.holds(wanted) }) { return }
        throw HarnessError("“\(text)” was not written; this was:\n\(String(decoding: output + errors, as: UTF8.self))")
    }

    /// Sends a signal.
    func signal(_ number: Int32) { Glibc.kill(pid, number) }

    /// Ends it, whatever it does.
    func kill() {
        guard !hasEnded else { return }
        signal(SIGKILL)
        _ = poll(seconds: 5) { self.hasEnded }
    }

    private var hasEnded: Bool {
        if status != nil { return true }
        var word: Int32 = 0
        guard waitpid(pid, &word, WNOHANG) == pid else { return false }
        let signal = Int(word & 0x7F)
        status = signal == 0 ? Int(word >> 8 & 0xFF) : 128 + signal
        return true
    }
}

/// Tries `condition` again and again until it holds; false when it does not within `seconds`.
func poll(seconds: Double, until condition: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while true {
        // Looked at before the condition, so that a process which was kept waiting gets one more try.
        let isLate = ContinuousClock.now > deadline
        if try condition() { return true }
        if isLate { return false }
        usleep(4000)
    }
}

extension Array<UInt8> {
    /// Whether `part` stands somewhere in these bytes.
    func holds(_ part: [UInt8]) -> Bool { Data(self).range(of: Data(part)) != nil }
}
