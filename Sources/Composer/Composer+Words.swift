extension Composer {
    /// Swaps the elements round the caret and steps on; at the end of a line, the last two. Lines are left alone.
    mutating func transpose(at time: Int64) {
        var second = caret
        if second == elements.count || elements[second].endsLine { second -= 1 }
        guard second > 0, !elements[second].endsLine, !elements[second - 1].endsLine else { return }
        edit(second - 1..<second + 1, with: [elements[second], elements[second - 1]].welded, at: time)
    }

    /// Swaps the words round the caret and goes behind the second; behind the last word, the last two.
    mutating func transposeWords(at time: Int64) {
        guard let second = elements.lastWord(before: elements.wordEnd(after: caret)),
            let first = elements.lastWord(before: second.lowerBound)
        else { return }
        let parts = [second, first.upperBound..<second.lowerBound, first]
        edit(first.lowerBound..<second.upperBound, with: parts.flatMap { elements[$0] }.welded, at: time)
    }

    /// Changes the letters from the caret to the end of the word; atoms are stepped over.
    mutating func changeWord(at time: Int64, _ change: (String) -> String) {
        let end = elements.wordEnd(after: caret)
        guard caret < end else { return }
        let part = elements[caret..<end]
        guard !part.contains(where: \.isAtom) else { return move(to: end) }
        let changed = change(part.map(\.text).joined())
        edit(caret..<end, with: [DraftElement](clustersOf: changed), at: time)
    }
}

extension String {
    /// In capitals, by the full case mappings of Unicode.
    var inCapitals: String { unicodeScalars.map(\.properties.uppercaseMapping).joined() }

    /// In small letters, with the sigma that ends a word (Unicode 17, table 3-17).
    var inSmallLetters: String {
        let scalars = Array(unicodeScalars)
        return scalars.indices.map { index in
            let isFinalSigma =
                scalars[index] == "Σ" && index > 0 && scalars[index - 1].properties.isAlphabetic
                && (index + 1 == scalars.count || !scalars[index + 1].properties.isAlphabetic)
            return isFinalSigma ? "ς" : scalars[index].properties.lowercaseMapping
        }.joined()
    }

    /// In small letters but for the first letter, which is a capital.
    var withOneCapital: String {
        guard let first = unicodeScalars.firstIndex(where: \.properties.isAlphabetic) else { return self }
        let rest = String(unicodeScalars[unicodeScalars.index(after: first)...])
        let capital = unicodeScalars[first].properties.titlecaseMapping
        // A letter in front tells the rest that a sigma in it does not stand alone.
        return String(unicodeScalars[..<first]) + capital + ("a" + rest).inSmallLetters.dropFirstScalar
    }

    private var dropFirstScalar: String { String(unicodeScalars.dropFirst()) }
}
