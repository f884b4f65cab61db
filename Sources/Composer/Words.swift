import InlineLayout

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
