import RichText

/// How a code is written: `[name]`, `[pack/name]`, `[name:WxH]`, `[pack/name:WxH]`.
///
/// A name and a pack's id are 1 to 32 code points without blanks, brackets, colons, slashes and backslashes; a size is
/// 1x1 to 40x20 cells, each number of one or two digits. Names are compared without regard to case and composition.
public enum CodeGrammar {
    /// The longest name, in code points.
    public static let longestName = 32
    /// The largest size that a code may ask for, in cells.
    public static let largestSize = CellSize(width: 40, height: 20)
    /// The most code points between the brackets: a pack, a slash, a name, a colon and a size.
    static let longestInside = 2 * longestName + 1 + 6

    /// Whether `name` can be the name of an emoticon or the id of a pack.
    public static func isName(_ name: String) -> Bool {
        let count = name.unicodeScalars.count
        return count >= 1 && count <= longestName && name.unicodeScalars.allSatisfy(canBeInName)
    }

    /// Reads what stands between the brackets, whether there is such an emoticon or not; nil when it is no code.
    public static func read(inside text: String) -> EmoticonCode? {
        var name = text[...]
        var size: CellSize?
        if let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) {
            guard let asked = readSize(text[text.utf8.index(after: colon)...]) else { return nil }
            size = asked
            name = text[..<colon]
        }
        var pack: String?
        if let slash = name.utf8.firstIndex(of: UInt8(ascii: "/")) {
            pack = String(name[..<slash])
            name = name[name.utf8.index(after: slash)...]
        }
        guard isName(String(name)), pack.map(isName) ?? true else { return nil }
        return EmoticonCode(String(name), pack: pack, size: size)
    }

    /// What names are compared by.
    static func fold(_ name: String) -> String { name.lowercased() }

    private static func canBeInName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "[", "]", ":", "/", "\\": false
        default: !scalar.properties.isWhitespace && scalar.value >= 0x20
        }
    }

    private static func readSize(_ text: Substring) -> CellSize? {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = readNumber(parts[0], upTo: largestSize.width),
            let height = readNumber(parts[1], upTo: largestSize.height)
        else { return nil }
        return CellSize(width: width, height: height)
    }

    private static func readNumber(_ text: Substring, upTo largest: Int) -> Int? {
        guard (1...2).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text), (1...largest).contains(number)
        else { return nil }
        return number
    }
}
