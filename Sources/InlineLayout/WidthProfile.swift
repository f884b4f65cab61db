/// How many cells a cluster takes. Terminals and programs differ; the layout's own truth is ``modern``.
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
    /// What Python's wcwidth says: the sum of the scalars' cells, at most 2 a cluster.
    public static let wcwidth = WidthProfile(rule: .wcwidth)
    /// The sum of the scalars' cells, as the C library has it.
    public static let legacy = WidthProfile(rule: .legacy)

    var machine: ClusterMachine { rule == .legacy ? .scalars : .clusters }
}
