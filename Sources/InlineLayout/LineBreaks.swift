import UnicodeTables

/// The places of a text at which a line may end, each found by looking at that place alone.
///
/// The classes on both sides decide nearly always; only where the tables of pairs say so is more of the text looked at,
/// and then the rules themselves are asked.
struct LineBreaks {
    private let text: UnsafePointer<UInt8>
    private let count: Int
    private let forChat: Bool
    private let pairs: PairTable
    private let properties = PropertyTable.shared
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
    @inline(__always)
    mutating func allowsBreak(at place: Int) -> Bool {
        let before = UTF8Text.before(place, in: text)
        let right = lineClass(at: place), left = lineClass(at: before)
        if LineClassSet.marks.contains(right) {
            return LineClassSet.markless.contains(left) && asks(place)
        }
        if left == Int(LineClass.sp.rawValue) {
            var start = before
            while start > 0 && text[start - 1] == 0x20 { start -= 1 }
            if start == 0 { return asks(place) }
            let beyond = lineClass(at: UTF8Text.before(start, in: text))
            if LineClassSet.marks.contains(beyond) { return asks(place) }
            let answer = pairs.answer(acrossBlanks: beyond, right)
            return answer == .ask ? asks(place) : answer == .always
        }
        if LineClassSet.marks.contains(left) { return asks(place) }
        let answer = pairs.answer(left, right)
        return answer == .ask ? asks(place) : answer == .always
    }

    /// The number of the line class of the scalar at `place`.
    @inline(__always)
    private func lineClass(at place: Int) -> Int {
        properties[UTF8Text.scalar(at: place, in: text).value].lineClass
    }

    @inline(never)
    private mutating func asks(_ place: Int) -> Bool {
        let reader = CharacterReader(text: text, count: count, forChat: forChat)
        var neighbourhood = TextNeighbourhood(reader, place: place, regionals: regionals)
        defer { regionals = neighbourhood.regionals }
        return LineBreakRules.allowBreak(in: &neighbourhood, forChat: forChat)
    }
}
