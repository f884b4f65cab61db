import Glibc

/// A running `LocalTransportPeer`, which goes when the value does.
final class PeerProcess {
    let pid: pid_t
    private var input: Int32
    private let output: Int32
    private var pending: [UInt8] = []
    private var isReaped = false
    /// All lines that it wrote and that were read.
    private(set) var lines: [String] = []

    /// Starts the program that was built beside the tests.
    init(_ arguments: String...) {
        var toChild: [Int32] = [-1, -1]
        var fromChild: [Int32] = [-1, -1]
        precondition(pipe(&toChild) == 0 && pipe(&fromChild) == 0)
        for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
        posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
        var vector: [UnsafeMutablePointer<CChar>?] = ([PeerProcess.program] + arguments).map { strdup($0) } + [nil]
        var pid: pid_t = 0
        let code = posix_spawn(&pid, PeerProcess.program, &actions, nil, &vector, environ)
        for pointer in vector { free(pointer) }
        posix_spawn_file_actions_destroy(&actions)
        precondition(code == 0, "\(PeerProcess.program) cannot be started")
        close(toChild[0])
        close(fromChild[1])
        self.pid = pid
        input = toChild[1]
        output = fromChild[0]
    }

    deinit {
        kill()
        reap()
        close(output)
    }

    private static var program: String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count))
        let path = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            + "/LocalTransportPeer"
    }

    /// Ends it as `kill -9` does, without waiting for that.
    func kill() {
        if !isReaped { Glibc.kill(pid, SIGKILL) }
    }

    /// Gives it a line to read.
    func tell(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(input, bytes, bytes.count)
    }

    /// Lets it end by itself, and reads what it has to say until then.
    func finish() {
        if input >= 0 { close(input) }
        input = -1
        _ = wait(30_000) { _ in false }
        reap()
    }

    /// Reads what it wrote before it was killed.
    func readRest() {
        _ = wait(5000) { _ in false }
        reap()
    }

    private func reap() {
        if isReaped { return }
        isReaped = true
        if input >= 0 { close(input) }
        input = -1
        var status: Int32 = 0
        waitpid(pid, &status, 0)
    }

    /// Waits until `condition` holds for its lines, at most `milliseconds`, or until it has no more to say.
    func wait(_ milliseconds: Double = 60_000, until condition: ([String]) -> Bool) -> Bool {
        let start = now()
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while !condition(lines) {
            let left = milliseconds - (now() - start)
            if left <= 0 { return false }
            var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, Int32(left) + 1) > 0 else { continue }
            let count = read(output, &bytes, bytes.count)
            if count <= 0 { return condition(lines) }
            pending += bytes[..<count]
            while let end = pending.firstIndex(of: 0x0A) {
                lines.append(String(decoding: pending[..<end], as: UTF8.self))
                pending.removeSubrange(...end)
            }
        }
        return true
    }

    /// Waits for a line that begins with `prefix`. Returns what follows it.
    func line(_ prefix: String, within milliseconds: Double = 60_000) -> String? {
        _ = wait(milliseconds) { $0.contains { $0.hasPrefix(prefix) } }
        return lines.first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }
}
