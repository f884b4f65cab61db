import UnicodeTables

/// What the rules say of a place when only the two classes beside it are known.
enum PairAnswer: UInt8 {
    /// No line ends there.
    case never
    /// A line may end there.
    case always
    /// It depends on more of the text.
    case ask
}

/// The answers for all pairs of classes, worked out once by asking the rules.
struct PairTable: @unchecked Sendable {
    // The memory is written before the value exists and never after: sharing it is safe.
    private let adjacent: UnsafePointer<PairAnswer>
    private let acrossBlanks: UnsafePointer<PairAnswer>

    /// The answers of UAX #14.
    static let unicode = PairTable(forChat: false)
    /// The answers as tailored to chat.
    static let chat = PairTable(forChat: true)

    private init(forChat: Bool) {
        adjacent = Self.table(forChat: forChat) { PairNeighbourhood(left: $0, right: $1, beyond: $0) }
        acrossBlanks = Self.table(forChat: forChat) { PairNeighbourhood(left: .sp, right: $1, beyond: $0) }
    }

    /// The answer for a place between two classes that are neither marks nor, at the left, a blank.
    @inline(__always)
    func answer(_ left: Int, _ right: Int) -> PairAnswer { adjacent[left << 6 | right] }

    /// The answer for a place after blanks, by the class before them.
    @inline(__always)
    func answer(acrossBlanks left: Int, _ right: Int) -> PairAnswer { acrossBlanks[left << 6 | right] }

    private static func table(
        forChat: Bool, _ neighbourhood: (LineClass, LineClass) -> PairNeighbourhood
    ) -> UnsafePointer<PairAnswer> {
        let memory = UnsafeMutablePointer<PairAnswer>.allocate(capacity: 64 * 64)
        memory.initialize(repeating: .ask, count: 64 * 64)
        for left in LineClass.allCases {
            for right in LineClass.allCases {
                var pair = neighbourhood(left, right)
                if forChat { pair.takeHangulAsLetters() }
                let allowed = LineBreakRules.allowBreak(in: &pair, forChat: forChat)
                let answer: PairAnswer = pair.wasAsked ? .ask : allowed ? .always : .never
                memory[Int(left.rawValue) << 6 | Int(right.rawValue)] = answer
            }
        }
        return UnsafePointer(memory)
    }
}

/// Two classes without a text: every question beyond them is only noted.
private struct PairNeighbourhood: BreakNeighbourhood {
    var left: LineClass
    var right: LineClass
    var beyond: LineClass
    var wasAsked = false
    var followsJoiner: Bool { false }

    mutating func takeHangulAsLetters() {
        if LineClassSet.hangul.contains(left) { left = .al }
        if LineClassSet.hangul.contains(right) { right = .al }
        if LineClassSet.hangul.contains(beyond) { beyond = .al }
    }

    mutating func leftBeyondBlanks() -> LineClass? { beyond }
    mutating func leftBeyondQuotation() -> LineClass? { asked() }
    mutating func secondLeft() -> LineClass? { asked() }
    mutating func secondRight() -> LineClass? { asked() }
    mutating func thirdRight() -> LineClass? { asked() }
    mutating func followsNumber(closed: Bool) -> Bool { asked() != nil }
    mutating func followsOddRegionals() -> Bool { asked() != nil }

    private mutating func asked() -> LineClass? {
        wasAsked = true
        return nil
    }
}
