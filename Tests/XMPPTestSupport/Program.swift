import Glibc

/// A program that a test runs beside itself. It dies with the test, however that ends.
public final class Program {
    private let process: pid_t
    private var leash: Int32
    private var isDead = false

    /// Starts `arguments`, the first being the program; nil when it cannot be started. Both outputs go to the file
    /// `log`.
    public init?(_ arguments: [String], log: String) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        leash = ends[1]
        // The shell waits for the end of its input, which comes when the test closes the pipe or dies.
        let script = "\"$@\" < /dev/null & child=$!; read line; kill -9 $child; wait $child 2> /dev/null"
        let words = ["/bin/sh", "-c", script, "sh"] + arguments
        var process = pid_t()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        // A thread of the test may block signals that the shell waits by.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, &pointers, environ)
        close(ends[0])
        self.process = process
        if code != 0 {
            isDead = true
            close(leash)
            return nil
        }
    }

    deinit { kill() }

    /// Kills the program as `kill -9` does, and returns when it is gone.
    public func kill() {
        if isDead { return }
        isDead = true
        close(leash)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    }

    /// Runs `arguments` to their end. Returns the exit code.
    @discardableResult
    public static func run(_ arguments: [String], log: String) -> Int32 {
        var process = pid_t()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        guard posix_spawnp(&process, arguments[0], &actions, nil, &pointers, environ) == 0 else { return 127 }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }
}

/// Waiting for what other programs do.
public enum Patience {
    /// How long tests wait for what should come soon, in milliseconds.
    public static let limit: Int64 = 90_000

    /// Milliseconds of a clock that never jumps.
    public static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Looks every 10 ms whether `condition` holds. Returns whether it did in time.
    public static func until(_ limit: Int64 = limit, _ condition: () -> Bool) -> Bool {
        let end = now + limit
        while !condition() {
            if now >= end { return false }
            poll(nil, 0, 10)
        }
        return true
    }
}
