/// A row of a screen with its styles, read from SGR sequences (ECMA-48).
struct StyledRow {
    /// Text in one style.
    struct Run: Equatable {
        var text: String
        var style: Style
    }

    /// What SGR says of text: colours as their parameters, attributes by number.
    struct Style: Equatable {
        var foreground: String?
        var background: String?
        var attributes: Set<Int> = []

        static let bold = 1
        static let reverse = 7
        var isPlain: Bool { self == Style() }
        var hasColour: Bool { foreground != nil || background != nil }
    }

    let runs: [Run]

    /// The text without styles.
    var text: String { runs.map(\.text).joined() }

    /// The style in which the last `part` of the row begins.
    func style(of part: String) -> Style? {
        guard let range = text.ranges(of: part).last else { return nil }
        var start = text.distance(from: text.startIndex, to: range.lowerBound)
        for run in runs {
            if start < run.text.count { return run.style }
            start -= run.text.count
        }
        return nil
    }

    /// Reads a row as tmux prints it.
    init(_ row: String) {
        var runs: [Run] = []
        var style = Style()
        for (index, piece) in row.split(separator: "\u{1B}[", omittingEmptySubsequences: false).enumerated() {
            var text = piece
            if index > 0, let end = piece.firstIndex(where: \.isLetter) {
                style.apply(piece[..<end].split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 })
                text = piece[piece.index(after: end)...]
            }
            // The shift sequences of line drawing are no text.
            let shown = String(text.unicodeScalars.filter { $0 != "\u{0E}" && $0 != "\u{0F}" })
            if !shown.isEmpty { runs.append(Run(text: shown, style: style)) }
        }
        self.runs = runs
    }
}

extension StyledRow.Style {
    fileprivate mutating func apply(_ codes: [Int]) {
        var rest = codes[...]
        while let code = rest.popFirst() {
            switch code {
            case 0: self = Self()
            case 1...9: attributes.insert(code)
            case 22: attributes.subtract([1, 2])
            case 23...29: attributes.remove(code - 20)
            case 30...37, 90...97: foreground = "\(code)"
            case 40...47, 100...107: background = "\(code)"
            case 38: foreground = StyledRow.Style.colour(&rest)
            case 48: background = StyledRow.Style.colour(&rest)
            case 39: foreground = nil
            case 49: background = nil
            default: break
            }
        }
    }

    /// The colour behind 38 or 48, such as `5;208` or `2;255;0;0`.
    private static func colour(_ codes: inout ArraySlice<Int>) -> String {
        let parts = codes.prefix(codes.first == 5 ? 2 : 4)
        codes.removeFirst(parts.count)
        return parts.map(String.init).joined(separator: ";")
    }
}
