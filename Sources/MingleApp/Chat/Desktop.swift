import ChatUI
import Dispatch
import Glibc

/// The desktop around the terminal. Its programs get their arguments as they are; no shell sees them.
enum Desktop {
    /// Opens `address` by `xdg-open`. Addresses of other schemes than those that ``WebLinks`` finds are not opened. That
    /// there is no such program is not told: its window would not come either.
    static func open(_ address: String) {
        guard WebLinks.isOpenable(address) else { return }
        _ = start(["xdg-open", address])
    }

    /// Shows a notice by `notify-send`; false when there is no such program.
    static func notify(_ notice: ChatNotice) -> Bool {
        // Bodies may hold markup (Desktop Notifications, 1.2).
        let body = notice.body.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        return start(["notify-send", "--app-name=mingle", "--", notice.title, body])
    }

    /// Whether `notify-send` is in the path.
    static func hasNotifySend(_ environment: [String: String]) -> Bool {
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.contains { access($0 + "/notify-send", X_OK) == 0 }
    }

    /// Hands `text` to the tmux around the program, which hands it on to its terminal's clipboard as far as its settings
    /// allow (`set-clipboard`). False outside of tmux, and where that cannot be done.
    static func copyToTmux(_ text: String) -> Bool {
        guard let socket = Environment.all["TMUX"]?.split(separator: ",").first.map(String.init) else { return false }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (output, bytes) = (ends[1], Array(text.utf8))
        let isStarted = start(["tmux", "-S", socket, "load-buffer", "-w", "-"], input: ends[0])
        close(ends[0])
        // A long text waits for tmux to take it.
        DispatchQueue.global().async {
            _ = isStarted && FileBytes.write(bytes, to: output)
            close(output)
        }
        return isStarted
    }

    /// Starts a program with nothing to read, or with `input`; what it prints must not reach the screen.
    private static func start(_ words: [String], input: Int32? = nil) -> Bool {
        let null = Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        guard null >= 0, let started = Spawn.start(words, descriptors: [input ?? null, null, null]) else {
            return false
        }
        DispatchQueue.global().async {
            var status: Int32 = 0
            _ = waitpid(started, &status, 0)
        }
        return true
    }
}
