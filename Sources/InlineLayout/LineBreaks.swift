import UnicodeTables

/// The places of a text at which a line may end, each found by looking at that place alone.
///
/// The classes on both sides decide nearly always; only where the tables of pairs say so is more of the text looked at,
/// and then the rules themselves are asked.
struct LineBreaks: ~Copyable {
    private let text: UnsafePointer<UInt8>
    private let count: Int
    private let forChat: Bool
    private let pairs: PairTable
    private let properties = PropertyTable.shared
    private let marks = LineClassSet.marks.bits
    /// A place in a run of regional indicators, and whether an odd number of them ends there: what makes the walks
    /// through an endless run of flags short.
    private var regionals = (place: -1, isOdd: false)

    init(_ text: UnsafePointer<UInt8>, count: Int, forChat: Bool) {
        self.text = text
        self.count = count
        self.forChat = forChat
        pairs = forChat ? .chat : .unicode
    }

    /// Whether a line may end before the byte at `place`, which starts a scalar and is not the first.
    mutating func allowsBreak(at place: Int) -> Bool {
        last(upTo: place, after: place - 1) != nil
    }

    /// The last place in `start + 1 ... place` before which a line may end; `place` starts a scalar.
    @inline(__always)
    mutating func last(upTo place: Int, after start: Int) -> Int? {
        var at = place
        var right = lineClass(at: at)
        while at > start {
            let before = UTF8Text.before(at, in: text)
            let left = lineClass(at: before)
            if allowsBreak(at: at, left, right, before: before) { return at }
            at = before
            right = left
        }
        return nil
    }

    @inline(__always)
    private mutating func allowsBreak(at place: Int, _ left: Int, _ right: Int, before: Int) -> Bool {
        if left == Int(LineClass.sp.rawValue) {
            // No line ends among blanks (LB7). To ask there would walk back over all of them from each.
            if right == left { return false }
            return allowsBreak(at: place, right, afterBlank: before)
        }
        if (marks >> UInt64(left) | marks >> UInt64(right)) & 1 != 0 {
            // No line ends before a mark but one that stands alone (LB9, LB10).
            let isJoined = marks >> UInt64(right) & 1 != 0 && !LineClassSet.markless.contains(left)
            return !isJoined && asks(place)
        }
        let answer = pairs.answer(left, right)
        return answer == .ask ? asks(place) : answer == .always
    }

    /// The same after blanks, of which the last is at `blank`: it is the class before them that counts.
    @inline(__always)
    private mutating func allowsBreak(at place: Int, _ right: Int, afterBlank blank: Int) -> Bool {
        var start = blank
        while start > 0 && text[start - 1] == 0x20 { start -= 1 }
        if start == 0 || marks >> UInt64(right) & 1 != 0 { return asks(place) }
        let beyond = lineClass(at: UTF8Text.before(start, in: text))
        if marks >> UInt64(beyond) & 1 != 0 { return asks(place) }
        let answer = pairs.answer(acrossBlanks: beyond, right)
        return answer == .ask ? asks(place) : answer == .always
    }

    /// The number of the line class of the scalar at `place`.
    @inline(__always)
    private func lineClass(at place: Int) -> Int {
        let byte = text[place]
        if byte < 0x80 { return properties[ascii: byte].lineClass }
        return properties[UTF8Text.scalar(at: place, in: text).value].lineClass
    }

    @inline(never)
    private mutating func asks(_ place: Int) -> Bool {
        let reader = CharacterReader(text: text, count: count, forChat: forChat)
        var neighbourhood = TextNeighbourhood(reader, place: place, regionals: regionals)
        defer { regionals = neighbourhood.regionals }
        return LineBreakRules.allowBreak(in: &neighbourhood, forChat: forChat)
    }
}
