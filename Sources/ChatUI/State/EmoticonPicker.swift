import Emoticons
import InlineLayout

/// The grid of all emoticons that lies over the log.
struct EmoticonPicker {
    private let catalogue: Catalogue
    /// What the names are to hold.
    private(set) var query = ""
    /// What is shown.
    private(set) var entries: [Emoticon]
    private(set) var chosen = 0

    init(_ catalogue: Catalogue) {
        self.catalogue = catalogue
        entries = catalogue.search("")
    }

    /// Shows what holds `query`.
    mutating func look(for query: String) {
        self.query = query
        entries = catalogue.search(query)
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
