import ChatCore
import ChatUI
import Glibc
import RichText

/// A file in which what goes over the network is written down, for finding faults; only its owner reads it.
final class LogFile: Sendable {
    private let descriptor: Int32

    /// The file named by `--log`; nil without one. What is there already stays.
    init?(_ invocation: Invocation) throws(Failure) {
        guard let path = invocation.value("--log") else { return nil }
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw Failure("\(HarmlessText.line(path)) cannot be written: \(String(cString: strerror(errno)))")
        }
    }

    deinit { close(descriptor) }

    /// Adds a line with the time, in one call, so that lines of several threads do not mix.
    func line(_ text: String) {
        let line = SystemClock.now.iso8601 + " " + HarmlessText.line(text) + "\n"
        _ = FileBytes.write(Array(line.utf8), to: descriptor)
    }
}
