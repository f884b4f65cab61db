/// What the marks in a text mean by XEP-0393, Message Styling 1.1.1: `*strong*`, `_emphasis_`, `~strike~`, `` `code` ``,
/// blocks between lines of three grave accents, and lines that begin with `>`. The marks stay in the text.
struct MessageStyling {
    /// How a code point looks.
    struct Look: OptionSet, Hashable, Sendable {
        let rawValue: UInt8

        static let strong = Look(rawValue: 1)
        static let emphasis = Look(rawValue: 2)
        static let strike = Look(rawValue: 4)
        /// As it was typed: nothing in it means anything.
        static let code = Look(rawValue: 8)
        static let quote = Look(rawValue: 16)
    }

    /// One for each code point; empty where nothing is styled.
    private(set) var looks: [Look]
    private let scalars: [Unicode.Scalar]
    /// Quotes in quotes are looked into so far.
    private static let deepest = 8

    init(_ text: String) {
        looks = []
        scalars = text.utf8.contains(where: MessageStyling.isMark) ? Array(text.unicodeScalars) : []
        guard !scalars.isEmpty else { return }
        looks = Array(repeating: [], count: scalars.count)
        style(blocks: lines, depth: 0)
        if looks.allSatisfy(\.isEmpty) { looks = [] }
    }

    // Every byte of every message comes by here.
    private static func isMark(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x2A, 0x5F, 0x7E, 0x60, 0x3E: true  // * _ ~ ` >
        default: false
        }
    }

    private var lines: [Range<Int>] {
        var result: [Range<Int>] = []
        var start = 0
        for (index, scalar) in scalars.enumerated() where scalar == "\n" {
            result.append(start..<index)
            start = index + 1
        }
        result.append(start..<scalars.count)
        return result
    }

    // MARK: Blocks

    private mutating func style(blocks lines: [Range<Int>], depth: Int) {
        var index = 0
        while index < lines.count {
            let line = lines[index]
            if scalars[line].starts(with: MessageStyling.fence) {
                // Up to the line that closes it, or to the end of what it stands in.
                let last = lines[(index + 1)...].firstIndex { scalars[$0].elementsEqual(MessageStyling.fence) }
                let end = last ?? lines.count - 1
                for place in index...end { add(.code, to: lines[place]) }
                index = end + 1
            } else if scalars[line].first == ">", depth < MessageStyling.deepest {
                var inner: [Range<Int>] = []
                while index < lines.count, scalars[lines[index]].first == ">" {
                    add(.quote, to: lines[index])
                    inner.append(behindMark(lines[index]))
                    index += 1
                }
                style(blocks: inner, depth: depth + 1)
            } else {
                style(spansIn: line, Closers(scalars, line))
                index += 1
            }
        }
    }

    private static let fence: [Unicode.Scalar] = ["`", "`", "`"]

    /// A line of a quote without its sign, and without one blank behind that.
    private func behindMark(_ line: Range<Int>) -> Range<Int> {
        var start = line.lowerBound + 1
        if start < line.upperBound, MessageStyling.isBlank(scalars[start]) { start += 1 }
        return start..<line.upperBound
    }

    // MARK: Spans

    /// Styles the spans in a part of a line that may begin with one.
    private mutating func style(spansIn range: Range<Int>, _ closers: Closers) {
        var index = range.lowerBound
        while index < range.upperBound {
            guard let look = MessageStyling.look(of: scalars[index]), opens(index, in: range),
                let end = closers.end(of: scalars[index], openedAt: index), end < range.upperBound
            else {
                index += 1
                continue
            }
            add(look, to: index..<end + 1)
            if look != .code { style(spansIn: index + 1..<end, closers) }
            index = end + 1
        }
    }

    private static func look(of scalar: Unicode.Scalar) -> Look? {
        switch scalar {
        case "*": .strong
        case "_": .emphasis
        case "~": .strike
        case "`": .code
        default: nil
        }
    }

    /// Whether a span may begin there: at the start, or behind a blank, and not before one.
    private func opens(_ index: Int, in range: Range<Int>) -> Bool {
        guard index + 1 < range.upperBound, !MessageStyling.isBlank(scalars[index + 1]) else { return false }
        return index == range.lowerBound || MessageStyling.isBlank(scalars[index - 1])
    }

    private mutating func add(_ look: Look, to range: Range<Int>) {
        for index in range { looks[index].formUnion(look) }
    }

    /// White space as the standard has it: the property, or a separator.
    fileprivate static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
}

/// Where spans of a line may end, so that a line full of marks costs no more than its length.
private struct Closers {
    private var places: [Unicode.Scalar: [Int]] = [:]

    init(_ scalars: [Unicode.Scalar], _ line: Range<Int>) {
        for index in line.dropFirst() {
            let scalar = scalars[index]
            guard scalar == "*" || scalar == "_" || scalar == "~" || scalar == "`",
                !MessageStyling.isBlank(scalars[index - 1])
            else { continue }
            places[scalar, default: []].append(index)
        }
    }

    /// The nearest place at which a span ends; nil where there is none, or nothing between the two.
    func end(of scalar: Unicode.Scalar, openedAt start: Int) -> Int? {
        guard let places = places[scalar] else { return nil }
        var low = 0
        var high = places.count
        while low < high {
            let middle = (low + high) / 2
            if places[middle] > start { high = middle } else { low = middle + 1 }
        }
        guard low < places.count, places[low] > start + 1 else { return nil }
        return places[low]
    }
}
