import Composer
import RichText

/// A search through what was written before, while it goes on.
struct HistorySearch {
    /// What is looked for.
    private(set) var text = ""
    /// What was found, to be shown in place of the draft.
    private(set) var found: RichText?
    private var index = Int.max

    /// Looks for `text` from the newest on, or while it grows from where the search is.
    mutating func look(for text: String, in history: InputHistory) {
        let goesOn = text.hasPrefix(self.text) && index != .max
        self.text = text
        let result = history.search(text, before: goesOn ? index + 1 : .max)
        found = result?.entry
        index = result?.index ?? (goesOn ? index : .max)
    }

    /// Looks for the next older one; what is shown stays when there is none.
    mutating func goOn(in history: InputHistory) {
        guard let result = history.search(text, before: index) else { return }
        found = result.entry
        index = result.index
    }

    /// What is said of it in the status row.
    var sentence: String {
        if text.isEmpty { return "search: type what you wrote; C-r older, Enter takes it" }
        return (found == nil ? "nothing holds: " : "search: ") + text
    }
}
