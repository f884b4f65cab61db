/// Something that is drawn to see how many cells the terminal takes for it.
///
/// Each probe has a place of its own on the screen, 16 columns wide, so that the cursor position reports tell by
/// themselves what they answer: one that is lost spoils no other. The first row is never used, since a report from
/// there looks like F3 with modifiers.
public enum TerminalProbe: String, CaseIterable, Hashable, Sendable {
    /// A narrow character that U+FE0F makes an emoji.
    case emojiPresentation
    /// Two regional letters.
    case flag
    /// An emoji with a skin tone.
    case skinTone
    /// Four people and three joiners.
    case family
    /// A Thai consonant with SARA AM.
    case saraAm
    /// A Devanagari conjunct with a vowel.
    case conjunct
    /// A flag of a black flag and tags.
    case tagFlag
    /// A digit as a keycap.
    case keycap
    /// An emoji of Unicode 16.
    case newEmoji
    /// A character that East Asian fonts draw wide.
    case ambiguous
    /// A Korean consonant and a vowel, each a character of its own.
    case jamo
    /// A blank in double size by OSC 66, which moves nothing where that is not understood.
    case doubleSize

    /// The columns of each probe's place; its widest drawing is 11.
    static let stride = 16

    /// What is drawn.
    public var text: String {
        switch self {
        case .emojiPresentation: "\u{2764}\u{FE0F}"
        case .flag: "\u{1F1EB}\u{1F1F7}"
        case .skinTone: "\u{1F44D}\u{1F3FD}"
        case .family: "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}"
        case .saraAm: "\u{0E01}\u{0E33}"
        case .conjunct: "\u{0915}\u{094D}\u{0937}\u{093F}"
        case .tagFlag: "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
        case .keycap: "1\u{FE0F}\u{20E3}"
        case .newEmoji: "\u{1FAE9}"
        case .ambiguous: "\u{2460}"
        case .jamo: "\u{1100}\u{1161}"
        case .doubleSize: "\u{1B}]66;s=2; \u{1B}\\"
        }
    }

    /// The cells that it takes by Unicode, and so in every layout.
    public var width: Int {
        switch self {
        case .saraAm, .conjunct, .ambiguous: 1
        default: 2
        }
    }

    /// Where it is drawn on a screen of that size; nil where there is no room for it.
    public func place(in size: Size) -> Point? {
        let columns = size.width / TerminalProbe.stride
        guard columns > 0, let number = TerminalProbe.allCases.firstIndex(of: self) else { return nil }
        let place = Point(x: number % columns * TerminalProbe.stride, y: 1 + number / columns)
        // Text of double size needs a second row, else the screen would scroll.
        return place.y + (self == .doubleSize ? 1 : 0) < size.height ? place : nil
    }

    /// What a cursor at `position` tells on a screen of that size: the probe before it, and the cells that it took.
    static func measured(at position: Point, in size: Size) -> (probe: TerminalProbe, cells: Int)? {
        for probe in allCases {
            guard let place = probe.place(in: size), place.y == position.y else { continue }
            let cells = position.x - place.x
            if (0..<stride).contains(cells) { return (probe, cells) }
        }
        return nil
    }
}

/// The bytes that ask a terminal what it can do. They draw on the screen, so they are for one that is about to be
/// cleared, and they ask for nothing to be waited for.
public enum TerminalQueries {
    /// The private modes that are asked for: focus, mouse reports, bracketed paste, synchronized output.
    public static let modes = [1004, 1006, 2004, 2026]

    /// The probes, the questions with answers of their own, and last the device attributes, which every terminal tells.
    ///
    /// `further` are questions of others, such as whether pictures are shown; their answers come in
    /// ``TerminalAnswers/others``. The Linux console is asked for little: it would print what it does not know.
    public static func bytes(for size: Size, isConsole: Bool, further: [UInt8] = []) -> [UInt8] {
        var text = ""
        for probe in TerminalProbe.allCases where !(isConsole && probe == .doubleSize) {
            guard let place = probe.place(in: size) else { continue }
            text += "\u{1B}[\(place.y + 1);\(place.x + 1)H\(probe.text)\u{1B}[6n"
        }
        if isConsole { return Array((text + "\u{1B}[c").utf8) }
        text += "\u{1B}[>0q\u{1B}[16t"
        for mode in modes { text += "\u{1B}[?\(mode)$p" }
        text += "\u{1B}[?u"
        return Array(text.utf8) + further + Array("\u{1B}[c".utf8)
    }
}
