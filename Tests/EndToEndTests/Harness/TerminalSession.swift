import Foundation

/// A terminal in which a program runs: types, looks, and waits for what is to be seen.
struct TerminalSession {
    private unowned let sandbox: Sandbox
    let name: String
    /// The file that holds every byte which the program wrote to the terminal.
    private let transcript: String

    init(sandbox: Sandbox, name: String, transcript: String) {
        self.sandbox = sandbox
        self.name = name
        self.transcript = transcript
    }

    // MARK: Hands

    /// Types `text`, character by character.
    func type(_ text: String) throws {
        // What an argument of tmux's command line ends with must not be its separator of commands.
        let words = text.hasSuffix(";") ? text.dropLast() + "\\;" : text
        try sandbox.tmux("send-keys", "-t", name, "-l", "--", words)
    }

    /// Presses keys by tmux's names: `Enter`, `BSpace`, `M-Enter`, `C-q`, `PageUp`.
    func press(_ keys: String...) throws { try sandbox.tmux(["send-keys", "-t", name] + keys) }

    /// Types `text` and presses Enter.
    func say(_ text: String) throws {
        try type(text)
        try press("Enter")
    }

    /// Pastes `text` as a terminal does: between the marks of a bracketed paste if the program asked for them.
    ///
    /// Line feeds become carriage returns on the way, as most terminals have it.
    func paste(_ text: String) throws {
        let path = sandbox.file("clipboard", text)
        try sandbox.tmux("load-buffer", path)
        try sandbox.tmux("paste-buffer", "-d", "-p", "-t", name)
    }

    /// Pastes bytes, which need be no text, as they are.
    func paste(bytes: [UInt8]) throws {
        let path = sandbox.file("clipboard", bytes)
        try sandbox.tmux("load-buffer", path)
        try sandbox.tmux("paste-buffer", "-d", "-p", "-r", "-t", name)
    }

    /// Makes the window `width` × `height`.
    func resize(_ width: Int, _ height: Int) throws {
        try sandbox.tmux("resize-window", "-t", name, "-x", "\(width)", "-y", "\(height)")
    }

    /// Sends a signal to the program in the terminal.
    func signal(_ number: Int32) throws { Glibc.kill(try pid, number) }

    /// Closes the window under the program.
    func close() throws { try sandbox.tmux("kill-session", "-t", name) }

    // MARK: Eyes

    /// What is on the screen now.
    var screen: Screen {
        get throws {
            // One call for both, so that the cursor belongs to the rows.
            let size = "#{pane_width} #{pane_height} #{cursor_x} #{cursor_y}"
            let answer = try sandbox.tmux(
                "display-message", "-p", "-t", name, size, ";", "capture-pane", "-p", "-t", name)
            let numbers = (answer.first ?? "").split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 4 else { throw HarnessError("tmux told no size") }
            return Screen(
                rows: Array(answer.dropFirst()), width: numbers[0], height: numbers[1],
                cursor: (numbers[2], numbers[3]))
        }
    }

    /// What is on the screen now, with the styles.
    var styledRows: [StyledRow] {
        get throws { try sandbox.tmux("capture-pane", "-p", "-e", "-t", name).map(StyledRow.init) }
    }

    /// The styled row that holds `text` on the screen now.
    func styledRow(with text: String) throws -> StyledRow? { try styledRows.last { $0.text.contains(text) } }

    /// Waits until `text` is on the screen.
    @discardableResult
    func waitUntilShown(_ text: String, seconds: Double = 60) throws -> Screen {
        try waitUntil("“\(text)” is shown", seconds: seconds) { $0.contains(text) }
    }

    /// Waits until `text` is nowhere on the screen.
    @discardableResult
    func waitUntilGone(_ text: String, seconds: Double = 60) throws -> Screen {
        try waitUntil("“\(text)” is gone", seconds: seconds) { !$0.contains(text) }
    }

    /// Waits until `condition` holds, which `words` put into words; throws with the last screen when it does not.
    @discardableResult
    func waitUntil(_ words: String, seconds: Double = 60, _ condition: (Screen) -> Bool) throws -> Screen {
        var last = try screen
        let holds = try poll(seconds: seconds) {
            last = try screen
            return condition(last)
        }
        guard holds else { throw HarnessError("not so after \(seconds) s: \(words)\n\(last)") }
        // tmux takes in a frame piece by piece: it is whole when nothing changes for a moment.
        for _ in 0..<10 {
            usleep(30_000)
            let next = try screen
            if next.rows == last.rows && next.cursor == last.cursor || !condition(next) { break }
            last = next
        }
        return last
    }

    /// The screen once `condition` holds, which `words` put into words, and nothing has changed for a second.
    func waitUntilStill(_ words: String, _ condition: (Screen) -> Bool) throws -> Screen {
        var last = try waitUntil(words, condition)
        var since = ContinuousClock.now
        let isStill = try poll(seconds: 60) {
            let next = try screen
            if next.rows != last.rows || next.cursor != last.cursor { (last, since) = (next, .now) }
            return condition(last) && ContinuousClock.now - since > .seconds(1)
        }
        guard isStill else { throw HarnessError("it does not stand still: \(words)\n\(last)") }
        return last
    }

    /// Waits until the program has ended, and returns its exit code.
    func waitUntilEnded(seconds: Double = 60) throws -> Int {
        var code: Int?
        let hasEnded = try poll(seconds: seconds) {
            let facts = try facts("#{pane_dead}", "#{pane_dead_status}#{pane_dead_signal}", "#{pid}")
            code = Int(facts[1])
            // tmux 3.3 now and then misses the signal by which it learns of a status; it looks when it gets another.
            if facts[0] == "1", code == nil, let server = pid_t(facts[2]) { Glibc.kill(server, SIGCHLD) }
            return code != nil
        }
        guard hasEnded, let code else { throw HarnessError("still running after \(seconds) s:\n\(try screen)") }
        return code
    }

    /// The process in the terminal.
    var pid: pid_t {
        get throws { pid_t(try facts("#{pane_pid}")[0]) ?? 0 }
    }

    /// What tmux knows of the pane, by its format variables.
    func facts(_ formats: String...) throws -> [String] {
        let answer = try sandbox.tmux("display-message", "-p", "-t", name, formats.joined(separator: "\t"))
        return (answer.first ?? "").split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }

    /// Every byte that the program wrote to the terminal so far.
    var written: [UInt8] { sandbox.bytes(of: transcript) }
}
