import InlineLayout

/// What is sent to a terminal for a cluster: the cluster itself, or where the terminal would draw it on more cells than
/// it has, the nearest thing that it can draw there.
///
/// The cells of a cluster are what Unicode says, whatever the terminal does: only the drawing gives way, with the least
/// loss. Of a family the first member stays, of a skin tone the hand, of a flag its two letters; SARA AM becomes the
/// ring that it begins with, and of a conjunct stay the letters that have room.
public struct DrawnForms: Hashable, Sendable {
    /// Whether characters that East Asian fonts draw wide take two cells, so that no width beyond ASCII can be trusted.
    public let widensAmbiguous: Bool
    /// Whether the terminal draws nothing for a character that it does not know.
    public let hidesUnknown: Bool
    private let tooWide: Set<TerminalProbe>
    private let cutsClusters: Bool

    /// The bytes of a cluster that tmux 3.3 keeps.
    private static let longestInOldTmux = 21

    /// Everything as it is: what a terminal gets that has told nothing.
    public init() {
        widensAmbiguous = false
        hidesUnknown = false
        tooWide = []
        cutsClusters = false
    }

    /// What suits a terminal that gave those answers.
    public init(_ answers: TerminalAnswers) {
        widensAmbiguous = answers.widths[.ambiguous] == 2
        hidesUnknown = answers.widths[.newEmoji] == 0
        tooWide = Set(answers.widths.filter { $0.value > $0.key.width }.map(\.key))
        cutsClusters = answers.cutsClusters
    }

    /// What is drawn of a cluster of `width` cells; never empty, and the cluster itself in most cases.
    public func form(of cluster: String, width: Int) -> String {
        let view = cluster.unicodeScalars
        guard !view.isEmpty, view.index(after: view.startIndex) < view.endIndex else { return cluster }
        var scalars = Array(view)
        // A joiner at a cluster's end joins nothing, but terminals would draw the next cell into it.
        while scalars.count > 1, scalars.last == "\u{200D}" { scalars.removeLast() }
        shorten(&scalars, width)
        return scalars.elementsEqual(cluster.unicodeScalars) ? cluster : String(String.UnicodeScalarView(scalars))
    }

    private func shorten(_ scalars: inout [Unicode.Scalar], _ width: Int) {
        if let joiner = scalars.firstIndex(of: "\u{200D}"), DrawnForms.isPictured(scalars) {
            let isCut = cutsClusters && DrawnForms.bytes(scalars) > DrawnForms.longestInOldTmux
            if !tooWide.contains(.family) && !isCut { return }
            scalars.removeSubrange(joiner...)
        }
        guard scalars.count > 1 else { return }
        switch DrawnForms.kind(of: scalars) {
        case .flag where tooWide.contains(.flag):
            scalars = scalars.map { Unicode.Scalar($0.value - 0x1F1E6 + 0x41) ?? $0 }
        case .tagFlag where tooWide.contains(.tagFlag):
            scalars.removeAll { (0xE0020...0xE007F).contains($0.value) }
        case .skinTone where tooWide.contains(.skinTone):
            scalars.removeAll { (0x1F3FB...0x1F3FF).contains($0.value) }
        case .saraAm where tooWide.contains(.saraAm):
            scalars = scalars.map { $0 == "\u{0E33}" ? "\u{0E4D}" : $0 == "\u{0EB3}" ? "\u{0ECD}" : $0 }
        case .jamo where tooWide.contains(.jamo):
            scalars = [DrawnForms.syllable(scalars)]
        case .conjunct where tooWide.contains(.conjunct):
            DrawnForms.cut(&scalars, width)
        default: break
        }
        // Marks without end: what tmux would drop is not sent, so that both know what stands there.
        while cutsClusters, scalars.count > 1, DrawnForms.bytes(scalars) > DrawnForms.longestInOldTmux {
            scalars.removeLast()
        }
    }

    /// The syllable that letters of modern Korean make, as one character; else the first letter.
    private static func syllable(_ scalars: [Unicode.Scalar]) -> Unicode.Scalar {
        guard scalars.count > 1, (0x1100..<0x1113).contains(scalars[0].value),
            (0x1161..<0x1176).contains(scalars[1].value)
        else { return scalars[0] }
        var code = 0xAC00 + ((scalars[0].value - 0x1100) * 21 + scalars[1].value - 0x1161) * 28
        if scalars.count > 2, (0x11A8..<0x11C3).contains(scalars[2].value) { code += scalars[2].value - 0x11A7 }
        return Unicode.Scalar(code) ?? scalars[0]
    }

    /// Which probe stands for a cluster of more than one scalar; letters and marks go by the conjunct.
    private static func kind(of scalars: [Unicode.Scalar]) -> TerminalProbe {
        var kind = TerminalProbe.conjunct
        for scalar in scalars {
            switch scalar.value {
            case 0x1F1E6...0x1F1FF: return .flag
            case 0xE0020...0xE007F: return .tagFlag
            case 0x1F3FB...0x1F3FF: kind = .skinTone
            case 0x0E33, 0x0EB3: return .saraAm
            case 0x1100...0x11FF: return .jamo
            case 0xFE0E, 0xFE0F, 0x20E3: if kind == .conjunct { kind = .keycap }
            default: break
            }
        }
        return kind
    }

    /// Whether a joiner joins pictures, and not letters.
    private static func isPictured(_ scalars: [Unicode.Scalar]) -> Bool {
        guard let first = scalars.first?.value else { return false }
        return first >= 0x1F000 || (0x2190...0x2BFF).contains(first)
    }

    private static func bytes(_ scalars: [Unicode.Scalar]) -> Int {
        scalars.reduce(0) { $0 + UTF8.width($1) }
    }

    /// Takes scalars from the end until those that are left have room, each counted for itself.
    private static func cut(_ scalars: inout [Unicode.Scalar], _ width: Int) {
        while scalars.count > 1, String(String.UnicodeScalarView(scalars)).cellWidth(.legacy) > width {
            scalars.removeLast()
        }
        while scalars.count > 1, scalars.last == "\u{200D}" { scalars.removeLast() }
    }
}
