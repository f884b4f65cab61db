import Composer
import RichText
import Terminal

extension ChatState {
    /// A key while what was written before is searched; nil when the search is over and the key goes its usual way.
    mutating func pressInHistorySearch(_ key: KeyPress, at moment: Moment) -> [Effect]? {
        guard var search = historySearch else { return nil }
        switch Keymap.action(for: key) {
        case .searchHistory: search.goOn(in: view.history)
        case .cancel, .interrupt:
            historySearch = nil
            return []
        case .edit(.backspace): search.look(for: String(search.text.unicodeScalars.dropLast()), in: view.history)
        case .send: return endHistorySearch(at: moment)
        case .complete: return endHistorySearch(at: moment)
        case nil:
            guard case .character(let text) = key.key, key.modifiers.isDisjoint(with: [.control, .alt]) else {
                return []
            }
            search.look(for: search.text + text, in: view.history)
        default:
            if let found = search.found { view.composer.recall(found, at: moment.milliseconds) }
            historySearch = nil
            return nil
        }
        historySearch = search
        return []
    }

    /// Ends a search: what was found becomes the draft.
    mutating func endHistorySearch(at moment: Moment) -> [Effect] {
        guard let search = historySearch else { return [] }
        historySearch = nil
        guard let found = search.found else { return [] }
        view.composer.recall(found, at: moment.milliseconds)
        return afterEdit(at: moment)
    }

    /// The key after Ctrl-V goes into the draft as it is: it opens no list, sends nothing and does nothing else.
    mutating func insertLiterally(_ key: KeyPress, at moment: Moment) -> [Effect] {
        guard let text = key.literalText else {
            tell("\(key) stands for no character")
            return []
        }
        view.composer.paste(text, at: moment.milliseconds)
        return afterEdit(at: moment)
    }
}

extension KeyPress {
    /// The character that a terminal sends for the key.
    fileprivate var literalText: String? {
        if modifiers.contains(.alt) { return nil }
        switch key {
        case .character(let text) where modifiers.contains(.control):
            guard let scalar = text.unicodeScalars.first, scalar.isASCII else { return nil }
            return String(Unicode.Scalar(UInt8(scalar.value & 0x1F)))
        case .character(let text): return text
        case .enter: return "\n"
        case .tab: return "\t"
        case .escape: return "\u{1B}"
        case .backspace: return "\u{7F}"
        default: return nil
        }
    }
}
