import ChatUI
import Terminal

/// What the terminal tells of its background (OSC 11).
enum Ground {
    /// What is to be asked besides the driver's own questions.
    static let query = Array("\u{1B}]11;?\u{1B}\\".utf8)

    /// Whether the background is light, by its luminance; nil where nothing is told.
    static func isLight(_ answers: TerminalAnswers) -> Bool? {
        let prefix = "]11;rgb:"
        guard let answer = answers.others.last(where: { $0.hasPrefix(prefix) }) else { return nil }
        let parts = answer.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
        let colours = parts.compactMap { part -> Double? in
            guard (1...4).contains(part.utf8.count), let value = Int(part, radix: 16) else { return nil }
            return Double(value) / Double(1 << (4 * part.utf8.count) - 1)
        }
        guard colours.count == 3 else { return nil }
        // The weights of Rec. 709.
        return 0.2126 * colours[0] + 0.7152 * colours[1] + 0.0722 * colours[2] > 0.5
    }
}
