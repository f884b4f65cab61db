import ChatUI
import Dispatch
import Glibc

/// The desktop around the terminal.
enum Desktop {
    /// Opens `address` by `xdg-open`, as its one argument; no shell sees it. Addresses of other schemes than those that
    /// ``WebLinks`` finds are not opened. That there is no such program is not told: its window would not come either.
    static func open(_ address: String) {
        guard WebLinks.isOpenable(address) else { return }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // What the program prints must not reach the screen.
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(address), nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        guard posix_spawnp(&process, "xdg-open", &actions, nil, &arguments, environ) == 0 else { return }
        let started = process
        DispatchQueue.global().async {
            var status: Int32 = 0
            _ = waitpid(started, &status, 0)
        }
    }
}
