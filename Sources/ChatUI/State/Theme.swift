import ChatCore
import RichText
import Terminal

/// How each kind of thing on the screen looks.
public struct Theme: Sendable {
    /// Title and status rows.
    public var bar = Style(.reverse)
    /// Rules between panes, times, day separators and what else stays in the background.
    public var faint = Style(foreground: .indexed(8))
    /// What people wrote.
    public var text = Style.plain
    /// The name of oneself.
    public var ownName = Style(foreground: .indexed(2), .bold)
    /// Names of others; each person keeps one of these colours.
    public var names: [Style] = [3, 4, 5, 6, 11, 12, 13, 14].map { Style(foreground: .indexed($0)) }
    /// A mention of somebody.
    public var mention = Style(foreground: .indexed(6), .bold)
    /// A mention of oneself.
    public var ownMention = Style(foreground: .indexed(0), background: .indexed(3))
    /// The line above what is new, and counts of it.
    public var unread = Style(foreground: .indexed(1), .bold)
    /// What went wrong.
    public var failure = Style(foreground: .indexed(1), .bold)
    /// Lists that open over the log.
    public var menu = Style(foreground: .indexed(15), background: .indexed(4))
    /// The chosen row of such a list.
    public var chosen = Style(foreground: .indexed(0), background: .indexed(3))
    /// Selected text in the composer.
    public var selection = Style(.reverse)
    /// A reaction under a message.
    public var tag = Style(foreground: .indexed(0), background: .indexed(7))
    /// A reaction under a message that is there by oneself, too.
    public var ownTag = Style(foreground: .indexed(0), background: .indexed(6))
    /// Text between grave accents.
    public var code = Style(foreground: .indexed(2))
    /// Whose colours the names of others have; those of ``names`` where it is the theme.
    public var nameColours = NameColours.theme
    /// How light shared colours are, 0…100.
    public var nameLightness = 50.0
    /// A place where a picture stands that cannot be shown as such.
    public var picture = Style(foreground: .indexed(0), background: .indexed(7))

    /// The theme for dark backgrounds, in the terminal's own 16 colours.
    public init() {}

    /// The style of `person`'s name: the same for the same person everywhere, by a hash of the id (FNV-1a), or as other
    /// programs have it.
    public func name(of person: Person, isMe: Bool) -> Style {
        if isMe || names.isEmpty { return ownName }
        if nameColours != .theme {
            let shared = SharedColour(of: SharedColour.source(of: person), for: nameColours)
            return Style(foreground: shared.colour(lightness: nameLightness))
        }
        var hash: UInt32 = 2_166_136_261
        for byte in person.id.text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return names[Int(hash % UInt32(names.count))]
    }

    /// The colour that a run of text names: one of the eight colour names, `#rrggbb`, or none that is known here.
    static func colour(named name: String) -> Colour? {
        let plain = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
        if let index = plain.firstIndex(of: name.lowercased()) { return .indexed(UInt8(index)) }
        guard name.hasPrefix("#"), name.utf8.count == 7, let value = UInt32(name.dropFirst(), radix: 16) else {
            return nil
        }
        return .rgb(UInt8(value >> 16), UInt8(value >> 8 & 255), UInt8(value & 255))
    }
}
