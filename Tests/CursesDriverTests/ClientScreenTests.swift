import Foundation
import Testing

/// The built program with the tricky lines as messages, names and drafts; tmux tells in which columns the rules stand.
private final class Client {
    let tmux: Tmux
    private let folder: URL
    private let program: String

    /// The program that `make test` has built, or the one beside these tests.
    private static func program() throws -> String {
        let environment = ProcessInfo.processInfo.environment
        if let named = environment["MINGLE_PROGRAM"] { return named }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let release = root.appendingPathComponent(".build/release/mingle").path
        if FileManager.default.isExecutableFile(atPath: release) { return release }
        return root.appendingPathComponent(".build/debug/mingle").path
    }

    init(messages: [(name: String, text: String)], width: Int, height: Int) throws {
        program = try Client.program()
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("mingle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let variables = ["HOME=\(folder.path)", "LANG=C.UTF-8", "PATH=/usr/bin:/bin"]
        for (name, text) in messages {
            let arguments = [program, "send", "--as", name, "--", text]
            #expect(try run(arguments, environment: variables).code == 0, "\(text.debugDescription)")
        }
        tmux = try Tmux("HOME='\(folder.path)' '\(program)' --as Me", width: width, height: height)
        try tmux.wait("the room") { try tmux.screen().contains { $0.contains("here") } }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var home: String { folder.path }

    /// Another start of the same person's program, when its room is there.
    func again() throws -> Tmux {
        let next = try Tmux("HOME='\(folder.path)' '\(program)' --as Me", width: 120, height: 24)
        try next.wait("the room") { try next.screen().contains { $0.contains("here") } }
        try next.waitForStillness()
        return next
    }

    func reports() throws -> [String] {
        let state = folder.appendingPathComponent(".local/state/mingle")
        return try FileManager.default.contentsOfDirectory(atPath: state.path).filter { $0.hasPrefix("report-") }
            .map { try String(contentsOf: state.appendingPathComponent($0), encoding: .utf8) }
    }

    /// What doctor prints in a terminal of its own; its output goes through a pipe, as people do who send it.
    func doctor(_ options: [String]) throws -> [String] {
        let file = folder.appendingPathComponent("doctor-\(options.count)").path
        let words = ([program, "doctor"] + options).map { "'\($0)'" }.joined(separator: " ")
        let shell = try Tmux(
            "HOME='\(folder.path)' sh -c \"\(words) | cat > '\(file)'; echo done; cat\"", width: 80, height: 24)
        try shell.wait("doctor's end") { try shell.screen().contains("done") }
        return try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// The columns of the rules on each row of the log: row, then columns, as tmux counts cells.
    func rules(height: Int) throws -> [Int: [Int]] {
        try tmux.command(["copy-mode"])
        defer { _ = try? tmux.command(["send-keys", "-X", "cancel"]) }
        let rows = try tmux.screen()
        let top = try #require(rows.firstIndex { $0.contains("┬") })
        // The row of the lower rule may be covered by a list.
        let bottom = rows.lastIndex { $0.contains("┴") } ?? rows.lastIndex { $0.contains("│") } ?? top
        var result: [Int: [Int]] = [:]
        for row in top...bottom {
            let sign = row == top ? "┬" : rows[row].contains("┴") ? "┴" : "│"
            var words = ["send-keys", "-X", "top-line"]
            for _ in 0..<row { words += [";", "send-keys", "-X", "cursor-down"] }
            words += [";", "send-keys", "-X", "start-of-line"]
            for _ in 0..<2 {
                words += [
                    ";", "send-keys", "-X", "jump-forward", sign, ";", "display-message", "-p", "#{copy_cursor_x}",
                ]
            }
            result[row] = try tmux.command(words).split(separator: "\n").compactMap { Int($0) }
        }
        return result
    }

    /// Expects the rules in their columns; where a list may cover them, those that are seen.
    func expectStraightRules(_ what: String, height: Int, below list: Bool = false) throws {
        var rules = try rules(height: height)
        let usual = rules.min { $0.key < $1.key }?.value ?? []
        #expect(usual.count == 2 && usual[0] > 0 && usual[1] > usual[0], "\(what): \(usual)")
        // What is not found leaves the cursor where it was, so a rule that is covered is told twice or as no column of it.
        if list { rules = rules.filter { !Set($0.value).isSubset(of: usual) } }
        for (row, columns) in rules where columns != usual {
            let rows = try tmux.screen()
            Issue.record("\(what), row \(row): rules at \(columns), not \(usual): \(rows[row])")
        }
    }
}

@Suite(.serialized) struct ClientScreenTests {
    /// The panes' own rule must be told from one that somebody writes.
    private static let lines = trickyLines.map { $0.replacing("│", with: "┆") }
    private static let messages = lines.map { (name: "n" + String($0.prefix(14)), text: $0) }

    @Test func noMessageNorNameNorDraftMovesAPane() throws {
        let client = try Client(messages: ClientScreenTests.messages, width: 100, height: 24)
        try client.tmux.wait("the last message") { try client.tmux.screen().contains { $0.contains("drawing") } }
        try client.expectStraightRules("newest", height: 24)
        for page in 0..<4 {
            try client.tmux.press("PageUp")
            try client.tmux.waitForStillness()
            try client.expectStraightRules("page \(page)", height: 24)
        }
        try client.tmux.press("M->")
        for line in ClientScreenTests.lines {
            try client.tmux.paste(line)
            try client.tmux.waitForStillness()
            try client.expectStraightRules("draft \(line)", height: 24)
            try client.tmux.press("C-c")
        }
    }

    /// Whatever opens over the log, or is asked in the status row, moves no pane beside it.
    @Test func nothingThatOpensMovesAPane() throws {
        let links = ClientScreenTests.lines.dropFirst().prefix(7).map { "https://a.b/" + $0.prefix { $0 != " " } }
        let all = ClientScreenTests.messages + [(name: "x", text: links.joined(separator: " "))]
        let client = try Client(messages: all, width: 100, height: 24)
        try client.tmux.wait("the last message") { try client.tmux.screen().contains { $0.contains("a.b") } }
        func look(_ what: String, list: Bool = false) throws {
            try client.tmux.waitForStillness()
            try client.expectStraightRules(what, height: 24, below: list)
        }
        for (key, what) in [("C-t", "switcher"), ("M-e", "grid of emoticons"), ("F1", "help")] {
            try client.tmux.press(key)
            try look(what)
            try client.tmux.press("PageDown")
            try look(what + ", a page down")
            try client.tmux.press("C-g")
            try client.tmux.waitForStillness()
        }
        for (text, what) in [("@", "people"), ("/", "commands"), ("/set ", "settings"), ("[co", "emoticons")] {
            for letter in text { try client.tmux.press(letter == " " ? "Space" : String(letter)) }
            try look(what, list: true)
            for _ in 0..<9 { try client.tmux.press("Down") }
            try look(what + ", nine down", list: true)
            try client.tmux.press("C-g")
            try client.tmux.waitForStillness()
            try client.tmux.press("C-c")
        }
        try client.tmux.press("M-s")
        for number in 1...4 {
            try client.tmux.press("o")
            try look("asking about link \(number)")
        }
        try client.tmux.press("C-g")
        try client.tmux.waitForStillness()
        try client.tmux.press("d")
        try look("asking about a deletion")
    }

    @Test func aStormOfSizesLeavesARightScreen() throws {
        let client = try Client(messages: ClientScreenTests.messages, width: 100, height: 24)
        for step in 0..<200 {
            let (width, height) = ([1, 500, 80, 20, 33, 200][step % 6], [1, 200, 24, 5][step % 4])
            try client.tmux.resize(width: width, height: height)
        }
        try client.tmux.resize(width: 90, height: 20)
        try client.tmux.wait("the newest message") { try client.tmux.screen().contains { $0.contains("drawing") } }
        try client.tmux.waitForStillness()
        try client.expectStraightRules("after the storm", height: 20)
        let rows = try client.tmux.screen()
        #expect(rows.count == 20)
    }

    @Test func aFaultIsToldAtTheNextStartOnce() throws {
        let client = try Client(messages: [("Ann", "drawing")], width: 120, height: 24)
        let process = try #require(pid_t(client.tmux.command(["display-message", "-p", "#{pane_pid}"]).dropLast()))
        kill(process, SIGSEGV)
        // What it leaves is there once it is gone.
        let end = Date() + 60
        while kill(process, 0) == 0 && Date() < end { usleep(10_000) }
        for isFirst in [true, false] {
            let next = try client.again()
            func isTold() throws -> Bool {
                try next.screen().contains { $0.contains("ended by a fault (signal 11)") }
            }
            if isFirst { try next.wait("the fault is told", until: isTold) } else { #expect(try !isTold()) }
            try next.press("C-q")
        }
        let report = try #require(try client.reports().first)
        #expect(report.contains("signal 11\n") && report.contains("mingle "))
        #expect(!report.contains(client.home), "a path of one's own")
    }

    @Test func doctorTellsWithoutNames() throws {
        let client = try Client(messages: [("Ann", "drawing")], width: 80, height: 60)
        let all = try client.doctor(["--as", "Nemo"])
        #expect(all.contains { $0.contains("Nemo") })
        #expect(all.contains { $0.contains("tmux") })
        #expect(all.contains { $0.hasPrefix("  family") && $0.contains("2  2") })
        #expect(all.contains { $0.contains("~/.local/share/mingle/archive.sqlite") })
        let report = try client.doctor(["--as", "Nemo", "--report"])
        #expect(!report.contains { $0.contains("Nemo") || $0.contains(client.home) })
        #expect(report.contains { $0.contains("ncurses 6") })
    }

    @Test func theProgramEndsWithItsTerminal() throws {
        let client = try Client(messages: [("Ann", "drawing")], width: 80, height: 24)
        let process = try #require(pid_t(client.tmux.command(["display-message", "-p", "#{pane_pid}"]).dropLast()))
        try client.tmux.command(["kill-server"])
        let end = Date() + 60
        while kill(process, 0) == 0 && Date() < end { usleep(10_000) }
        #expect(kill(process, 0) != 0)
    }
}
