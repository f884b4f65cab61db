/// What was cut or copied last, and whether it was whole lines.
struct ViRegister: Sendable {
    var elements: [DraftElement] = []
    var isLinewise = false
}

/// The elements that an operator takes; of whole lines, those without the line feeds at their ends.
struct ViExtent {
    var range: Range<Int>
    var isLinewise = false
    /// Where the caret is once they were copied.
    var start: Int

    /// What lies between two places of a text.
    init(_ range: Range<Int>) {
        self.range = range
        start = range.lowerBound
    }

    /// Whole lines, of which a copy leaves the caret at `start`.
    init(lines range: Range<Int>, start: Int) {
        self.range = range
        self.start = start
        isLinewise = true
    }
}

extension ViEditor {
    /// What `action` is to take of the draft; nil where there is nothing. A change may begin where nothing is to be
    /// taken: in an empty line.
    mutating func extent(
        of object: ViCommand.Object, _ action: ViCommand.Operator, _ count: Int?, in elements: [DraftElement],
        from caret: Int
    ) -> ViExtent? {
        switch object {
        case .lines:
            let last = elements.repeating((count ?? 1) - 1, from: caret) { $0.viLine(1, from: $1) ?? $1 }
            return ViExtent(lines: elements.lineStart(at: caret)..<elements.lineEnd(at: last), start: caret)
        case .word(let isBig, let isAround):
            let word = elements.viWord(at: caret, isBig: isBig, isAround: isAround, times: count ?? 1)
            return word.map(ViExtent.init) ?? (action == .change ? ViExtent(caret..<caret) : nil)
        case .motion(let motion):
            guard let extent = extent(of: motion, action, count, in: elements, from: caret) else { return nil }
            return extent.range.isEmpty && !extent.isLinewise && action != .change ? nil : extent
        }
    }

    private mutating func extent(
        of motion: ViMotion, _ action: ViCommand.Operator, _ count: Int?, in elements: [DraftElement], from caret: Int
    ) -> ViExtent? {
        var motion = motion
        var isWordStart = false
        if case .wordStart(let isBig) = motion {
            isWordStart = true
            // A word that is changed keeps the blanks behind it.
            if action == .change, caret < elements.count, !elements[caret].isBlank {
                isWordStart = false
                motion = .wordEnd(isBig: isBig)
                let end = elements.viRunEnd(at: caret, isBig)
                if (count ?? 1) == 1 { return ViExtent(caret..<end) }
                return target(of: motion, (count ?? 1) - 1, in: elements, from: end - 1)
                    .map { ViExtent(caret..<min($0.place + 1, elements.count)) }
            }
        }
        guard let target = target(of: motion, count, in: elements, from: caret) else {
            return motion == .left || motion == .right ? ViExtent(caret..<caret) : nil
        }
        let (low, high) = (min(caret, target.place), max(caret, target.place))
        switch target.kind {
        case .linewise: return ViExtent(lines: elements.lineStart(at: low)..<elements.lineEnd(at: high), start: low)
        case .inclusive: return ViExtent(low..<min(high + 1, elements.count))
        case .exclusive:
            // The last word of a line goes without the end of its line.
            let end = isWordStart ? elements.endOfWords(from: low, to: high) : high
            return ViExtent(low..<max(low, end))
        }
    }

    /// Takes `extent` out of the draft, or copies it, and keeps it.
    mutating func operate(
        _ action: ViCommand.Operator, on extent: ViExtent, of composer: inout Composer, at time: Int64
    ) {
        keep(extent, of: &composer)
        guard action != .yank else { return composer.move(to: extent.start) }
        var range = extent.range
        if extent.isLinewise && action == .delete {
            if range.upperBound < composer.elements.count {
                range = range.lowerBound..<range.upperBound + 1
            } else if range.lowerBound > 0 {
                range = range.lowerBound - 1..<range.upperBound
            }
        }
        composer.replace(range, with: [], at: time)
        if extent.isLinewise && action == .delete {
            composer.move(to: composer.elements.viFirstLetter(inLineAt: min(range.lowerBound, composer.elements.count)))
        }
    }

    /// Keeps what is in `extent`; where nothing is, what was kept before stays.
    mutating func keep(_ extent: ViExtent, of composer: inout Composer) {
        guard extent.isLinewise || !extent.range.isEmpty else { return }
        register = ViRegister(elements: Array(composer.elements[extent.range]), isLinewise: extent.isLinewise)
        composer.keep(register.elements)
    }

    /// Puts what was kept behind or before the caret; whole lines below or above its line.
    func put(isBefore: Bool, times: Int, into composer: inout Composer, at time: Int64) {
        guard !register.elements.isEmpty || register.isLinewise else { return }
        let elements = composer.elements
        let caret = composer.caret
        // A draft has room for a few thousand copies, not for what a mistyped count asks.
        let times = min(times, max(1, 1_000_000 / max(register.elements.count, 1)))
        guard register.isLinewise else {
            let place = isBefore ? caret : min(caret + 1, elements.lineEnd(at: caret))
            let copies = Array(repeatElement(register.elements, count: times).joined())
            composer.replace(place..<place, with: copies, at: time)
            return composer.move(to: max(composer.caret - 1, 0))
        }
        let lines = repeatElement(register.elements, count: times)
        if isBefore {
            let place = elements.lineStart(at: caret)
            composer.replace(place..<place, with: lines.flatMap { $0 + [.lineFeed] }, at: time)
            composer.move(to: composer.elements.viFirstLetter(inLineAt: place))
        } else {
            let place = elements.lineEnd(at: caret)
            composer.replace(place..<place, with: lines.flatMap { [.lineFeed] + $0 }, at: time)
            composer.move(to: composer.elements.viFirstLetter(inLineAt: min(place + 1, composer.elements.count)))
        }
    }

    /// Puts `text` in place of every element of `range` but line feeds.
    func replace(_ range: Range<Int>, with text: String, in composer: inout Composer, at time: Int64) {
        let new = [DraftElement](clustersOf: text)
        let changed = composer.elements[range].flatMap { $0.endsLine ? [$0] : new }
        composer.replace(range, with: changed, at: time)
        composer.move(to: max(composer.caret - 1, 0))
    }

    /// Makes capitals small and small letters capitals; atoms stay as they are.
    func swapCase(_ range: Range<Int>, in composer: inout Composer, at time: Int64) {
        let changed = composer.elements[range].flatMap { element -> [DraftElement] in
            guard case .cluster(let text) = element else { return [element] }
            let small = text.inSmallLetters
            return [DraftElement](clustersOf: small == text ? text.inCapitals : small)
        }
        composer.replace(range, with: changed, at: time)
    }

    /// Moves the caret to where insert mode begins.
    func open(_ place: ViCommand.Opening, in composer: inout Composer, at time: Int64) {
        let elements = composer.elements
        let caret = composer.caret
        switch place {
        case .before: composer.move(to: caret)
        case .behind: composer.move(to: min(caret + 1, elements.lineEnd(at: caret)))
        case .atStart: composer.move(to: elements.viFirstLetter(inLineAt: caret))
        case .atEnd: composer.move(to: elements.lineEnd(at: caret))
        case .lineBelow:
            let end = elements.lineEnd(at: caret)
            composer.replace(end..<end, with: [.lineFeed], at: time)
        case .lineAbove:
            let start = elements.lineStart(at: caret)
            composer.replace(start..<start, with: [.lineFeed], at: time)
            composer.move(to: start)
        }
    }
}

extension [DraftElement] {
    /// The end of what `dw` takes of `low..<high`: where the words end with their line, that end.
    fileprivate func endOfWords(from low: Int, to high: Int) -> Int {
        var end = high
        while end > low, self[end - 1].isBlank, !self[end - 1].endsLine { end -= 1 }
        if end > low, self[end - 1].endsLine {
            while end > low, self[end - 1].isBlank { end -= 1 }
            return end == low ? lineEnd(at: low) : end
        }
        return high
    }
}

extension Composer {
    /// Puts `new` in place of `range`, as one step.
    mutating func replace(_ range: Range<Int>, with new: [DraftElement], at time: Int64) {
        history.seal()
        edit(range, with: new.welded, at: time)
        history.seal()
    }

    /// Puts `new` in at the caret, as one step.
    mutating func insert(_ new: [DraftElement], at time: Int64) { replace(caret..<caret, with: new, at: time) }

    /// Adds a piece to the kill ring, for C-y.
    mutating func keep(_ piece: [DraftElement]) { killRing.add(piece) }
}
