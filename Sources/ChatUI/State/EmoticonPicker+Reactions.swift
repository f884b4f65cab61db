import ChatCore
import Emoticons
import InlineLayout

extension EmoticonPicker {
    /// What people react with most, in one row.
    static let quick: [Emoticon] = [
        ("👍", "yes"), ("❤️", "heart"), ("😂", "laugh"), ("🎉", "party"), ("😮", "surprise"), ("😢", "sad"),
        ("🙏", "thanks"), ("👀", "looking"),
    ].map { Emoticon(name: $0.1, emoji: $0.0) }

    /// What can be put under a message: what one used last, what people use most, and all emoji of the packs; an emoji
    /// that is typed stands first.
    static func reactions(_ query: String, in catalogue: Catalogue, recent: [String]) -> [Emoticon] {
        if let emoji = EmoticonPicker.emoji(query) { return [Emoticon(name: "as typed", emoji: emoji)] }
        let packs = catalogue.search(query).filter { !$0.emoji.isEmpty }
        let used = recent.map { emoji in
            (quick + packs).first { $0.emoji == emoji } ?? Emoticon(name: "again", emoji: emoji)
        }
        var seen: Set<String> = []
        let sought = query.lowercased()
        return (used + quick).filter { $0.name.hasPrefix(sought) && seen.insert($0.emoji).inserted }
            + packs.filter { seen.insert($0.emoji).inserted }
    }

    /// The emoji that `text` is, when it is one and nothing else.
    static func emoji(_ text: String) -> String? {
        var clusters = Clusters(text).makeIterator()
        guard let first = clusters.next(), clusters.next() == nil, text.utf8.count <= 64 else { return nil }
        let scalars = first.text.unicodeScalars
        let isShownAsEmoji = scalars.contains { $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" }
        let isSymbol = scalars.first.map { $0.properties.isEmoji && !$0.isASCII } ?? false
        return isShownAsEmoji || isSymbol ? text : nil
    }
}

extension Catalogue {
    /// The emoji that `text` is, or that the emoticon has which is called so.
    func emoji(_ text: String) -> String? {
        if let emoji = EmoticonPicker.emoji(text) { return emoji }
        let name = text.lowercased().trimming("[]:")
        let all = EmoticonPicker.quick + search(name)
        return all.first { $0.names.contains(name) && !$0.emoji.isEmpty }?.emoji
    }
}

extension String {
    /// Without those of `signs` at its ends.
    fileprivate func trimming(_ signs: String) -> String {
        var rest = self[...]
        while let first = rest.first, signs.contains(first) { rest.removeFirst() }
        while let last = rest.last, signs.contains(last) { rest.removeLast() }
        return String(rest)
    }
}
