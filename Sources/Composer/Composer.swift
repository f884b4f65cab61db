import RichText

/// What is being written: a row of clusters and atoms, a caret, a selection, and all that can be taken back.
///
/// A mention or an emoticon is one element, and no position lies inside it; who is meant travels with the element
/// through cutting, moving, undo and history, and is never found again by searching the text. A value: every edit is
/// a step that can be inverted, and the time of an edit comes in as an argument, in milliseconds.
///
/// All text passes `HarmlessText` on its way in.
public struct Composer: Sendable {
    /// What has been written, in reading order; the clusters are those of the text (UAX #29).
    public internal(set) var elements: [DraftElement] = []
    /// The index of the element behind the caret, 0 to the number of elements.
    public internal(set) var caret = 0
    /// How often the elements of this draft changed: while it is the same, they are.
    public internal(set) var revision = 0
    /// UTF-8 bytes of the draft, each atom as it stands in a plain text.
    public internal(set) var byteCount = 0
    /// Which typed names and signs turn into emoticons; none at first.
    public var substitutions = Substitutions.none

    /// Where the selection began; the caret is its other end.
    var anchor: Int?
    var history = UndoHistory()
    var killRing = KillRing()
    var trigger: QueryTrigger?
    var lastAction = LastAction.other
    var untouched = Untouched()
    var typedSigns = TypedSigns()
    /// What vi's insert mode put in, while it is on.
    var insertion: Insertion?

    /// What the last call did, as far as the next one depends on it.
    enum LastAction: Sendable {
        /// A list's entry was taken; the mention is at `token`, with a blank behind it that came along or was there.
        case accepted(token: Int, ownsBlank: Bool)
        /// Typed text became the emoticon at `atom`.
        case substituted(atom: Int, typed: [DraftElement])
        /// Something was cut.
        case killed
        /// What was cut came back at this range.
        case yanked(Range<Int>)
        /// Anything else.
        case other
    }

    /// An empty draft.
    public init() {}

    /// A draft that holds `rich`, with the caret at its end and nothing to undo.
    ///
    /// Styles are left behind, and a picture becomes the words that stand for it.
    public init(_ rich: RichText) {
        load(rich)
    }

    /// The range of selected elements, or nil when nothing is selected.
    public var selection: Range<Int>? {
        guard let anchor, anchor != caret else { return nil }
        return min(anchor, caret)..<max(anchor, caret)
    }

    /// Whether nothing has been written.
    public var isEmpty: Bool { elements.isEmpty }

    /// The message that would be sent now; a sign such as `:)` at the very end counts as its emoticon.
    public var richText: RichText { finished.richText }

    /// The draft as it stands, to be kept for later: ``init(_:)`` gives it back.
    public var draft: RichText { elements.richText }

    /// The plain text before the caret, with atoms as they look in it.
    public var textToCaret: String { elements[..<caret].map(\.text).joined() }

    /// The selected part as a message, for a clipboard.
    public var selectedText: RichText? { selection.map { Array(elements[$0]).richText } }

    /// The text of the line up to the caret, with atoms as they look in a plain text.
    public var textBeforeCaret: String {
        elements[elements.lineStart(at: caret)..<caret].map(\.text).joined()
    }

    /// The mentions of ``richText`` with their ranges, in code points of `FlatText(richText).text`.
    public var mentions: [FlatText.Marked<Mention>] { FlatText(richText).mentions }

    /// Puts the caret before the element at `position`, which is brought into the draft where it lies outside.
    ///
    /// With `selecting`, what lies between is selected, from where the selection began.
    public mutating func move(to position: Int, selecting: Bool = false) {
        let before = caret
        if !selecting {
            anchor = nil
        } else if anchor == nil {
            anchor = caret
        }
        caret = min(max(position, 0), elements.count)
        if anchor == caret { anchor = nil }
        if let open = trigger, caret < open.textStart || caret > open.end { trigger = nil }
        history.seal()
        lastAction = .other
        if caret != before || selecting { insertion?.part(at: caret, in: elements, &history) }
    }

    /// Selects the elements of `range`, the caret at its end; a range outside the draft is cut down to it.
    public mutating func select(_ range: Range<Int>) {
        move(to: range.lowerBound)
        move(to: range.upperBound, selecting: true)
    }

    /// Selects the word or the token at `position`, as a double click does; between words, the one element there.
    public mutating func selectWord(at position: Int) { select(elements.word(at: position)) }

    /// Puts another text in place of the whole draft, as one step.
    public mutating func replace(with rich: RichText, at time: Int64) {
        replaceAll(with: [DraftElement](rich), at: time)
    }

    /// Puts what was written before in place of the whole draft; to go on from there to something else that was
    /// written before is the same step.
    public mutating func recall(_ rich: RichText, at time: Int64) {
        replaceAll(with: [DraftElement](rich), .recall, at: time)
    }

    mutating func replaceAll(with new: [DraftElement], _ kind: UndoHistory.Kind = .single, at time: Int64) {
        insertion?.part(at: caret, in: elements, &history)
        edit(elements.indices, with: new, kind, at: time)
        insertion?.begin(at: caret, steps: history.done.count)
        trigger = nil
    }

    /// Gives the message that is to be sent and starts an empty draft, with a new undo history.
    ///
    /// What was cut before can still be put in.
    public mutating func take() -> RichText {
        let result = richText
        load(RichText())
        return result
    }

    /// Starts over with a draft that holds `rich`, as ``init(_:)`` does; what was cut before can still be put in.
    public mutating func load(_ rich: RichText) {
        elements = [DraftElement](rich)
        caret = elements.count
        anchor = nil
        history = UndoHistory()
        trigger = nil
        lastAction = .other
        typedSigns = TypedSigns()
        insertion = nil
        noteRewriting()
    }
}
