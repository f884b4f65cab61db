/// How many cells a cluster takes. Terminals and programs differ; the layout's own truth is ``modern``.
///
///     "नि".cellWidth(.wcwidth)  // 2
public struct WidthProfile: Hashable, Sendable {
    enum Rule: Hashable, Sendable {
        case modern, wcwidth, legacy
    }

    let rule: Rule

    /// The rules that kitty has written down for splitting text into cells (its text sizing protocol).
    ///
    /// A cluster takes the cells of its first scalar that has any: 2 for East Asian Wide and Fullwidth, emoji
    /// presentation, skin-tone bases and regional indicators; 0 for marks, format characters, controls and other
    /// invisible ones; else 1. U+FE0F after a narrow emoji makes it 2 (keycaps too), U+FE0E after a wide one 1.
    public static let modern = WidthProfile(rule: .modern)
    /// As Python's wcwidth 0.9.4 has it: like ``modern``, but spacing marks and conjuncts make a cluster two cells wide, and
    /// vowels and finals of Hangul, marks and line separators alone take none; the soft hyphen, signs put before numbers
    /// (U+0600) and noncharacters take one, as do the nine skin-tone bases that are text by default.
    ///
    /// Differs in what is newer than Unicode 17, in U+3164, and in U+200D between letters, which hides the second of them
    /// there.
    public static let wcwidth = WidthProfile(rule: .wcwidth)
    /// The sum of the scalars' cells without regard to clusters, as glibc's `wcswidth` has it: spacing marks and regional
    /// indicators take one.
    ///
    /// Differs from glibc 2.36 in what is newer than its Unicode 14, in the trigrams and symbols that became wide in
    /// Unicode 16 (U+2630–2637, 268A–268F, 1D300–1D376), and in U+302E–302F, 3164, 3248–324F, FFA0, 1171E, 16FF0–16FF1.
    public static let legacy = WidthProfile(rule: .legacy)

    var machine: ClusterMachine { .machine(rule) }
    var properties: PropertyTable { rule == .modern ? .shared : .others }
}
