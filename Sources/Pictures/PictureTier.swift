import Terminal

/// How pictures are shown, the best first.
public enum PictureTier: String, CaseIterable, Hashable, Sendable {
    /// Pixels, by kitty's graphics protocol and placeholder cells.
    case kitty
    /// Blocks and glyphs.
    case cells
    /// One emoji in the place of an emoticon; the alt text in the place of a picture.
    case emoji
    /// Words.
    case text

    /// The tier for a terminal that has answered.
    ///
    /// `wanted` is the owner's choice, which counts whatever the terminal says. Terminals that know the graphics
    /// protocol but not its placeholders say yes to it all the same, so the answer and a name that is known to have them
    /// must come together. An environment variable decides nothing: it may be that of another terminal.
    public static func best(
        for answers: TerminalAnswers, depth: ColourDepth, isUTF8: Bool, wanted: PictureTier? = nil
    ) -> PictureTier {
        if let wanted { return wanted }
        guard isUTF8 else { return .text }
        let names = [answers.name, answers.outerName].compactMap { $0 }
        if depth >= .palette, answers.others.contains(where: isYes), names.contains(where: hasPlaceholders) {
            return .kitty
        }
        return depth >= .eight ? .cells : .emoji
    }

    /// Whether `answer` says that the question of ``KittyGraphics/query`` was understood.
    static func isYes(_ answer: String) -> Bool {
        guard answer.hasPrefix("_G"), let end = answer.firstIndex(of: ";") else { return false }
        let keys = answer[answer.index(answer.startIndex, offsetBy: 2)..<end].split(separator: ",")
        return keys.contains("i=31") && answer[answer.index(after: end)...] == "OK"
    }

    /// Whether the terminal of that name (XTVERSION) shows pictures at placeholder cells: kitty from 0.28 on, Ghostty.
    public static func hasPlaceholders(_ name: String) -> Bool {
        let lower = name.lowercased()
        if lower == "ghostty" || lower.hasPrefix("ghostty ") || lower.hasPrefix("ghostty(") { return true }
        guard lower.hasPrefix("kitty("), lower.hasSuffix(")") else { return false }
        let numbers = lower.dropFirst(6).dropLast().split(separator: ".").prefix(2).map { Int($0) ?? 0 }
        guard numbers.count == 2 else { return false }
        return numbers[0] > 0 || numbers[1] >= 28
    }
}

extension BlockGlyphs {
    /// The finest blocks that the terminal of that name (XTVERSION) draws by itself, without needing a font.
    public static func best(forTerminal name: String?, isConsole: Bool) -> BlockGlyphs {
        if isConsole { return .halves }
        let name = name?.lowercased() ?? ""
        let drawing = ["kitty(", "ghostty", "wezterm", "foot(", "alacritty", "contour", "vte(", "konsole"]
        return drawing.contains(where: name.hasPrefix) ? .sextants : .quadrants
    }
}
