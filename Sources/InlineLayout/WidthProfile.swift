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
    /// As Python's wcwidth has it: ``modern``, but spacing marks and conjuncts make a cluster two cells wide.
    public static let wcwidth = WidthProfile(rule: .wcwidth)
    /// The sum of the scalars' cells without regard to clusters, as the C library has it, by the data of this module.
    public static let legacy = WidthProfile(rule: .legacy)

    var machine: ClusterMachine { .machine(rule) }
}
