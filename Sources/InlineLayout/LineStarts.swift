/// Where the lines of plain text start, once it is wrapped: line breaking without layout.
///
/// This is what ``InlineContent/layout(_:)`` finds for one text item, at a fraction of its cost: nothing is placed,
/// and nothing is allocated once `starts` has room.
///
///     var starts: [Int] = []
///     Array("morning all, had coffee?".utf8).withUnsafeBufferPointer { findLineStarts($0, width: 12, into: &starts) }
///     starts  // [0, 13]
///
/// - Parameters:
///   - utf8: Valid UTF-8. Forced breaks in it end lines.
///   - width: The cells of a line.
///   - wrapping: Where lines may end; ``Wrapping/single`` gives one line.
///   - starts: Is emptied, and gets the byte offset at which each line starts; the first is 0.
public func findLineStarts(
    _ utf8: UnsafeBufferPointer<UInt8>, width: Int, wrapping: Wrapping = .unicode, into starts: inout [Int]
) {
    starts.removeAll(keepingCapacity: true)
    starts.append(0)
    guard let text = utf8.baseAddress, wrapping != .single else { return }
    if wrapping == .unicode && PrintableASCII.fills(text, count: utf8.count) {
        // The same step as in a layout; only what else a finder holds is left out.
        var breaks = LineBreaks(text, count: utf8.count, forChat: false)
        let room = max(width, 0)
        var start = 0
        while true {
            start =
                ASCIILine.end(text, count: utf8.count, from: start, room: room) { [start] after in
                    breaks.last(upTo: after, after: start)
                }.next
            if start == utf8.count { return }
            starts.append(start)
        }
    }
    var options = LayoutOptions(width: width)
    options.wrapping = wrapping
    withUnsafePointer(to: InlineContent.Item.text(0..<utf8.count, style: 0, scale: 1)) { item in
        var finder = LineFinder(
            text, count: utf8.count, items: UnsafeBufferPointer(start: item, count: 1), options: LineOptions(options),
            looksForASCII: wrapping != .unicode)
        while let start = starts.last {
            let end = finder.line(from: start, item: 0, room: options.contentWidth)
            if end.isLast { return }
            starts.append(end.next)
        }
    }
}

/// Whether UAX #14 lets a line end before the byte at `place` of valid UTF-8, asked of this place alone.
///
///     Array("ab cd".utf8).withUnsafeBufferPointer { isLineBreakOpportunity($0, at: 3) }  // true
///
/// `place` must be the start of a scalar; at the start of the text the answer is no, at its end yes.
public func isLineBreakOpportunity(_ utf8: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    guard let text = utf8.baseAddress, place > 0 else { return false }
    if place >= utf8.count { return true }
    var breaks = LineBreaks(text, count: utf8.count, forChat: false)
    return breaks.allowsBreak(at: place)
}
