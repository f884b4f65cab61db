import Glibc
import RichText

/// A program that is run for what it prints. No shell sees its words, and nothing of it reaches the terminal.
enum ChildProgram {
    /// What came of it.
    struct Result {
        /// What it printed; nil when there is no such program, it failed, took too long or printed more than 64 KiB.
        var output: [UInt8]?
        /// What it said of that: the last line that it wrote to standard error, made harmless, of at most 200 letters.
        var complaint = ""
    }

    /// The most bytes that it may print.
    private static let largest = 1 << 16

    /// Runs `words`, the first being the program, with `input` as its standard input, for at most `seconds`; somebody may
    /// have to type something there. It is ended as soon as `sign` is given.
    static func run(
        _ words: [String], input: String = "", seconds: Int64 = 120, until sign: StopSign? = nil
    ) -> Result {
        guard !words.isEmpty, let pipes = Pipes() else { return Result() }
        defer { pipes.close() }
        guard let process = Spawn.start(words, descriptors: pipes.theirs) else { return Result() }
        pipes.closeTheirs()
        // A secret is shorter than what a pipe holds: this does not wait.
        _ = FileBytes.write(Array(input.utf8), to: pipes.ours[0])
        pipes.closeOurs(0)
        let deadline = SystemClock.steady + seconds * 1_000
        var (output, words): ([UInt8], [UInt8]) = ([], [])
        var isStopped = false
        while pipes.ours[1] >= 0, !isStopped {
            let left = deadline - SystemClock.steady
            let ready = left > 0 ? pipes.wait(milliseconds: left, sign) : nil
            output += ready?.output ?? []
            words = (words + (ready?.words ?? [])).suffix(1_000)
            isStopped = ready == nil || output.count > largest
        }
        // Whoever still writes is told by that.
        pipes.close()
        let status = end(process, isStopped: isStopped, deadline, sign)
        return Result(output: status == 0 && !isStopped ? output : nil, complaint: lastLine(words))
    }

    /// Waits for the end of the program, which is made to come when it is late or `isStopped`. Returns its status (wait(2)).
    private static func end(_ process: pid_t, isStopped: Bool, _ deadline: Int64, _ sign: StopSign?) -> Int32 {
        var status: Int32 = 0
        var limit = isStopped ? SystemClock.steady : deadline
        var signal = SIGTERM
        while true {
            let found = waitpid(process, &status, WNOHANG)
            if found == process || (found < 0 && errno != EINTR) { return status }
            if SystemClock.steady >= limit || (sign?.isGiven == true && signal == SIGTERM) {
                kill(process, signal)
                (signal, limit) = (SIGKILL, SystemClock.steady + 500)
            }
            usleep(5_000)
        }
    }

    private static func lastLine(_ bytes: [UInt8]) -> String {
        let line = bytes.split(separator: UInt8(ascii: "\n")).last { !$0.allSatisfy { $0 <= 0x20 } } ?? []
        return String(HarmlessText.line(String(decoding: line, as: UTF8.self)).prefix(200))
    }
}

/// The three streams of a program: ours are the other ends.
private final class Pipes {
    private(set) var ours: [Int32] = []
    private(set) var theirs: [Int32] = []

    init?() {
        for target in 0..<3 {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else {
                close()
                return nil
            }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            ours.append(ends[target == 0 ? 1 : 0])
            // Numbers below 3 would be in the way of the child's own.
            let their = ends[target == 0 ? 0 : 1]
            theirs.append(fcntl(their, F_DUPFD_CLOEXEC, 3))
            Glibc.close(their)
        }
    }

    func closeTheirs() {
        for end in theirs { Glibc.close(end) }
        theirs = []
    }

    func closeOurs(_ index: Int) {
        guard ours.indices.contains(index), ours[index] >= 0 else { return }
        Glibc.close(ours[index])
        ours[index] = -1
    }

    func close() {
        closeTheirs()
        for index in ours.indices { closeOurs(index) }
    }

    /// What the program has printed and said next; nil when nothing comes within the time, or `sign` is given.
    func wait(milliseconds: Int64, _ sign: StopSign?) -> (output: [UInt8], words: [UInt8])? {
        var waited = [ours[1], ours[2], sign?.descriptor ?? -1].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let count = poll(&waited, nfds_t(waited.count), Int32(clamping: milliseconds))
        if count < 0 && errno == EINTR { return ([], []) }
        guard count > 0, waited[2].revents == 0 else { return nil }
        return (waited[0].revents == 0 ? [] : read(1), waited[1].revents == 0 ? [] : read(2))
    }

    private func read(_ index: Int) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 1 << 12)
        let count = Glibc.read(ours[index], &buffer, buffer.count)
        if count < 0 && errno == EINTR { return [] }
        guard count > 0 else {
            closeOurs(index)
            return []
        }
        return Array(buffer[..<count])
    }
}
