import ChatCore
import Composer
import RichText

/// The list of rooms and people that lies over the log, narrowed by what is typed.
struct Switcher {
    /// What a row leads to.
    enum Target: Hashable {
        case room(RoomSummary)
        case person(Person)
    }

    /// A row of the list.
    struct Entry: Hashable {
        var target: Target
        var name: String
        var detail: String
        /// Whether it is a room that is open.
        var isOpen = false
    }

    /// Whether people are in it, too.
    let showsPeople: Bool
    private let all: [Entry]
    private let index: PeopleIndex
    private(set) var query = ""
    private(set) var entries: [Entry]
    private(set) var chosen = 0

    /// A list of `all`, in that order while nothing is typed.
    init(_ all: [Entry], showsPeople: Bool, query: String = "") {
        self.all = all
        self.showsPeople = showsPeople
        // Places in the list are the ids: two entries may have one name.
        index = PeopleIndex(
            all.enumerated().map { Candidate(id: PersonID(String($0.offset)), name: $0.element.name) })
        entries = all
        look(for: query)
    }

    /// Shows what `query` finds, what is open before what is not.
    mutating func look(for query: String) {
        self.query = query
        chosen = 0
        guard !query.isEmpty else {
            entries = all
            return
        }
        let places = index.matches(query, lastSpoken: [:]).compactMap { match -> (Int, Entry)? in
            // An id is a number here; that it holds what was typed says nothing.
            guard match.quality != .id, let place = Int(match.person.id.text) else { return nil }
            return (place, all[place])
        }
        entries = places.filter { $0.1.isOpen }.map(\.1) + places.filter { !$0.1.isOpen }.map(\.1)
    }

    mutating func move(by rows: Int) {
        chosen = min(max(chosen + rows, 0), max(entries.count - 1, 0))
    }

    /// The chosen row.
    var choice: Entry? { entries.indices.contains(chosen) ? entries[chosen] : nil }
}
