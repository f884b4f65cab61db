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

    func resize(width: Int, height: Int) throws {
        try run(["resize-window", "-x", "\(width)", "-y", "\(height)"])
    }

    /// Looks again and again until `condition` holds.
    func wait(_ what: String, seconds: Double = 10, until condition: () throws -> Bool) throws {
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
