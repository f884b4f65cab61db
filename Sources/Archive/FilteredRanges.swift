import RichText

/// A text as it came and as the filter left it, and the way from ranges of the one to ranges of the other.
struct FilteredRanges {
    /// The text after the filter.
    let text: String
    /// The number of code points before the filter.
    let count: Int
    private let scalars: [Unicode.Scalar]
    /// For each code point that came, and for the end, how many code points the filter made before it; empty when the
    /// filter kept the number.
    private let offsets: [Int]

    init(_ raw: String) {
        scalars = Array(raw.unicodeScalars)
        count = scalars.count
        text = HarmlessText.lines(raw)
        let filteredCount = text.unicodeScalars.count
        if filteredCount == scalars.count {
            offsets = []
        } else {
            offsets = HarmlessText.offsets(inLines: raw)
        }
    }

    /// Where the code points of `range`, which lies inside the text that came, are in the filtered text.
    func filtered(_ range: Range<Int>) -> Range<Int> {
        offsets.isEmpty ? range : offsets[range.lowerBound]..<offsets[range.upperBound]
    }

    /// The text that came, in `range`.
    func string(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[range])
        return String(view)
    }

    /// The size that the code over `range` asks for, `6x3` in `[smile:6x3]`; nil when it asks for none, or is not
    /// written as `code` would be.
    func size(of code: EmoticonCode, in range: Range<Int>) -> CellSize? {
        guard range.count <= 4096 else { return nil }
        let written = string(range)
        let start = code.text.dropLast() + ":"
        guard written.hasPrefix(start), written.hasSuffix("]") else { return nil }
        let numbers = written.dropFirst(start.count).dropLast().split(separator: "x", omittingEmptySubsequences: false)
        guard numbers.count == 2, let width = Int(numbers[0]), let height = Int(numbers[1]) else { return nil }
        let size = CellSize(width: width, height: height)
        // The text is written again from the code: what would come out differently is not a size.
        return EmoticonCode(code.name, pack: code.pack, size: size).text == written ? size : nil
    }
}
