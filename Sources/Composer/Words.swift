/// What a cluster is to word motions and to the lists.
enum WordClass: Hashable {
    /// Letters, digits and `_` of scripts that are written with blanks between words.
    case letters
    /// Ideographs.
    case ideographs
    /// Hiragana.
    case hiragana
    /// Katakana.
    case katakana
    /// Letters of other scripts that are written without blanks, such as Thai.
    case unspaced
    /// Emoji and other pictographs.
    case pictographs
    /// Punctuation and blanks: between words.
    case separators

    /// The class of a cluster, which its first scalar decides but for keycaps and their like.
    init(_ cluster: String) {
        guard let first = cluster.unicodeScalars.first else {
            self = .separators
            return
        }
        if cluster.unicodeScalars.contains(where: { $0 == "\u{FE0F}" || $0 == "\u{20E3}" }) {
            self = .pictographs
        } else if first.value < 0x80 {
            self = first.isASCIIWord ? .letters : .separators
        } else {
            self.init(beyondASCII: first)
        }
    }

    private init(beyondASCII scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x3041...0x309F: self = .hiragana
        case 0x30A0...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: self = .katakana
        case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3100...0x312F, 0x31A0...0x31BF, 0x3400...0x4DBF,
            0x4E00...0x9FFF, 0xF900...0xFAFF, 0x2_0000...0x3_FFFF:
            self = .ideographs
        case 0x0E01...0x0E5B, 0x0E80...0x0EFF, 0x0F00...0x109F, 0x1780...0x17FF, 0x1950...0x19DF, 0x1A20...0x1AAF,
            0xAA60...0xAADF:
            self = .unspaced
        default:
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .connectorPunctuation:
                self = .letters
            case .otherSymbol, .modifierSymbol, .privateUse: self = .pictographs
            default: self = .separators
            }
        }
    }
}

extension Unicode.Scalar {
    /// A letter or digit of ASCII, or `_`.
    fileprivate var isASCIIWord: Bool {
        switch value {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        default: false
        }
    }
}

extension DraftElement {
    /// The class of a cluster, or nil for an atom.
    var wordClass: WordClass? { cluster.map(WordClass.init) }

    /// Whether it is a blank, a tab or a line feed, or a blank of another script.
    var isBlank: Bool {
        guard let scalar = cluster?.unicodeScalars.first else { return false }
        return scalar.properties.isWhitespace
    }

    /// Whether an `@` right behind this element begins something new, and not an address.
    var opensMention: Bool {
        guard let cluster else { return true }
        return WordClass(cluster) != .letters && !["." as String, "_", "%", "+", "-"].contains(cluster)
    }

    /// Whether a sign such as `:)` right behind this element is a word of its own.
    var isEdgeOfSign: Bool {
        guard let cluster else { return true }
        if isBlank { return true }
        switch WordClass(cluster) {
        case .ideographs, .hiragana, .katakana, .pictographs: return true
        case .letters, .unspaced: return false
        case .separators: return (cluster.unicodeScalars.first?.value ?? 0) >= 0x3000
        }
    }
}

extension [DraftElement] {
    /// The end of the word at or behind `position`.
    func wordEnd(after position: Int) -> Int {
        var place = position
        while place < count, self[place].wordClass == .separators { place += 1 }
        guard place < count, let kind = self[place].wordClass else { return Swift.min(place + 1, count) }
        while place < count, self[place].wordClass == kind { place += 1 }
        return place
    }

    /// The start of the word at or before `position`.
    func wordStart(before position: Int) -> Int {
        var place = position
        while place > 0, self[place - 1].wordClass == .separators { place -= 1 }
        guard place > 0, let kind = self[place - 1].wordClass else { return Swift.max(place - 1, 0) }
        while place > 0, self[place - 1].wordClass == kind { place -= 1 }
        return place
    }

    /// The last word that ends at or before `position`, or is cut by it there.
    func lastWord(before position: Int) -> Range<Int>? {
        var end = position
        while end > 0, self[end - 1].wordClass == .separators { end -= 1 }
        return end > 0 ? wordStart(before: end)..<end : nil
    }

    /// The word, the atom or the single other element that `position` lies in or before.
    func word(at position: Int) -> Range<Int> {
        guard indices.contains(position) else { return Swift.max(count - 1, 0)..<count }
        guard let kind = self[position].wordClass, kind != .separators else { return position..<position + 1 }
        var start = position
        while start > 0, self[start - 1].wordClass == kind { start -= 1 }
        return start..<wordEnd(after: position)
    }

    /// The start of the run without blanks at or before `position`; an atom is a run of its own.
    func blankWordStart(before position: Int) -> Int {
        var place = position
        while place > 0, self[place - 1].isBlank { place -= 1 }
        if place > 0, self[place - 1].isAtom { return place - 1 }
        while place > 0, !self[place - 1].isBlank, !self[place - 1].isAtom { place -= 1 }
        return place
    }

    /// The start of the line that holds `position`.
    func lineStart(at position: Int) -> Int {
        var place = position
        while place > 0, !self[place - 1].endsLine { place -= 1 }
        return place
    }

    /// The end of the line that holds `position`, before its line feed.
    func lineEnd(at position: Int) -> Int {
        var place = position
        while place < count, !self[place].endsLine { place += 1 }
        return place
    }
}
