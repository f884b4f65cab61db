import InlineLayout

/// What the engine says of a text given as code points.
enum CodePointQuestion: String {
    /// Where a line may end, each place asked alone.
    case lbreak
    /// Where a cluster ends.
    case gbreak
    /// The cells.
    case cwidth
}

extension CodePointQuestion {
    /// The answer for one line of hexadecimal code points, up to a `;`: indices in code points, or cells.
    func answer(_ line: Substring) -> String {
        let values = line.prefix { $0 != ";" }.split(separator: " ").compactMap { UInt32($0, radix: 16) }
        // A lone surrogate is ill-formed, and what is ill-formed is U+FFFD.
        let scalars = values.map { Unicode.Scalar($0) ?? "\u{FFFD}" }
        let text = String(String.UnicodeScalarView(scalars))
        switch self {
        case .lbreak: return joined(lineBreaks(scalars, Array(text.utf8)))
        case .gbreak: return joined(clusterEnds(text))
        case .cwidth: return String(text.cellWidth)
        }
    }

    private func lineBreaks(_ scalars: [Unicode.Scalar], _ utf8: [UInt8]) -> [Int] {
        var offset = 0
        var places: [Int] = []
        utf8.withUnsafeBufferPointer { bytes in
            for (index, scalar) in scalars.enumerated() {
                offset += UTF8.width(scalar)
                if isLineBreakOpportunity(bytes, at: offset) { places.append(index + 1) }
            }
        }
        return places
    }

    private func clusterEnds(_ text: String) -> [Int] {
        var count = 0
        return Clusters(text).map { cluster in
            count += cluster.text.unicodeScalars.count
            return count
        }
    }

    private func joined(_ numbers: [Int]) -> String { numbers.map { String($0) }.joined(separator: " ") }
}
