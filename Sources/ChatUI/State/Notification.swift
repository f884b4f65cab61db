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

/// Which messages of a room one hears of while one looks elsewhere.
public enum NoticeLevel: String, CaseIterable, Sendable {
    /// All that others say.
    case all
    /// Those that call oneself.
    case mentions
    /// None.
    case none
}
