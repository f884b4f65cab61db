import Foundation

/// A machine of its own for one test: a folder with a home, an archive and a tmux server, all gone afterwards.
final class Sandbox {
    /// The folder; nothing is written outside it.
    let folder: String
    /// What commands and terminals have in their environment.
    private(set) var environment: [String: String]
    private var children: [Child] = []
    private var terminals = 0

    init() {
        let template = FileManager.default.temporaryDirectory.path + "/mingle-XXXXXX"
        var bytes = Array(template.utf8CString)
        folder = mkdtemp(&bytes) == nil ? template : String(decoding: bytes.dropLast().map(UInt8.init), as: UTF8.self)
        environment = [
            "HOME": folder + "/home", "XDG_DATA_HOME": folder + "/data", "XDG_CONFIG_HOME": folder + "/config",
            "TMPDIR": folder, "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LANG": "C.UTF-8", "TZ": "UTC",
            "SHELL": "/bin/sh", "PS1": "$ ",
        ]
        for name in ["home", "data", "config"] {
            // Whatever mask another test has set for the process at this moment.
            try? FileManager.default.createDirectory(
                atPath: folder + "/" + name, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        }
        // Only the test of the first start is to be asked for a name.
        _ = file("home/.local/state/mingle/welcomed", "")
        setlocale(LC_CTYPE, "C.UTF-8")
    }

    deinit {
        for child in children { child.kill() }
        if terminals > 0 { _ = try? tmux("kill-server") }
        // Programs whose terminal was just closed tidy up, and would bring back what is being removed.
        _ = poll(seconds: 5) {
            try? FileManager.default.removeItem(atPath: folder)
            return !FileManager.default.fileExists(atPath: folder)
        }
    }

    /// Where its tmux server listens.
    var socket: String { folder + "/tmux.socket" }

    /// The archive that is used where no other is named.
    var archive: String { folder + "/data/mingle/archive.sqlite" }

    /// Writes a file into the folder and returns its path.
    func file(_ name: String, _ text: String) -> String { file(name, Array(text.utf8)) }

    /// Writes a file into the folder and returns its path.
    func file(_ name: String, _ bytes: [UInt8]) -> String {
        let path = folder + "/" + name
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try? FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
        return path
    }

    /// The bytes of a file, wherever it is.
    func bytes(of path: String) -> [UInt8] { Array(FileManager.default.contents(atPath: path) ?? Data()) }

    // MARK: Commands

    /// Runs the program to its end, without a terminal. A variable that is nil is taken out of the environment.
    func mingle(
        _ arguments: String..., input: String = "", variables: [String: String?] = [:]
    ) throws -> Outcome {
        try start(arguments, input: Array(input.utf8), variables: variables).wait()
    }

    /// Runs the program to its end with any bytes on standard input.
    func mingle(_ arguments: String..., bytes: [UInt8]) throws -> Outcome {
        try start(arguments, input: bytes).wait()
    }

    /// Starts the program and does not wait for it.
    func start(_ arguments: [String], input: [UInt8] = [], variables: [String: String?] = [:]) throws -> Child {
        try spawn([Program.path] + arguments, input: input, variables: variables)
    }

    /// Runs any command to its end; `words[0]` is a path.
    func run(_ words: String..., input: String = "", seconds: Double = 120) throws -> Outcome {
        try spawn(words, input: Array(input.utf8)).wait(seconds: seconds)
    }

    /// Starts any command and does not wait for it.
    func spawn(_ words: [String], input: [UInt8] = [], variables: [String: String?] = [:]) throws -> Child {
        let environment = environment.merging(variables.compactMapValues { $0 }) { $1 }
            .filter { variables[$0.key] != .some(nil) }
        let child = try Child(
            words, input: input, environment: environment, name: "\(folder)/command\(children.count)")
        children.append(child)
        return child
    }

    // MARK: Terminals

    /// Opens a terminal of `width` × `height` in which the program runs.
    func terminal(
        _ arguments: String..., width: Int = 80, height: Int = 24, variables: [String: String] = [:]
    ) throws -> TerminalSession {
        try open([Program.path] + arguments, width: width, height: height, variables: variables)
    }

    /// Opens a terminal in which a shell runs, for which `mingle` is the program.
    func shell(width: Int = 80, height: Int = 24, variables: [String: String] = [:]) throws -> TerminalSession {
        let start = file("profile", "alias mingle='\(Program.path)'\n")
        return try open(
            ["/bin/sh", "-i"], width: width, height: height, variables: variables.merging(["ENV": start]) { $1 })
    }

    /// Opens a terminal in which `words` run.
    func open(
        _ words: [String], width: Int, height: Int, variables: [String: String] = [:]
    ) throws -> TerminalSession {
        terminals += 1
        let name = "t\(terminals)"
        let transcript = "\(folder)/\(name).transcript"
        var command = ["new-session", "-d", "-s", name, "-x", "\(width)", "-y", "\(height)", "-c", folder]
        for (key, value) in variables { command += ["-e", key + "=" + value] }
        // What an argument of tmux's command line ends with must not be its separator of commands.
        command += ["--"] + words.map { $0.hasSuffix(";") ? $0.dropLast() + "\\;" : $0 }
        command += [";", "pipe-pane", "-t", name, "cat > '\(transcript)'"]
        let settings = [
            "set -g status off", "set -g remain-on-exit on", "set -g default-terminal tmux-256color",
            "set -g escape-time 0", "set -g history-limit 5000",
        ]
        let configuration = file("tmux.conf", settings.joined(separator: "\n") + "\n")
        try tmux(["-f", configuration] + command)
        return TerminalSession(sandbox: self, name: name, transcript: transcript)
    }

    /// Runs a command of the tmux server of this sandbox, and returns what it prints.
    @discardableResult
    func tmux(_ words: String...) throws -> [String] { try tmux(words) }

    /// Runs a command of the tmux server of this sandbox, and returns what it prints.
    @discardableResult
    func tmux(_ words: [String]) throws -> [String] {
        let child = try Child(
            ["/usr/bin/tmux", "-S", socket] + words, input: [], environment: environment,
            name: folder + "/tmux")
        let outcome = try child.wait()
        guard outcome.status == 0 else {
            throw HarnessError("tmux \(words.joined(separator: " ")): \(outcome.complaint)")
        }
        return outcome.lines
    }
}

extension Sandbox {
    /// The words that run the program as a user who may only do what files allow to everybody: for root, as another
    /// user and from a copy that this one can reach; otherwise, as oneself.
    func unprivileged(user: Int = 65534, group: Int = 65534) throws -> [String] {
        guard getuid() == 0 else { return [Program.path] }
        let copy = folder + "/bin/mingle"
        if !FileManager.default.fileExists(atPath: copy) {
            try FileManager.default.createDirectory(
                atPath: folder + "/bin", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
            // By another process: one that is started meanwhile by another test would inherit the copy open for
            // writing, and a file that is open so cannot be run.
            _ = try run("/bin/cp", Program.path, copy)
            chmod(copy, 0o755)
            chmod(folder, 0o755)
        }
        return ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(group)", "--clear-groups", copy]
    }
}
