import Composer
import Emoticons
import InlineLayout
import RichText
import Terminal

/// How the elements of a draft look in a composer of a given width.
struct DraftFace {
    /// What, while it is the same, makes every element as wide as it was.
    struct Key: Equatable {
        var width: Int
        var tier: EmoticonTier
        var names: Int
    }

    let key: Key
    /// The most rows that are shown at once: those below are laid out when the caret comes near.
    let rows: Int
    private let theme: Theme
    private let catalogue: Catalogue
    private let me: PersonID?
    private let directory: Directory

    init(width: Int, rows: Int, settings: ChatState.Settings, me: PersonID?, directory: Directory) {
        // One row for every element: a draft that jumps in height while one types is hard to read.
        let tier = settings.emoticonTier == .text ? EmoticonTier.text : .emoji
        key = Key(width: max(width, 1), tier: tier, names: directory.revision)
        self.rows = rows
        theme = settings.theme
        catalogue = settings.catalogue
        self.me = me
        self.directory = directory
    }

    /// What is written for `element`, never wider than a line: a name that is too long for one is cut.
    func text(of element: DraftElement) -> String {
        switch element {
        case .cluster(let text): return text
        case .mention(let mention): return text(of: mention).truncated(toCells: key.width)
        case .emoticon(let code):
            guard key.tier == .emoji, let emoticon = catalogue.emoticon(for: code), !emoticon.emoji.isEmpty
            else { return code.text.truncated(toCells: key.width) }
            return emoticon.emoji
        }
    }

    private func text(of mention: Mention) -> String {
        guard case .person(let id) = mention.target else { return mention.text }
        return "@" + directory.label(of: id, name: mention.name)
    }

    /// The style of `element`; the name of somebody who left is struck out.
    func style(of element: DraftElement) -> Style {
        guard case .mention(let mention) = element else { return theme.text }
        let isMine = me.map(mention.means) ?? false
        var style = isMine ? theme.ownMention : theme.mention
        if case .person(let id) = mention.target, !directory.here.contains(id) {
            style.attributes.insert(.strikethrough)
        }
        return style
    }

    /// The style of what is selected.
    var selection: Style { theme.selection }

    /// The cells of `element` at the column `x`.
    func cells(of element: DraftElement, at x: Int) -> Int {
        guard case .cluster(let text) = element else { return text(of: element).cellWidth }
        if text == "\t" { return DraftFace.tab - x % DraftFace.tab }
        // Most of what is written is a letter, a digit or a blank of one byte.
        if text.utf8.count == 1 { return text == "\n" ? 0 : 1 }
        return text.cellWidth
    }

    private static let tab = 8
}
