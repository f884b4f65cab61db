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

    /// The longest code in elements, brackets included: a pack, a name of at most 32 each, and a size.
    static let longestCode = 74
    /// The largest size that a code may ask for, in cells.
    static let largest = CellSize(width: 40, height: 20)

    /// No emoticons.
    public static let none = Substitutions(names: [:], signs: [:])

    /// Tables by name (`smile`, `classic/smile`, aliases) and by sign (`:)`).
    public init(names: [String: EmoticonCode], signs: [String: EmoticonCode]) {
        self.names.reserveCapacity(names.count)
        for (name, code) in names { self.names[Self.fold(name)] = code }
        self.signs = signs
        longestSign = signs.keys.map(\.unicodeScalars.count).max() ?? 0
    }

    /// The emoticon of that name, `pack/` before it allowed.
    func code(named name: String) -> EmoticonCode? { names[Self.fold(name)] }

    /// The emoticon whose code has `inside` between its brackets: a name, perhaps with a size behind it.
    func code(inside: String) -> EmoticonCode? {
        guard let colon = inside.utf8.lastIndex(of: UInt8(ascii: ":")) else { return code(named: inside) }
        let size = inside[inside.index(after: colon)...].split(separator: "x", omittingEmptySubsequences: false)
        guard size.count == 2, let width = Self.number(size[0], upTo: Self.largest.width),
            let height = Self.number(size[1], upTo: Self.largest.height),
            var code = code(named: String(inside[..<colon]))
        else { return nil }
        code.size = CellSize(width: width, height: height)
        return code
    }

    /// The emoticon that `sign` stands for.
    func code(sign: String) -> EmoticonCode? { signs[sign] }

    /// Whether a sign begins with `start` and goes on behind it.
    func isStartOfSign(_ start: String) -> Bool {
        signs.keys.contains { $0.unicodeScalars.count > start.unicodeScalars.count && $0.hasPrefix(start) }
    }

    private static func fold(_ name: String) -> String {
        // Most names are folded as they are; to lower them takes ten times as long as to see that.
        name.utf8.allSatisfy { $0 < 0x80 && !(0x41...0x5A).contains($0) } ? name : name.lowercased()
    }

    private static func number(_ text: Substring, upTo largest: Int) -> Int? {
        guard (1...2).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text), (1...largest).contains(number)
        else { return nil }
        return number
    }
}
