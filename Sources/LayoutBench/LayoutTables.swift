import InlineLayout

/// Prints what layout costs: a usual message, all sizes at all widths, and inputs made to be slow.
func printLayoutTables() {
    printMessage()
    printSizes()
    printEdits()
    printWorstCases()
}

/// A mixed message of 200 clusters with 3 emoticons and 2 mentions.
private func message(clusters: Int = 200) -> InlineContent {
    let pieces = ["morning all, had coffee? ", "早上好，今天的咖啡很好喝 ", "👍🏽 ok, ", "see you at 10:30 (below) ", "また明日ね。"]
    var content = InlineContent()
    var count = 0
    for index in 0... {
        content.append(text: pieces[index % pieces.count], style: index % 3)
        count += Clusters(pieces[index % pieces.count]).reduce(0) { sum, _ in sum + 1 }
        if index % 4 == 1 { content.append(Box(id: index, width: 4, height: 2)) }
        if index % 6 == 2 { content.append(token: "@Bea", id: index) }
        if count >= clusters { break }
    }
    return content
}

/// Nanoseconds of CPU for one call.
private func nanoseconds(_ turns: Int, bestOf tries: Int = 5, _ body: () -> Int) -> Double {
    var best = Double.infinity
    for _ in 0..<tries {
        let start = threadSeconds()
        var sum = 0
        for _ in 0..<turns { sum &+= body() }
        // The sum is looked at so that the work is done.
        if sum == .min { print(sum) }
        best = min(best, (threadSeconds() - start) * 1e9 / Double(turns))
    }
    return best
}

private func rounded(_ number: Double, _ digits: Int = 0) -> String {
    let scale = digits == 0 ? 1.0 : 100
    return digits == 0 ? String(Int(number.rounded())) : String((number * scale).rounded() / scale)
}

private func cell(_ text: String, _ width: Int = 10) -> String {
    String(repeating: " ", count: max(width - text.count, 1)) + text
}

private func printMessage() {
    let content = message()
    var options = LayoutOptions(width: 60)
    for wrapping in [Wrapping.unicode, .chat] {
        options.wrapping = wrapping
        let time = nanoseconds(2_000) { content.layout(options).lines.count }
        print("a message of 200 clusters and \(content.items.count) items, \(wrapping.rawValue): \(rounded(time)) ns")
    }
    let counts = [200, 2_000].map { clusters in
        let content = message(clusters: clusters)
        return countAllocations { _ = content.layout(options) }
    }
    if let few = counts[0], let many = counts[1] {
        print("allocations of a layout: \(few) for 200 clusters, \(many) for 2,000")
    }
}

private func printSizes() {
    print("\nns an item, by items (texts, boxes and mentions in turn) and width")
    let widths = [1, 10, 40, 80, 200]
    print(cell("items") + widths.map { cell(String($0)) }.joined())
    for count in [10, 100, 1_000, 10_000, 100_000, 1_000_000] {
        var content = InlineContent()
        for index in 0..<count {
            switch index % 4 {
            case 0, 2: content.append(text: "some words, 漢字 ")
            case 1: content.append(Box(id: index, width: 4, height: 2))
            default: content.append(token: "@Ann", id: index)
            }
        }
        let times = widths.map { width in
            nanoseconds(max(100_000 / count, 1)) { content.layout(LayoutOptions(width: width)).lines.count }
        }
        print(cell(String(count)) + times.map { cell(rounded($0 / Double(count))) }.joined())
    }
}

private func printEdits() {
    print("\nns to type a letter into the middle of a text and take it back, and to lay all of it out, at width 60")
    for wrapping in [Wrapping.unicode, .chat] {
        for count in [10, 100, 1_000, 10_000] {
            var content = InlineContent()
            content.append(text: String(repeating: "some words, 漢字 and http://example.org/a\n", count: count))
            var options = LayoutOptions(width: 60)
            options.wrapping = wrapping
            var layout = content.layout(options)
            let middle = content.utf8.count / 2
            let edit = nanoseconds(20) {
                layout.replaceText(middle..<middle, ofItem: 0, with: "x")
                layout.replaceText(middle..<middle + 1, ofItem: 0, with: "")
                return layout.lines.count
            }
            let whole = nanoseconds(5) { content.layout(options).lines.count }
            print(
                cell(wrapping.rawValue) + cell("\(content.utf8.count) B", 12) + cell(rounded(edit))
                    + cell(rounded(whole)))
        }
    }
}

/// Texts of many times the same, for which a rule or a walk has no end of its own: a piece, and what stands before and
/// behind all of them. Each name is in the table.
private let worstCases: [(name: String, head: String, piece: String, tail: String)] = [
    ("letters", "", "a", ""), ("blanks", "", " ", ""), ("marks", "", "\u{301}", ""), ("joiners", "", "\u{200D}", ""),
    ("flags", "", "🇦", ""), ("marked flags", "", "🇦\u{301}", ""), ("slashes", "", "/", ""), ("numbers", "", "1,", ""),
    ("quotes", "", "”", ""), ("quotes, blanks", "", "“ ", ""), ("hyphens", "", "-", ""), ("ideographs", "", "漢", ""),
    ("conjuncts", "", "क्", ""), ("zero width", "", "\u{200B}", ""), ("tabs", "", "\t", ""), ("breaks", "", "\n", ""),
    ("prepended", "", "\u{600}", ""), ("links", "", "a://b ", ""), ("measures", "", "5 km/h ", ""),
    ("fractions", "", "1/", ""), ("glue", "", "\u{A0}", ""), ("wide blanks", "a", "\u{3000}", "!"),
    ("blanks, !", "a", " ", "!"), ("(, blanks", "(", " ", "a"), ("“, blanks", "“", " ", "“"),
    ("joiners, word", "a", "\u{200D}", "bbbbb"), ("marks, word", "a", "\u{301}", "bbbbb"),
    ("prepended, word", "a", "\u{600}", "bbbbb"), ("conjuncts, word", "", "क्", "bbbbb"),
    ("skin tones, !", "a", "🏽", "!"),
    ("unseen marks", "a", "\u{200B}\u{301}", "b!"),
]

private func printWorstCases() {
    print("\nns a byte, for texts of 100,000 times the same, and the growth to 1,000,000: 1 where time is linear")
    let kinds = [(Wrapping.chat, 60), (.word, 5), (.character, 5)]
    print(cell("", 16) + kinds.map { cell("\($0.0.rawValue) \($0.1)", 20) }.joined())
    for (name, head, piece, tail) in worstCases {
        let cells = kinds.map { wrapping, width in
            let times = [100_000, 1_000_000].map { count in
                var content = InlineContent()
                content.append(text: head + String(repeating: piece, count: count) + tail)
                var options = LayoutOptions(width: width)
                options.wrapping = wrapping
                return nanoseconds(1, bestOf: 2) { content.layout(options).lines.count }
                    / Double(content.utf8.count)
            }
            return cell(rounded(times[0], 2), 10) + cell(rounded(times[1] / times[0], 2))
        }
        print(cell(name, 16) + cells.joined())
    }
}
