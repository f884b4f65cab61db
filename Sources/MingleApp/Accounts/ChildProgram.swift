import Glibc
import RichText

/// A program that is run for what it prints. No shell sees its words.
enum ChildProgram {
    /// Runs `words`, the first being the program, with `input` as its standard input.
    /// Returns what it printed, at most 64 KiB; nil when there is no such program or it failed.
    static func run(_ words: [String], input: String = "") -> [UInt8]? {
        var toChild: [Int32] = [-1, -1]
        var fromChild: [Int32] = [-1, -1]
        guard !words.isEmpty, pipe(&toChild) == 0 else { return nil }
        guard pipe(&fromChild) == 0 else {
            for end in toChild { close(end) }
            return nil
        }
        for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
        posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        let code = posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
        close(toChild[0])
        close(fromChild[1])
        defer { close(fromChild[0]) }
        // A secret is shorter than what a pipe holds: this does not wait.
        _ = FileBytes.write(Array(input.utf8), to: toChild[1])
        close(toChild[1])
        guard code == 0 else { return nil }
        let output = FileBytes.read(fromChild[0], limit: 1 << 16)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return status == 0 ? output : nil
    }
}
