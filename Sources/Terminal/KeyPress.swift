/// Keys held down while another is pressed.
public struct Modifiers: OptionSet, Hashable, Sendable {
    /// One bit for each modifier.
    public let rawValue: UInt8

    /// The modifiers whose bits are set.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Ctrl.
    public static let control = Modifiers(rawValue: 1)
    /// Alt, also called Meta or Option.
    public static let alt = Modifiers(rawValue: 2)
    /// Shift, where the terminal tells it; a capital letter comes as the letter alone.
    public static let shift = Modifiers(rawValue: 4)
}

/// A key of the keyboard.
public enum Key: Hashable, Sendable {
    /// One cluster as it came; with Ctrl the lower-case letter or the sign that the key bears.
    case character(String)
    /// Enter or Return; Ctrl-J is told from it.
    case enter
    /// Tab; Shift-Tab has the modifier.
    case tab
    /// The key that deletes to the left.
    case backspace
    /// The key that deletes to the right.
    case delete
    /// Esc, pressed alone.
    case escape
    /// The arrow up.
    case up
    /// The arrow down.
    case down
    /// The arrow to the left.
    case left
    /// The arrow to the right.
    case right
    /// Home, also called Pos 1.
    case home
    /// End.
    case end
    /// Page up.
    case pageUp
    /// Page down.
    case pageDown
    /// Insert.
    case insert
    /// A function key, F1 being 1.
    case function(Int)
}

/// A key pressed together with its modifiers.
public struct KeyPress: Hashable, Sendable {
    /// The key.
    public var key: Key
    /// What was held down.
    public var modifiers: Modifiers

    /// That key, with those modifiers.
    public init(_ key: Key, _ modifiers: Modifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }
}
