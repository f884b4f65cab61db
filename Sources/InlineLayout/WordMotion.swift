import UnicodeTables

extension InlineContent {
    /// The start of the word before a position, for word motion to the left; the start of the content if there is none.
    ///
    /// A word is a run of letters and digits, a run of ideographs or kana, a mention, or a box.
    ///
    ///     var content = InlineContent()
    ///     content.append(text: "hello, there")
    ///     content.wordStart(before: Position(item: 0, offset: 12))  // Position(item: 0, offset: 7)
    public func wordStart(before position: Position) -> Position {
        let runs = wordRuns()
        let place = place(of: position)
        return self.position(of: runs.last { $0.lowerBound < place }?.lowerBound ?? 0)
    }

    /// The end of the word after a position, for word motion to the right; the end of the content if there is none.
    ///
    ///     content.wordEnd(after: Position(item: 0, offset: 0))  // Position(item: 0, offset: 5)
    public func wordEnd(after position: Position) -> Position {
        let runs = wordRuns()
        let place = place(of: position)
        return self.position(of: runs.first { $0.upperBound > place }?.upperBound ?? utf8.count)
    }

    private enum Kind {
        case none, letters, ideographs
    }

    /// The words in order, as ranges of the arena.
    private func wordRuns() -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for item in items where !item.range.isEmpty {
            switch item {
            case .text(let range, _, _): addWords(of: range, to: &runs)
            case .box, .token: runs.append(item.range)
            case .lineBreak: break
            }
        }
        return runs
    }

    private func addWords(of range: Range<Int>, to runs: inout [Range<Int>]) {
        withText { text in
            var at = range.lowerBound, last = Kind.none
            while at < range.upperBound {
                let (scalar, length) = UTF8Text.scalar(at: at, in: text)
                let record = PropertyTable.shared[scalar]
                let isMark = LineClassSet.marks.contains(record.lineClass)
                let kind: Kind =
                    isMark
                    ? last
                    : record.isInWord
                        ? .letters : LineClassSet.ideographic.contains(record.lineClass) ? .ideographs : .none
                if kind != .none, kind == last, let run = runs.last, run.upperBound == at {
                    runs[runs.count - 1] = run.lowerBound..<at + length
                } else if kind != .none {
                    runs.append(at..<at + length)
                }
                last = kind
                at += length
            }
        }
    }
}
