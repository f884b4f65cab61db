/// What tells an answer of the terminal, or its beginning, from keys, however slowly it comes.
enum LateAnswers {
    /// How the control strings begin by which terminals answer: their name, the question for graphics, their background.
    private static let strings = ["\u{1B}P>|", "\u{1B}_Gi=", "\u{1B}]11;"].map { Array($0.utf8) }

    /// Whether a sequence that has begun is waited for without end: numbers of which the last byte is missing cost at most
    /// one typed character, and a string like this is no person's.
    static func mayStillEnd(_ sequence: [UInt8], _ mode: KeyDecoder.Mode) -> Bool {
        guard sequence.count > 2 else { return false }
        switch mode {
        case .control: return true
        case .string, .stringEscape:
            return strings.contains { sequence.prefix($0.count).elementsEqual($0.prefix(sequence.count)) }
        default: return false
        }
    }

    /// Whether `bytes`, which arrived together, go on with what `start` began and time has made keys of.
    ///
    /// Their first byte or two were taken for keys; what follows shall not be typed as well. Nobody types so fast.
    static func goOn(from start: [UInt8], with bytes: some Sequence<UInt8>) -> Bool {
        let whole = start + Array(bytes.prefix(64))
        if strings.contains(where: { whole.count > $0.count && whole.starts(with: $0) }) { return true }
        guard whole.count > 3, whole[1] == 0x5B else { return false }
        let end = whole.dropFirst(2).firstIndex { !(0x20..<0x40).contains($0) }
        if let end { return TerminalAnswer(control: Array(whole[...end])) != nil }
        return whole[2] == 0x3F
    }
}
