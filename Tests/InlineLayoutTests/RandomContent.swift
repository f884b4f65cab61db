import InlineLayout
import TestSupport

/// Random content, the same for the same seed: short texts of letters that are hard to lay out, boxes, mentions, breaks.
struct RandomContent {
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    private static let pieces = [
        "a", "b", "word", "longerword", " ", " ", " ", "  ", ",", ".", "(", ")", "“", "”", "-", "/", "1", "23", "%",
        "$",
        "漢", "字", "かな", "ー", "。", "「", "」", "한글", "é", "e\u{301}", "\u{301}", "👍🏽", "👨‍👩‍👧", "🇦🇺", "🇦", "❤\u{FE0F}", "☝",
        "☝\u{FE0F}",
        "1\u{FE0F}\u{20E3}", "\u{200B}", "\u{2060}", "\u{A0}", "ก", "ำ", "क्षि", "नि", "\u{600}", "\t", "\u{AD}", "…", "!",
        "ﷺ", "\u{1F3FD}",
        "\u{FE0F}", "\u{200D}", "א", "“x”", "3月", "￼", "\n", "5 ", "12", "km", "h", "°C", "€", "http://a", "www.b.c",
        "?d=", "://", "xyz.com/", "가", "⌚", "⌚\u{FE0E}", "\u{FE0E}", "\u{3000}", "\u{3000}", "\u{2003}", "\u{2007}",
        "\r\n",
    ]

    mutating func text(pieces limit: Int) -> String {
        (0..<Int.random(in: 0...limit, using: &random))
            .map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
    }

    mutating func content() -> InlineContent {
        var content = InlineContent()
        for _ in 0..<Int.random(in: 0...7, using: &random) {
            switch Int.random(in: 0..<10, using: &random) {
            case 0...5: content.append(text: text(pieces: 8), scale: number(in: [1, 1, 1, 1, 1, 2, 3]))
            case 6, 7:
                content.append(
                    Box(
                        id: 0, width: number(in: [0, 1, 2, 4, 9, 50]), height: number(in: [0, 1, 2, 5]),
                        paddingX: number(in: [0, 0, 1, 3]), paddingY: number(in: [0, 0, 1])))
            case 8:
                content.append(
                    token: ["@Ann", "@王伟", "@Ann,", "@a b", "", "@verylongname"].randomElement(using: &random) ?? "",
                    id: 1)
            default: content.appendBreak()
            }
        }
        return content
    }

    mutating func options(width: Int) -> LayoutOptions {
        var options = LayoutOptions(width: width)
        options.wrapping = Wrapping.allCases.randomElement(using: &random) ?? .unicode
        options.itemSpacing = number(in: [0, 0, 1, 2])
        options.lineSpacing = number(in: [0, 0, 1])
        options.firstIndent = number(in: [0, 0, 3])
        options.restIndent = number(in: [0, 0, 2])
        options.tabWidth = number(in: [8, 4, 0])
        options.showsTrailingBlanks = number(in: [0, 0, 1]) == 1
        options.fillsBeforeLongWord = number(in: [0, 0, 1]) == 1
        options.insets = Insets(
            left: number(in: [0, 0, 2]), top: number(in: [0, 1]), right: 0, bottom: number(in: [0, 1]))
        return options
    }

    private mutating func number(in choices: [Int]) -> Int { choices.randomElement(using: &random) ?? 0 }
}
