import RichText

/// What turns into an emoticon while it is typed: names between brackets or colons, and signs such as `:)`.
///
/// The composer knows no packs; whoever does makes these tables. Names are compared without regard to case and to
/// composition, signs exactly.
public struct Substitutions: Sendable {
    private var names: [String: EmoticonCode] = [:]
    private var signs: [String: EmoticonCode] = [:]
    /// The length of the longest sign in code points.
    let longestSign: Int

    /// The longest code in elements, brackets included.
    static let longestCode = CodeGrammar.longestInside + 2

    /// No emoticons.
    public static let none = Substitutions(names: [:], signs: [:])

    /// Tables by name (`smile`, `classic/smile`, aliases) and by sign (`:)`).
    public init(names: [String: EmoticonCode], signs: [String: EmoticonCode]) {
        self.names.reserveCapacity(names.count)
        for (name, code) in names { self.names[CodeGrammar.fold(name)] = code }
        self.signs = signs
        longestSign = signs.keys.map(\.unicodeScalars.count).max() ?? 0
    }

    /// The emoticon of that name, `pack/` before it allowed.
    func code(named name: String) -> EmoticonCode? { names[CodeGrammar.fold(name)] }

    /// The emoticon whose code has `inside` between its brackets: a name, perhaps with a size behind it.
    func code(inside: String) -> EmoticonCode? {
        guard let asked = CodeGrammar.read(inside: inside),
            var code = code(named: asked.pack.map { $0 + "/" + asked.name } ?? asked.name)
        else { return nil }
        code.size = asked.size ?? code.size
        return code
    }

    /// The emoticon that `sign` stands for.
    func code(sign: String) -> EmoticonCode? { signs[sign] }

    /// Whether a sign begins with `start` and goes on behind it.
    func isStartOfSign(_ start: String) -> Bool {
        signs.keys.contains { $0.unicodeScalars.count > start.unicodeScalars.count && $0.hasPrefix(start) }
    }
}
