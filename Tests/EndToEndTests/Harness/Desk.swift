import Testing

/// A terminal's width and the table of keys that one writes with.
struct Desk: CustomTestStringConvertible, Sendable {
    let width: Int
    let keys: String

    var testDescription: String { "\(width) columns, \(keys)" }

    /// A narrow and a wide terminal, each with both tables.
    static let all = [40, 120].flatMap { width in ["emacs", "vi"].map { Desk(width: width, keys: $0) } }
    /// Those with vi's keys.
    static let vi = all.filter { $0.keys == "vi" }

    var isVi: Bool { keys == "vi" }
    var isWide: Bool { width >= 80 }
}

/// Somebody who writes at a desk, in a terminal of 24 rows.
struct Writer {
    let terminal: TerminalSession
    let desk: Desk

    /// Opens the program in the sandbox's lobby, with `settings` in its file besides the table of keys.
    init(
        _ name: String, at desk: Desk, in sandbox: Sandbox, here: Int = 1, settings: String = "",
        variables: [String: String] = [:]
    ) throws {
        let file = sandbox.file("\(name).json5", "{keys: \"\(desk.keys)\", \(settings)}")
        terminal = try sandbox.terminal("--as", name, "--config", file, width: desk.width, variables: variables)
        self.desk = desk
        try terminal.waitUntilShown("\(here) here")
    }

    /// The row of a draft of one line.
    static let row = 22

    /// Presses keys; what begins with a quote is typed without it: `do("'hello", "C-a")`.
    func press(_ keys: [String]) throws {
        for key in keys {
            if key.first == "'" { try terminal.type(String(key.dropFirst())) } else { try terminal.press(key) }
        }
    }

    /// Presses `keys` and waits until the draft's last line is as it is drawn; a bar in it is the caret.
    func expect(_ drawing: String, after keys: String...) throws {
        try press(keys)
        let draft = drawing.filter { $0 != "|" }
        let left = drawing.prefix { $0 != "|" }
        let caret = left.count < drawing.count ? left.unicodeScalars.reduce(1) { $0 + $1.cells } : nil
        var wanted = draft.isEmpty ? "" : " " + draft
        while wanted.last == " " { wanted.removeLast() }
        try terminal.waitUntil("the draft is “\(drawing)” after \(keys)") {
            $0.rows[Writer.row] == wanted && (caret == nil || caret == $0.cursor.x)
        }
    }

    /// Presses `keys` and waits until `text` is on the screen.
    @discardableResult
    func see(_ text: String, after keys: String...) throws -> Screen {
        try press(keys)
        return try terminal.waitUntilShown(text)
    }

    /// Presses `keys` and waits until `text` is nowhere on the screen.
    @discardableResult
    func lose(_ text: String, after keys: String...) throws -> Screen {
        try press(keys)
        return try terminal.waitUntilGone(text)
    }

    /// Writes `@query`, takes the first of the list, which shows `id`, and goes on with the draft that is drawn.
    func mention(_ query: String, _ id: String, _ drawing: String) throws {
        try see(id, after: "'@" + query)
        try expect(drawing, after: "Enter")
    }

    /// Takes the last step back; the caret stands at the end of the draft afterwards.
    func undo(_ drawing: String) throws {
        if !desk.isVi { return try expect(drawing, after: "C-_", "End", "End") }
        try normal()
        try expect(drawing, after: "'uA")
        try terminal.waitUntilGone("-- NORMAL --")
    }

    /// Vi's normal mode.
    func normal() throws { try see("-- NORMAL --", after: "Escape") }

    /// Empties the draft.
    func clear() throws { try expect("|", after: "C-c") }

    /// Presses and lets go a button at a cell, as a terminal tells it (SGR 1006).
    func click(_ x: Int, _ y: Int, times: Int = 1) throws {
        // In one go: a double click lasts 400 ms, and a call of tmux may last longer.
        let click = "\u{1B}[<0;\(x + 1);\(y + 1)M\u{1B}[<0;\(x + 1);\(y + 1)m"
        try terminal.type(String(repeating: click, count: times))
    }

    /// Drags from one cell to another.
    func drag(from: (x: Int, y: Int), to: (x: Int, y: Int)) throws {
        try terminal.type("\u{1B}[<0;\(from.x + 1);\(from.y + 1)M\u{1B}[<32;\(to.x + 1);\(to.y + 1)M")
        try terminal.type("\u{1B}[<0;\(to.x + 1);\(to.y + 1)m")
    }
}
