import Glibc

/// Runs a program of ncurses: short work, and no shell.
enum Tool {
    /// Gives `input` to a program and returns its exit code and what it wrote; nil when it cannot be started. Neither
    /// may be larger than what a pipe holds, 64 KiB.
    static func run(_ arguments: [String], input: [UInt8]) -> (code: Int32, output: [UInt8])? {
        var (inlet, outlet): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard input.count < 1 << 16, pipe(&inlet) == 0, pipe(&outlet) == 0 else { return nil }
        _ = input.withUnsafeBytes { write(inlet[1], $0.baseAddress, $0.count) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, inlet[0], 0)
        posix_spawn_file_actions_adddup2(&actions, outlet[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        for end in inlet + outlet where end > 2 { posix_spawn_file_actions_addclose(&actions, end) }
        var process: pid_t = 0
        let argv = arguments.map { strdup($0) } + [nil]
        defer { argv.forEach { free($0) } }
        let isStarted = posix_spawnp(&process, arguments[0], &actions, nil, argv, environ) == 0
        close(inlet[1])
        close(outlet[1])
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = read(outlet[0], &buffer, buffer.count)
            if count > 0 { output += buffer[..<count] } else if count == 0 || errno != EINTR { break }
        }
        close(inlet[0])
        close(outlet[0])
        guard isStarted else { return nil }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return (status & 0x7F == 0 ? status >> 8 & 0xFF : -1, output)
    }
}
