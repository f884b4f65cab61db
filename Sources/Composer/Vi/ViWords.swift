import InlineLayout

// Words as vi has them: runs of one class, an atom being a word of its own, blanks between them; a word that `isBig` is
// all between blanks.

extension DraftElement {
    fileprivate enum ViClass: Equatable {
        case blank, atom, punctuation
        case word(WordClass)
        case big
    }

    fileprivate func viClass(_ isBig: Bool) -> ViClass {
        guard let kind = wordClass else { return .atom }
        if isBlank { return .blank }
        if isBig { return .big }
        return kind == .separators ? .punctuation : .word(kind)
    }
}

extension [DraftElement] {
    /// The caret of normal mode: before an element of the line, where it has one.
    func viPlace(_ place: Int) -> Int {
        let place = Swift.min(Swift.max(place, 0), count)
        let isAtEnd = place == count || self[place].endsLine
        return isAtEnd && place > 0 && !self[place - 1].endsLine ? place - 1 : place
    }

    /// Steps until the count is used up or nothing moves any more.
    func repeating(_ times: Int, from place: Int, _ step: (Self, Int) -> Int) -> Int {
        var place = place
        for _ in 0..<Swift.max(times, 0) {
            let next = step(self, place)
            if next == place { break }
            place = next
        }
        return place
    }

    /// The start of the next word; an empty line is one.
    func viWordStart(after place: Int, _ isBig: Bool) -> Int {
        guard place < count else { return count }
        var place = self[place].endsLine ? place + 1 : viRunEnd(at: place, isBig)
        while place < count, self[place].isBlank {
            if self[place].endsLine, place > 0, self[place - 1].endsLine { return place }
            place += 1
        }
        return place
    }

    /// The start of the word at or before `place`.
    func viWordStart(before place: Int, _ isBig: Bool) -> Int {
        var place = place
        while place > 0, self[place - 1].isBlank { place -= 1 }
        return place > 0 ? viRunStart(at: place - 1, isBig) : 0
    }

    /// The last element of the next word's end.
    func viWordEnd(after place: Int, _ isBig: Bool) -> Int {
        var next = place + 1
        while next < count, self[next].isBlank { next += 1 }
        guard next < count else { return Swift.max(count - 1, 0) }
        return viRunEnd(at: next, isBig) - 1
    }

    /// Behind the run of the class at `place`; a blank there is passed over alone by its own run.
    func viRunEnd(at place: Int, _ isBig: Bool) -> Int {
        let kind = self[place].viClass(isBig)
        guard kind != .atom else { return place + 1 }
        if self[place].endsLine { return place }
        var end = place
        while end < count, !self[end].endsLine, self[end].viClass(isBig) == kind { end += 1 }
        return end
    }

    /// The start of the run of the class at `place`.
    func viRunStart(at place: Int, _ isBig: Bool) -> Int {
        let kind = self[place].viClass(isBig)
        guard kind != .atom else { return place }
        var start = place
        while start > 0, !self[start - 1].endsLine, self[start - 1].viClass(isBig) == kind { start -= 1 }
        return start
    }

    /// `iw` and `aw`: the run at `place`; around it, the blanks behind, or where there are none those before.
    func viWord(at place: Int, isBig: Bool, isAround: Bool, times: Int) -> Range<Int>? {
        guard place < count, !self[place].endsLine else { return nil }
        let start = viRunStart(at: place, isBig)
        var end = start
        for _ in 0..<times {
            guard end < count, !self[end].endsLine else { break }
            let wasBlank = self[end].isBlank
            end = viRunEnd(at: end, isBig)
            guard isAround, end < count, !self[end].endsLine else { continue }
            if self[end].isBlank != wasBlank { end = viRunEnd(at: end, isBig) }
        }
        let hasBlanks = end > start && (self[end - 1].isBlank || self[start].isBlank)
        guard isAround, !hasBlanks, start > 0, self[start - 1].isBlank, !self[start - 1].endsLine else {
            return start..<end
        }
        return viRunStart(at: start - 1, isBig)..<end
    }

    /// The first element of the line that is no blank, or the last.
    func viFirstLetter(inLineAt place: Int) -> Int {
        let end = lineEnd(at: place)
        var first = lineStart(at: place)
        while first < end, self[first].isBlank { first += 1 }
        return first == end ? viPlace(end) : first
    }

    /// The start of a line by its number, 1 for the first; past the end, the last.
    func viLine(_ number: Int) -> Int {
        var start = 0
        var left = number - 1
        while left > 0 {
            let end = lineEnd(at: start)
            if end == count { break }
            start = end + 1
            left -= 1
        }
        return start
    }

    /// The place in the line that many lines below or above, as far from its start; nil where there is none.
    func viLine(_ steps: Int, from place: Int) -> Int? {
        var start = lineStart(at: place)
        let column = place - start
        for _ in 0..<abs(steps) {
            if steps < 0 {
                guard start > 0 else { return nil }
                start = lineStart(at: start - 1)
            } else {
                let end = lineEnd(at: start)
                guard end < count else { return nil }
                start = end + 1
            }
        }
        return Swift.min(start + column, lineEnd(at: start))
    }
}
