import Glibc
import InlineLayout
import TestSupport
import Testing

/// The engine against the naive layout, on ten thousand random contents: each at five widths, one for each wrapping, so that
/// all from 0 to 40 have their turn; with MINGLE_ALL_WIDTHS set, each at all of them in all wrappings.
@Suite struct OracleTests {
    private static let takesAllWidths = getenv("MINGLE_ALL_WIDTHS") != nil

    @Test(arguments: 0..<20)
    func layoutEqualsTheNaiveOne(part: Int) {
        for number in part * 500..<(part + 1) * 500 {
            var random = RandomContent(seed: UInt64(number))
            let content = random.content()
            for turn in 0..<(Self.takesAllWidths ? 41 : 5) {
                var options = random.options(width: (number + turn * 9) % 41)
                for wrapping in Self.takesAllWidths ? Wrapping.allCases : [Wrapping.allCases[turn]] {
                    options.wrapping = wrapping
                    if let fault = fault(content, options) {
                        Issue.record("seed \(number), width \(options.width): \(fault)")
                        return
                    }
                }
            }
        }
    }

    /// What differs, or nil.
    private func fault(_ content: InlineContent, _ options: LayoutOptions) -> String? {
        let layout = content.layout(options)
        let naive = NaiveLayout(content, options)
        let found = layout.lines.map { line in describe(line, layout) }
        let wanted = naive.lines.map { line in describe(line, content) }
        if found == wanted { return nil }
        return """
            \(options.wrapping) \(options)
            \(content.items) \(String(decoding: content.utf8, as: UTF8.self).unicodeScalars.map { String($0.value, radix: 16) })
            found:  \(found.joined(separator: "\n        "))
            wanted: \(wanted.joined(separator: "\n        "))
            """
    }

    private func describe(_ line: LineBox, _ layout: Layout) -> String {
        let pieces = layout.fragments[line.fragments].map { fragment in
            "\(fragment.item)[\(fragment.start)..<\(fragment.end)]@\(fragment.x)+\(fragment.width)"
        }
        return "y\(line.y) h\(line.height) w\(line.width) " + pieces.joined(separator: " ")
    }

    /// The same of a naive line: neighbouring clusters of one item are one piece, but for tabs.
    private func describe(_ line: NaiveLayout.Line, _ content: InlineContent) -> String {
        var pieces: [(item: Int, range: Range<Int>, x: Int, width: Int, isOpen: Bool)] = []
        for placed in line.placed {
            if placed.unit.kind == .box || placed.unit.kind == .token {
                let count = placed.unit.kind == .box ? 1 : content.items[placed.unit.item].range.count
                pieces.append((placed.unit.item, 0..<count, placed.x, placed.width, false))
            }
            // A cluster may reach into the next items; each of them has its part of it.
            var x = placed.unit.kind == .box || placed.unit.kind == .token ? placed.x + placed.width : placed.x
            for (item, bytes, cells) in placed.unit.parts {
                let width = placed.unit.kind == .tab ? placed.width : cells
                let offset = content.items[item].range.lowerBound
                let range = bytes.lowerBound - offset..<bytes.upperBound - offset
                let isText = placed.unit.kind != .tab
                if let last = pieces.last, last.isOpen, isText, last.item == item, last.x + last.width == x,
                    last.range.upperBound == range.lowerBound
                {
                    pieces[pieces.count - 1].range = last.range.lowerBound..<range.upperBound
                    pieces[pieces.count - 1].width += width
                } else {
                    pieces.append((item, range, x, width, isText))
                }
                x += width
            }
        }
        let words = pieces.map { "\($0.item)[\($0.range.lowerBound)..<\($0.range.upperBound)]@\($0.x)+\($0.width)" }
        return "y\(line.y) h\(line.height) w\(line.width) " + words.joined(separator: " ")
    }
}
