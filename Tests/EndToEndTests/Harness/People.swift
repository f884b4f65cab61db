extension Sandbox {
    /// Ann and Bea in the lobby, each in a terminal of `width` × `height`, each seeing the other.
    func annAndBea(
        width: Int = 100, height: Int = 24, variables: [String: String] = [:]
    ) throws -> (ann: TerminalSession, bea: TerminalSession) {
        let ann = try terminal("--as", "Ann", width: width, height: height, variables: variables)
        try ann.waitUntilShown("1 here")
        let bea = try terminal("--as", "Bea", width: width, height: height, variables: variables)
        try ann.waitUntilShown("2 here")
        try bea.waitUntilShown("2 here")
        return (ann, bea)
    }
}

extension TerminalSession {
    /// Leaves by the key, and waits until the program has ended well.
    func leave() throws {
        try press("C-q")
        let code = try waitUntilEnded()
        if code != 0 { throw HarnessError("it ended with \(code)") }
    }

    /// Types each of `lines` with Enter behind it, and waits for what is to be seen then.
    func say(_ lines: KeyValuePairs<String, String>) throws {
        for (line, answer) in lines {
            try say(line)
            try waitUntilShown(answer)
        }
    }
}
