import RichText

/// Mentions in a line that is typed without a list under the caret: they are chosen by number.
enum PlainMentions {
    /// Those whom a question found. They are listed nine at a time: who asks the same once more hears the next.
    struct Found {
        private static let atOnce = 9

        /// What was asked; nil before the first question.
        let query: String?
        private let people: [(mention: Mention, label: String)]
        private var count = 0

        init() { (query, people) = (nil, []) }

        init(_ query: String, _ people: [(mention: Mention, label: String)]) {
            (self.query, self.people) = (query, people)
        }

        /// Those who were listed, whom a number may mean.
        var listed: [Mention] { people.prefix(count).map(\.mention) }

        /// Whether all of them were listed.
        var isOver: Bool { count == people.count }

        /// The next of them in lines.
        mutating func next() -> [String] {
            guard !people.isEmpty else { return ["Nobody here is found by \(query ?? "")"] }
            let start = count
            count = min(start + Found.atOnce, people.count)
            let choices = (start..<count).map { "\($0 + 1)) \(people[$0].label)" }
            let hint = "Write @\(start + 1) where you mean the first" + (start == 0 ? "" : " of these")
            let rest = people.count - count
            let more = rest > 0 ? "; @\(query ?? "")? once more lists the next of \(rest) others" : ""
            return [choices.joined(separator: "  "), hint + more]
        }
    }

    /// What is asked for by a line such as `@an?`; nil for every other line.
    static func question(in line: String) -> String? {
        guard line.hasPrefix("@"), line.hasSuffix("?"), line.utf8.count <= 200 else { return nil }
        return String(line.dropFirst().dropLast())
    }

    /// The first `@9` in a line that stands for nobody of those `listed`; `\\@9` is the text.
    static func unknown(in line: String, listed: [Mention]) -> String? {
        line.split(whereSeparator: \.isWhitespace).map(String.init).first { word in
            let digits = word.dropFirst().prefix { $0.isASCII && $0.isNumber }
            let rest = word.dropFirst(1 + digits.count)
            guard word.hasPrefix("@"), !digits.isEmpty, !rest.contains(where: { $0.isLetter || $0.isNumber }) else {
                return false
            }
            return Int(digits).map { !listed.indices.contains($0 - 1) } ?? true
        }
    }

    /// The line with `@1` as the first of those `listed`, at the start of words alone.
    static func text(of line: String, listed: [Mention]) -> RichText {
        var elements: [RichText.Element] = []
        var text = ""
        var before: Character = " "
        var rest = line[...]
        while let character = rest.first {
            if character == "@", before.isWhitespace, let (mention, length) = mention(rest, listed) {
                if !text.isEmpty { elements.append(.text(text, .plain)) }
                text = ""
                elements.append(.mention(mention))
                rest = rest.dropFirst(length)
                before = "1"
                continue
            }
            // A backslash makes text of what looks like a number of the list.
            let isEscape = character == "\\" && before.isWhitespace && rest.dropFirst().first == "@"
            if !isEscape { text.append(character) }
            before = isEscape ? "\\" : character
            rest = rest.dropFirst()
        }
        if !text.isEmpty { elements.append(.text(text, .plain)) }
        return RichText(elements)
    }

    private static func mention(_ rest: Substring, _ listed: [Mention]) -> (Mention, Int)? {
        let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), listed.indices.contains(number - 1) else { return nil }
        let next = rest.dropFirst(1 + digits.count).first
        guard next.map({ !$0.isLetter && $0 != "@" }) ?? true else { return nil }
        return (listed[number - 1], 1 + digits.count)
    }
}
