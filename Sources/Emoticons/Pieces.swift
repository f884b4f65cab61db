import RichText

extension Catalogue {
    /// A part of a text with codes.
    public enum Piece: Hashable, Sendable {
        /// Text that is shown as it is written; the range is in code points.
        case text(Range<Int>)
        /// A code and where it stands, brackets included, in code points.
        case emoticon(EmoticonCode, Range<Int>)
    }

    /// The parts of `text`, in order: each code of a known emoticon, and the text around them.
    ///
    /// What is no code is text: an unterminated bracket, an unknown name, `[]`, a size out of bounds. A backslash
    /// before a code says that the code is meant as it is written; that backslash, which is to vanish, is in no piece,
    /// and everything else is in exactly one. Linear in the length of the text.
    public func pieces(of text: String) -> [Piece] {
        let scalars = Array(text.unicodeScalars)
        var pieces: [Piece] = []
        var textStart = 0
        var place = 0

        func endText(at end: Int) {
            if textStart < end { pieces.append(.text(textStart..<end)) }
        }
        while place < scalars.count {
            guard scalars[place] == "[", let (code, end) = knownCode(in: scalars, at: place) else {
                place += 1
                continue
            }
            if place > textStart, scalars[place - 1] == "\\" {
                endText(at: place - 1)
                textStart = place
            } else {
                endText(at: place)
                pieces.append(.emoticon(code, place..<end))
                textStart = end
            }
            place = end
        }
        endText(at: scalars.count)
        return pieces
    }

    /// The code whose bracket opens at `start`, and the place behind its closing bracket.
    private func knownCode(in scalars: [Unicode.Scalar], at start: Int) -> (EmoticonCode, end: Int)? {
        // A code is short, so one look costs little whatever follows.
        let limit = min(start + 2 + CodeGrammar.longestInside, scalars.count)
        var end = start + 1
        while end < limit, scalars[end] != "]" {
            if scalars[end] == "[" || scalars[end].properties.isWhitespace { return nil }
            end += 1
        }
        guard end < limit, end > start + 1 else { return nil }
        var inside = String.UnicodeScalarView()
        inside.append(contentsOf: scalars[start + 1..<end])
        guard let code = CodeGrammar.read(inside: String(inside)), emoticon(for: code) != nil else { return nil }
        return (code, end + 1)
    }
}
