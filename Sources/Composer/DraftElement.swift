import InlineLayout
import RichText

/// One element of a draft: what one arrow key steps over and one Backspace removes.
public enum DraftElement: Hashable, Sendable {
    /// An extended grapheme cluster (UAX #29); a line feed is one too.
    case cluster(String)
    /// A person or everyone, as one element.
    // Atoms are few and large: in boxes of their own they leave an element the size of a string, so that an edit at the
    // start of a very long draft moves a third of the bytes.
    indirect case mention(Mention)
    /// An emoticon of a pack, as one element.
    indirect case emoticon(EmoticonCode)

    /// Whether the element is a token that no position lies inside of.
    public var isAtom: Bool {
        if case .cluster = self { false } else { true }
    }

    /// The element as it stands in a plain text.
    public var text: String {
        switch self {
        case .cluster(let text): text
        case .mention(let mention): mention.text
        case .emoticon(let code): code.text
        }
    }

    /// The cluster's text, or nil for an atom.
    var cluster: String? {
        if case .cluster(let text) = self { text } else { nil }
    }

    /// Whether it is the end of a line. By its byte: two texts beyond ASCII are compared a hundred times slower, which
    /// is felt where a line has 100,000 elements.
    var endsLine: Bool {
        guard case .cluster(let text) = self else { return false }
        return text.utf8.count == 1 && text.utf8.first == 0x0A
    }

    /// The end of a line.
    static let lineFeed = DraftElement.cluster("\n")
    /// A blank.
    static let blank = DraftElement.cluster(" ")
}

extension [DraftElement] {
    /// The clusters of `text`, which has passed `HarmlessText`.
    init(clustersOf text: String) {
        self = Clusters(text).map { .cluster(String($0.text)) }
    }

    /// The elements of `rich`: styles are left behind, and a picture becomes the words that stand for it.
    init(_ rich: RichText) {
        self = []
        for element in rich.elements {
            switch element {
            case .text(let text, _): self += Self(clustersOf: text)
            case .mention(let mention): append(.mention(mention))
            case .emoticon(let code): append(.emoticon(code))
            case .picture(let picture): self += Self(clustersOf: HarmlessText.line(picture.alt))
            case .lineBreak: append(.lineFeed)
            }
        }
        self = welded
    }

    /// The message that the elements make.
    var richText: RichText {
        var result = RichText()
        // Clusters are collected first: a run that grows by one cluster at a time is copied each time.
        var run = ""
        for element in self {
            switch element {
            case .cluster(let text):
                run += text
                continue
            case .mention(let mention):
                result.append(text: run)
                result.append(.mention(mention))
            case .emoticon(let code):
                result.append(text: run)
                result.append(.emoticon(code))
            }
            run = ""
        }
        result.append(text: run)
        return result
    }
}
