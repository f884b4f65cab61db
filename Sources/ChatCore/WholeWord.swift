import RichText

/// A name that is looked for as a word of its own, in any case: no letter, digit, mark or `_` stands at its edges.
struct WholeWord: Hashable, Sendable {
    private let letters: [Unicode.Scalar]

    /// Looks for `word`; an empty one is nowhere.
    init(_ word: String) { letters = WholeWord.folded(word) }

    /// Whether a run of text in `body` holds the word. The names in mentions are not looked at: they mean who they mean.
    func isIn(_ body: RichText) -> Bool {
        guard !letters.isEmpty else { return false }
        return body.elements.contains { element in
            if case .text(let text, _) = element { isIn(text) } else { false }
        }
    }

    private func isIn(_ text: String) -> Bool {
        let text = WholeWord.folded(text)
        guard let first = letters.first, text.count >= letters.count else { return false }
        for start in 0...text.count - letters.count where text[start] == first {
            let end = start + letters.count
            if start > 0 && WholeWord.isInWord(text[start - 1]) { continue }
            if end < text.count && WholeWord.isInWord(text[end]) { continue }
            if text[start..<end].elementsEqual(letters) { return true }
        }
        return false
    }

    private static func folded(_ text: String) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x41...0x5A: result.append(Unicode.Scalar(UInt8(scalar.value) + 0x20))
            case ..<0x80: result.append(scalar)
            default: result.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
            }
        }
        return result
    }

    private static func isInWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "_" { return true }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
            return true
        default: return false
        }
    }
}
