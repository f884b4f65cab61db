/// A word of a draft that a dictionary can be asked about.
public struct SpelledWord: Hashable, Sendable {
    /// Its elements in the draft.
    public var range: Range<Int>
    /// Its letters.
    public var text: String

    /// A word at that place.
    public init(range: Range<Int>, text: String) {
        self.range = range
        self.text = text
    }
}

extension Composer {
    /// The longest run without blanks in which words are looked for, in elements.
    private static let longestRun = 200

    /// The words that lie in `range`, or reach into it, in order.
    ///
    /// Words of scripts without blanks, single letters, words with digits, and whatever is in an address, a path, a code
    /// or the name of a command are none. Costs by the size of the range.
    public func words(in range: Range<Int>) -> [SpelledWord] {
        var place = runStart(before: range.lowerBound)
        let end = min(range.upperBound, elements.count)
        var result: [SpelledWord] = []
        while place < end {
            if elements[place].isAtom || elements[place].isBlank {
                place += 1
                continue
            }
            // What goes on far behind the range is no word, so its end is not sought.
            let bound = min(end + Composer.longestRun + 1, elements.count)
            var runEnd = place
            while runEnd < bound, !elements[runEnd].isAtom, !elements[runEnd].isBlank { runEnd += 1 }
            if isProse(place..<runEnd) { addWords(of: place..<runEnd, to: &result) }
            place = runEnd
        }
        return result.filter { $0.range.upperBound > range.lowerBound && $0.range.lowerBound < end }
    }

    /// The word that the caret is in or at, else the nearest one before it in the same line.
    public var wordAtCaret: SpelledWord? {
        let start = max(elements.lineStart(at: caret), caret - 2_000)
        let line = words(in: start..<min(caret + 1, elements.count))
        return line.last { $0.range.lowerBound <= caret }
    }

    private func runStart(before position: Int) -> Int {
        var place = min(max(position, 0), elements.count)
        let bound = max(place - Composer.longestRun, 0)
        while place > bound, !elements[place - 1].isAtom, !elements[place - 1].isBlank { place -= 1 }
        if place > 0, !elements[place - 1].isAtom, !elements[place - 1].isBlank {
            // So long a run holds no words: what is left of it is passed over.
            while place < elements.count, !elements[place].isAtom, !elements[place].isBlank { place += 1 }
        }
        return place
    }

    /// Whether a run without blanks is of a language, and not an address or the like.
    private func isProse(_ run: Range<Int>) -> Bool {
        guard run.count <= Composer.longestRun, elements[run.lowerBound] != .cluster("/") else { return false }
        for index in run {
            guard let cluster = elements[index].cluster, let byte = cluster.utf8.first else { continue }
            switch byte {
            case UInt8(ascii: "@"), UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "_"), UInt8(ascii: "="),
                UInt8(ascii: "`"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "#"), UInt8(ascii: "~"),
                UInt8(ascii: "$"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                return false
            case UInt8(ascii: "."), UInt8(ascii: ":"):
                // A name such as `example.org` or `std::map`, and no end of a sentence.
                if index + 1 < run.upperBound, elements[index + 1].wordClass == .letters { return false }
            default: break
            }
        }
        return true
    }

    private func addWords(of run: Range<Int>, to words: inout [SpelledWord]) {
        var place = run.lowerBound
        while place < run.upperBound {
            guard elements[place].wordClass == .letters else {
                place += 1
                continue
            }
            var end = place + 1
            while end < run.upperBound, joinsWord(end, before: run.upperBound) { end += 1 }
            if end - place > 1 {
                words.append(SpelledWord(range: place..<end, text: elements[place..<end].map(\.text).joined()))
            }
            place = end
        }
    }

    /// Whether the element at `index` goes on with a word: a letter, or an apostrophe between two.
    private func joinsWord(_ index: Int, before end: Int) -> Bool {
        if elements[index].wordClass == .letters { return true }
        guard elements[index] == .cluster("'") || elements[index] == .cluster("’") else { return false }
        return index + 1 < end && elements[index + 1].wordClass == .letters
    }
}
