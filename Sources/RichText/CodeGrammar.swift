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
    public static let longestInside = 2 * longestName + 1 + 6

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
            guard let asked = readSize(String(text[text.utf8.index(after: colon)...])) else { return nil }
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

    /// What names are compared by: the name in small letters.
    public static func fold(_ name: String) -> String {
        // Most names are folded as they are; to lower them takes ten times as long as to see that.
        name.utf8.allSatisfy { $0 < 0x80 && !(0x41...0x5A).contains($0) } ? name : name.lowercased()
    }

    private static func canBeInName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "[", "]", ":", "/", "\\": false
        default: scalar.value < 0x80 ? scalar.value > 0x20 : !scalar.properties.isWhitespace
        }
    }

    /// Reads a size such as `4x2`; nil when it is none, or outside 1x1 to 40x20.
    public static func readSize(_ text: String) -> CellSize? {
        var numbers = (0, 0)
        var digits = 0
        var isHeight = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "x") where !isHeight && digits > 0: (isHeight, digits) = (true, 0)
            case 0x30...0x39 where digits < 2:
                digits += 1
                let digit = Int(byte) - 0x30
                if isHeight { numbers.1 = numbers.1 * 10 + digit } else { numbers.0 = numbers.0 * 10 + digit }
            default: return nil
            }
        }
        guard isHeight && digits > 0, (1...largestSize.width).contains(numbers.0),
            (1...largestSize.height).contains(numbers.1)
        else { return nil }
        return CellSize(width: numbers.0, height: numbers.1)
    }
}
