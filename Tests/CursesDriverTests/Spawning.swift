import Foundation

struct SpawnFailure: Error, CustomStringConvertible { let description: String }

/// Starts a program with the files that `prepare` names, and with all signals as a shell would leave them.
///
/// Foundation's `Process` takes a program for running while any child of it runs, such as the server that tmux leaves
/// behind; and it gives no controlling terminal.
func spawn(
    _ arguments: [String], environment: [String], inNewSession: Bool = false,
    _ prepare: (inout posix_spawn_file_actions_t) -> Void
) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    prepare(&actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A test runner may ignore or block signals, which a program inherits.
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    let setSession: Int32 = inNewSession ? 0x80 : 0
    let flags = setSession | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var process: pid_t = 0
    let argv = arguments.map { strdup($0) } + [nil]
    let envp = environment.map { strdup($0) } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    let code = posix_spawnp(&process, arguments[0], &actions, &attributes, argv, envp)
    guard code == 0 else { throw SpawnFailure(description: "\(arguments[0]) cannot be started: \(code)") }
    return process
}

/// Runs a program to its end without input, and returns its exit code and what it wrote to standard output.
func run(_ arguments: [String], environment: [String]) throws -> (code: Int32, output: String) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SpawnFailure(description: "no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let process = try spawn(arguments, environment: environment) { actions in
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    close(ends[1])
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = read(ends[0], &buffer, buffer.count)
        guard count > 0 else { break }
        output.append(contentsOf: buffer[..<count])
    }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    return (status >> 8 & 0xFF, String(decoding: output, as: UTF8.self))
}
