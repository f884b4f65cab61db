extension InlineContent {
    /// The start of the word before a position, for word motion to the left; the start of the content if there is none.
    ///
    /// A word is a run of clusters of one ``WordClass`` but separators, an atomic text, or a box.
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
        var at = range.lowerBound, last = WordClass.separators
        for cluster in Clusters(String(decoding: utf8[range], as: UTF8.self)) {
            let end = at + cluster.text.utf8.count
            let kind = WordClass(String(cluster.text))
            if kind != .separators {
                let start = kind == last ? runs.removeLast().lowerBound : at
                runs.append(start..<end)
            }
            last = kind
            at = end
        }
    }
}
