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
            let offsets = FilteredRanges.offsets(scalars)
            // Should the filter's rules ever change, ranges become empty, which costs the marks and nothing else.
            let isRight = offsets.last == filteredCount
            self.offsets = isRight ? offsets : Array(repeating: 0, count: scalars.count + 1)
        }
    }

    /// Where the code points of `range`, which lies inside the text that came, are in the filtered text.
    func filtered(_ range: Range<Int>) -> Range<Int> {
        offsets.isEmpty ? range : offsets[range.lowerBound]..<offsets[range.upperBound]
    }

    /// The filter drops the line feed after a carriage return, and marks past the first one too many.
    private static func offsets(_ scalars: [Unicode.Scalar]) -> [Int] {
        var result = [0]
        result.reserveCapacity(scalars.count + 1)
        var marks = 0
        var before: Unicode.Scalar?
        for scalar in scalars {
            let isDropped: Bool
            if scalar == "\n" && before == "\r" {
                isDropped = true
            } else {
                marks = isMark(scalar) ? marks + 1 : 0
                isDropped = marks > HarmlessText.longestRunOfMarks + 1
            }
            before = isDropped && scalar == "\n" ? nil : scalar
            result.append(result[result.count - 1] + (isDropped ? 0 : 1))
        }
        return result
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: scalar.value >= 0x300
        default: false
        }
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
