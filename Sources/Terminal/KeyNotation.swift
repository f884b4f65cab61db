import InlineLayout

extension KeyPress: CustomStringConvertible {
    /// Reads the notation of key tables: `C-`, `M-` and `S-` for Ctrl, Alt and Shift, then one cluster, a key's name
    /// (`Enter`, `Tab`, `Backspace`, `Delete`, `Escape`, `Up`, `Down`, `Left`, `Right`, `Home`, `End`, `PageUp`,
    /// `PageDown`, `Insert`, `Space`) or `F` and a number from 1 to 63. Nil for anything else.
    ///
    /// ```swift
    /// KeyPress("C-M-x") == KeyPress(.character("x"), [.control, .alt])
    /// ```
    public init?(_ notation: String) {
        var rest = Substring(notation)
        var modifiers: Modifiers = []
        while rest.utf8.count > 2, let (prefix, modifier) = KeyPress.prefixes.first(where: { rest.hasPrefix($0.0) }) {
            modifiers.insert(modifier)
            rest = rest.dropFirst(prefix.utf8.count)
        }
        guard let key = KeyPress.key(named: String(rest)) else { return nil }
        self.init(key, modifiers)
    }

    /// The key press in the notation of key tables, such as `C-a` or `M-Enter`.
    public var description: String {
        let held = KeyPress.prefixes.filter { modifiers.contains($0.1) }
        return held.map(\.0).joined() + KeyPress.name(of: key)
    }

    private static let prefixes: [(String, Modifiers)] = [("C-", .control), ("M-", .alt), ("S-", .shift)]

    private static let names: [(String, Key)] = [
        ("Enter", .enter), ("Tab", .tab), ("Backspace", .backspace), ("Delete", .delete), ("Escape", .escape),
        ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right), ("Home", .home), ("End", .end),
        ("PageUp", .pageUp), ("PageDown", .pageDown), ("Insert", .insert), ("Space", .character(" ")),
    ]

    private static func key(named name: String) -> Key? {
        if let (_, key) = names.first(where: { $0.0 == name }) { return key }
        if name.first == "F", let number = Int(name.dropFirst()), (1...63).contains(number) { return .function(number) }
        return Array(Clusters(name).prefix(2)).count == 1 ? .character(name) : nil
    }

    private static func name(of key: Key) -> String {
        if let (name, _) = names.first(where: { $0.1 == key }) { return name }
        switch key {
        case .character(let text): return text
        case .function(let number): return "F\(number)"
        default: return ""
        }
    }
}
