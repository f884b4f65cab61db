import Glibc

/// Starts another program.
enum Spawn {
    /// Runs `words[0]`, looked for in `$PATH`, with the others as its arguments; nil where it cannot be started.
    ///
    /// `descriptors` become its first ones, 0 on; without any it shares this program's.
    static func start(_ words: [String], descriptors: [Int32] = []) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, descriptor) in descriptors.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // This program ignores broken pipes; no other is to inherit that.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        return posix_spawnp(&process, words[0], &actions, &attributes, arguments, environ) == 0 ? process : nil
    }
}
