import ChatCore
import Emoticons
import InlineLayout

/// The grid of all emoticons, or of emoji to react with, that lies over the log.
struct EmoticonPicker {
    private let catalogue: Catalogue
    /// The message that gets what is chosen under it; nil where it goes into the draft.
    let target: MessageID?
    private let recent: [String]
    /// What the names are to hold.
    private(set) var query = ""
    /// What is shown.
    private(set) var entries: [Emoticon]
    private(set) var chosen = 0

    init(_ catalogue: Catalogue) {
        self.catalogue = catalogue
        target = nil
        recent = []
        entries = catalogue.search("")
    }

    /// The emoji that can be put under the message `target`; `recent` were used last.
    init(_ catalogue: Catalogue, reactingTo target: MessageID, recent: [String]) {
        self.catalogue = catalogue
        self.target = target
        self.recent = recent
        entries = EmoticonPicker.reactions("", in: catalogue, recent: recent)
    }

    /// Shows what holds `query`.
    mutating func look(for query: String) {
        self.query = query
        entries =
            target == nil
            ? catalogue.search(query) : EmoticonPicker.reactions(query, in: catalogue, recent: recent)
        chosen = 0
    }

    /// The emoticons as chips in rows of `width` cells.
    func rows(width: Int) -> [[TagRows.Chip]] {
        tagRows(entries.map(EmoticonPicker.label), TagOptions(width: width)).rows
    }

    static func label(of emoticon: Emoticon) -> String { emoticon.emoji + " " + emoticon.name }

    /// Goes `steps` emoticons on, or back; stops at the ends.
    mutating func move(by steps: Int) { choose(chosen + steps) }

    mutating func choose(_ index: Int) { chosen = max(min(index, entries.count - 1), 0) }

    /// Goes `steps` rows down, or up, to the chip that is nearest.
    mutating func move(rows steps: Int, width: Int) {
        let rows = rows(width: width)
        guard let row = rows.firstIndex(where: { $0.contains { $0.index == chosen } }),
            let chip = rows[row].first(where: { $0.index == chosen })
        else { return }
        let middle = chip.x + chip.width / 2
        let target = rows[max(min(row + steps, rows.count - 1), 0)]
        let nearest = target.min { abs($0.x + $0.width / 2 - middle) < abs($1.x + $1.width / 2 - middle) }
        if let nearest { chosen = nearest.index }
    }
}
