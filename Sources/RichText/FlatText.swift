/// A message as one plain text and marked ranges over it: the form in which messages are stored and sent.
///
/// Ranges count code points of ``text``. A mention stands in the text as `@Name`, an emoticon as its code, a picture
/// as U+FFFC, a line break as a line feed.
public struct FlatText: Hashable, Sendable {
    /// A value and the range of code points that it stands for.
    public struct Marked<Value: Hashable & Sendable>: Hashable, Sendable {
        /// What the range is.
        public var value: Value
        /// The range, in code points.
        public var range: Range<Int>

        /// Marks `range` with `value`.
        public init(_ value: Value, _ range: Range<Int>) {
            self.value = value
            self.range = range
        }
    }

    /// The plain text.
    public var text = ""
    /// Mentions, in order.
    public var mentions: [Marked<Mention>] = []
    /// Emoticons, in order.
    public var emoticons: [Marked<EmoticonCode>] = []
    /// Pictures, in order; each range is one code point long.
    public var pictures: [Marked<Picture>] = []
    /// Runs that are not plain, in order.
    public var runs: [Marked<RichText.Style>] = []

    /// A plain text without marks.
    public init(_ text: String = "") { self.text = text }

    /// Flattens `rich`.
    public init(_ rich: RichText) {
        if rich.elements.count == 1, case .text(let text, .plain) = rich.elements[0] {
            self.text = text
            return
        }
        var count = 0
        for element in rich.elements {
            let piece: String
            switch element {
            case .text(let text, _): piece = text
            case .mention(let mention): piece = mention.text
            case .emoticon(let code): piece = code.text
            case .picture: piece = "\u{FFFC}"
            case .lineBreak: piece = "\n"
            }
            let range = count..<(count + piece.unicodeScalars.count)
            switch element {
            case .text(_, let style): if style != .plain { runs.append(Marked(style, range)) }
            case .mention(let mention): mentions.append(Marked(mention, range))
            case .emoticon(let code): emoticons.append(Marked(code, range))
            case .picture(let picture): pictures.append(Marked(picture, range))
            case .lineBreak: break
            }
            text += piece
            count = range.upperBound
        }
    }

    /// The elements that the marks make of the text.
    ///
    /// Atoms that lie outside the text, are empty or run into an earlier one are left out: their text stays as text.
    /// The same holds for the parts of a run that atoms cover.
    public var rich: RichText {
        // Nearly all messages are words alone, and cutting a text into code points takes longer than all else.
        if mentions.isEmpty, emoticons.isEmpty, pictures.isEmpty, runs.isEmpty { return RichText(plain: text) }
        let scalars = Array(text.unicodeScalars)
        var atoms: [(range: Range<Int>, element: RichText.Element)] = []
        atoms += mentions.map { ($0.range, .mention($0.value)) }
        atoms += emoticons.map { ($0.range, .emoticon($0.value)) }
        atoms += pictures.map { ($0.range, .picture($0.value)) }
        atoms.sort { $0.range.lowerBound < $1.range.lowerBound }

        var result = RichText()
        var place = 0
        var looks = runs.filter { !$0.range.isEmpty }.sorted { $0.range.lowerBound < $1.range.lowerBound }[...]
        for atom in atoms {
            guard atom.range.lowerBound >= place, !atom.range.isEmpty, atom.range.upperBound <= scalars.count else {
                continue
            }
            appendText(scalars, place..<atom.range.lowerBound, styling: &looks, to: &result)
            if case .emoticon(var code) = atom.element {
                // What other programs wrote for it stays what it was.
                let written = string(scalars[atom.range])
                if written != code.text { code.standIn = written }
                result.append(.emoticon(code))
            } else {
                result.append(atom.element)
            }
            place = atom.range.upperBound
        }
        appendText(scalars, place..<scalars.count, styling: &looks, to: &result)
        return result
    }

    /// Appends the text in `range`, which begins where the one before ended or later. `runs` are those that may reach
    /// into it, in order. Those that end before its end are taken off, so that all are walked through once, however many
    /// atoms stand between them.
    private func appendText(
        _ scalars: [Unicode.Scalar], _ range: Range<Int>, styling runs: inout ArraySlice<Marked<RichText.Style>>,
        to result: inout RichText
    ) {
        var place = range.lowerBound
        while place < range.upperBound, let run = runs.first {
            let covered = run.range.clamped(to: place..<range.upperBound)
            if !covered.isEmpty {
                result.append(text: string(scalars[place..<covered.lowerBound]))
                result.append(text: string(scalars[covered]), style: run.value)
                place = covered.upperBound
            }
            // One that reaches further than this text has more to say behind the atom.
            guard run.range.upperBound <= place else { break }
            runs.removeFirst()
        }
        result.append(text: string(scalars[place..<range.upperBound]))
    }

    private func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
