/// How one hears of a message while one looks elsewhere.
public enum NotifyMeans: String, CaseIterable, Sendable {
    /// The best that the terminal has.
    case auto
    /// The terminal's bell.
    case bell
    /// A popup by the terminal, in the words of iTerm2, of rxvt-unicode, or of kitty.
    case osc9, osc777, osc99
    /// A popup by the desktop's `notify-send`.
    case desktop
    /// Not at all.
    case off
}

extension NotifyMeans {
    /// Terminals that show popups, by how their names (XTVERSION) begin, and in whose words they are asked.
    private static let dialects: [(String, NotifyMeans)] = [
        ("kitty", .osc99), ("wezterm", .osc777), ("iterm2", .osc9), ("foot", .osc777), ("ghostty", .osc777),
        ("contour", .osc777),
    ]

    /// What ``auto`` stands for: popups of the terminal of that name, which come through ssh; else the desktop's, where
    /// this is its machine and its program is there; else the bell.
    ///
    /// `isRelayed` tells that tmux, screen or ssh stands between: then a popup of this machine might show where nobody
    /// sits, and the bell is what is handed on.
    public static func best(terminal: String?, isRelayed: Bool, hasDesktop: Bool) -> NotifyMeans {
        let name = (terminal ?? "").lowercased()
        if let (_, means) = dialects.first(where: { name.hasPrefix($0.0) }) { return means }
        return hasDesktop && !isRelayed ? .desktop : .bell
    }
}

/// Which messages of a room one hears of while one looks elsewhere.
public enum NoticeLevel: String, CaseIterable, Sendable {
    /// All that others say.
    case all
    /// Those that call oneself.
    case mentions
    /// None.
    case none
}
