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
        /// What is said of it in place of what its target tells.
        var note: String?
        /// Whether it is a room that is open.
        var isOpen = false

        /// What stands beside the name. Only the few that are in sight are asked for it.
        var detail: String {
            if let note { return note }
            switch target {
            case .room(let room): return Entry.detail(of: room, topic: room.topic)
            case .person(let person): return person.id.text
            }
        }

        /// Who is there, and what it is about.
        static func detail(of room: RoomSummary, topic: String) -> String {
            let here = room.peopleCount.map { "\($0) here" } ?? ""
            return [here, topic].filter { !$0.isEmpty }.joined(separator: " · ")
        }
    }

    /// Whether people are in it, too.
    let showsPeople: Bool
    private let all: [Entry]
    /// Made with the first letter.
    private var index: NameIndex?
    private(set) var query = ""
    private(set) var entries: [Entry]
    private(set) var chosen = 0

    /// A list of `all`, in that order while nothing is typed.
    init(_ all: [Entry], showsPeople: Bool, query: String = "") {
        self.all = all
        self.showsPeople = showsPeople
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
        let names = index ?? NameIndex(all.lazy.map(\.name))
        index = names
        let found = names.matches(query).map { all[$0] }
        entries = found.filter(\.isOpen) + found.filter { !$0.isOpen }
    }

    mutating func move(by rows: Int) {
        chosen = min(max(chosen + rows, 0), max(entries.count - 1, 0))
    }

    /// The chosen row.
    var choice: Entry? { entries.indices.contains(chosen) ? entries[chosen] : nil }
}
