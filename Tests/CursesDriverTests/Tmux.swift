import Foundation

/// A program in tmux, whose screen is looked at: a server of its own, which goes when the value does.
final class Tmux {
    private let server = "mingle-\(UUID().uuidString)"

    struct Failure: Error, CustomStringConvertible { let description: String }

    /// Starts a shell command on a screen of that size.
    init(_ command: String, width: Int, height: Int) throws {
        try run([
            "new-session", "-d", "-x", "\(width)", "-y", "\(height)", "exec env LANG=C.UTF-8 \(command)",
        ])
    }

    deinit { _ = try? run(["kill-server"]) }

    /// The rows of the screen, without trailing blanks.
    func screen() throws -> [String] {
        try run(["capture-pane", "-p"]).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
            String.init)
    }

    /// The cursor's cell and what stands in it, as tmux counts cells.
    func cursor() throws -> String {
        try run(["display-message", "-p", "#{cursor_x},#{cursor_y} #{cursor_character}"])
    }

    /// Presses keys by tmux' names.
    func press(_ keys: String...) throws { try run(["send-keys"] + keys) }

    /// Types text as it is.
    func type(_ text: String) throws { try run(["send-keys", "-l", text]) }

    /// Pastes text between the brackets of a paste.
    func paste(_ text: String) throws {
        try run(["set-buffer", "--", text])
        try run(["paste-buffer", "-p", "-r"])
    }

    /// Runs commands of tmux, with `;` between them, and returns what they print.
    @discardableResult
    func command(_ words: [String]) throws -> String { try run(words) }

    /// Waits until five looks in a row see the same, and returns it. Where several programs share a processor, tmux may
    /// stop for a while in the middle of a frame.
    @discardableResult
    func waitForStillness() throws -> [String] {
        var last = try screen()
        var looks = 0
        try wait("a screen that stands still") {
            let next = try screen()
            looks = next == last ? looks + 1 : 0
            last = next
            return looks == 4
        }
        return last
    }

    func resize(width: Int, height: Int) throws {
        try run(["resize-window", "-x", "\(width)", "-y", "\(height)"])
    }

    /// Looks again and again until `condition` holds.
    func wait(_ what: String, seconds: Double = 60, until condition: () throws -> Bool) throws {
        let end = Date() + seconds
        while try !condition() {
            guard Date() < end else {
                throw Failure(description: "waited in vain for \(what):\n" + (try screen().joined(separator: "\n")))
            }
            usleep(10_000)
        }
    }

    @discardableResult
    private func run(_ arguments: [String]) throws -> String {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let environment = ["PATH=\(path)", "LANG=C.UTF-8", "TERM=xterm-256color"]
        return try CursesDriverTests.run(
            ["tmux", "-u", "-L", server, "-f", "/dev/null"] + arguments, environment: environment
        )
        .output
    }
}
