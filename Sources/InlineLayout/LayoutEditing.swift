import UnicodeTables

extension Layout {
    /// Replaces text, and sets again only the lines that this changes.
    ///
    /// The lines before the edit stay, and so do those behind it from the first on that starts where one started: they
    /// are only moved. With a line limit, or where nothing wraps, all is set again.
    ///
    ///     layout.replaceText(3..<3, ofItem: 0, with: "!")
    ///
    /// - Parameters:
    ///   - range: Bytes of the item; what is inside a character counts as its start. Beyond the item is its end.
    ///   - item: The index of a text item; for any other item nothing happens.
    public mutating func replaceText(_ range: Range<Int>, ofItem item: Int, with text: String) {
        guard content.items.indices.contains(item), case .text(let bytes, _, _) = content.items[item] else { return }
        let first = content.place(of: Position(item: item, offset: range.lowerBound)) - bytes.lowerBound
        let last = content.place(of: Position(item: item, offset: range.upperBound)) - bytes.lowerBound
        let (replaced, growth) = content.replace(first..<last, ofText: item, with: text)
        if options.maxLines != nil || options.wrapping == .single {
            self = content.layout(options)
            return
        }
        let changed = changedRange(replaced.lowerBound..<replaced.upperBound + growth)
        // A line depends on text up to the one after the next: what did not fit, and what stands behind that.
        let kept = max(lineIndex(of: changed.lowerBound - Measures.reach, .downstream) - 3, 0)
        let start = lines[kept].utf8.lowerBound
        let above = kept > 0 ? lines[kept - 1] : nil
        var known: Int?
        content.withLineFinder(options, looksForASCII: false) { finder in
            var setter = LineSetter(finder, below: above)
            setter.setLines(from: start) { next in
                known = unchangedLine(startingAt: next - growth, behind: changed.upperBound, next)
                return known != nil
            }
            splice(setter, from: kept, to: known ?? lines.count, growth: growth, item: item)
        }
        measure()
    }

    /// The bytes that are other ones, or not the same to the rules: with a link, all of it may have become or ceased to be
    /// one.
    private func changedRange(_ edited: Range<Int>) -> Range<Int> {
        if options.wrapping != .chat { return edited }
        return content.withText { Links.run(around: edited, in: $0, count: content.utf8.count) }
    }

    /// The line that started at `old` and still will, now at `start`, if it is far enough behind the edit's end.
    private func unchangedLine(startingAt old: Int, behind end: Int, _ start: Int) -> Int? {
        guard start > end + 16, let line = lineIndex(startingAt: old) else { return nil }
        // The rules look back over runs of certain characters only; no such run may end here.
        return content.withText { text in
            let before = UTF8Text.before(start, in: text)
            let lineClass = PropertyTable.shared[UTF8Text.scalar(at: before, in: text).value].lineClass
            return Self.forgotten.contains(lineClass) ? line : nil
        }
    }

    private static let forgotten: LineClassSet =
        [.sp] | LineClassSet.forcedBreaks | LineClassSet.ideographic | LineClassSet.alphabetic

    private func lineIndex(startingAt place: Int) -> Int? {
        let index = lineIndex(of: place, .downstream)
        return lines[index].utf8.lowerBound == place && index > 0 ? index : nil
    }

    /// Puts the lines that were set in the place of `first ..< end`, and moves what is behind them.
    private mutating func splice(_ setter: borrowing LineSetter, from first: Int, to end: Int, growth: Int, item: Int) {
        let oldStart = lines[first].fragments.lowerBound
        let oldEnd = end < lines.count ? lines[end].fragments.lowerBound : fragments.count
        let added = setter.fragments.count - (oldEnd - oldStart)
        var moved = setter.lines
        for index in moved.indices { moved[index].fragments = moved[index].fragments.moved(by: oldStart) }
        if end < lines.count, let last = moved.last {
            let down = last.y + last.height + options.lineSpacing - lines[end].y
            for index in end..<lines.count {
                lines[index].y += down
                lines[index].utf8 = lines[index].utf8.moved(by: growth)
                lines[index].fragments = lines[index].fragments.moved(by: added)
            }
            for index in oldEnd..<fragments.count {
                fragments[index].y += down
                if fragments[index].item == item && fragments[index].kind == .text {
                    fragments[index].start += growth
                    fragments[index].end += growth
                }
            }
        }
        lines.replaceSubrange(first..<end, with: moved)
        fragments.replaceSubrange(oldStart..<oldEnd, with: setter.fragments)
    }
}

extension Range<Int> {
    fileprivate func moved(by distance: Int) -> Range<Int> { lowerBound + distance..<upperBound + distance }
}
