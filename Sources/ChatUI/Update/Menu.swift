import ChatCore
import Composer
import Emoticons
import RichText

/// A list that is open over the composer: people, emoticons or commands that fit what is being typed.
struct Menu {
    /// A row of the list.
    enum Entry: Hashable {
        case person(Person, isHere: Bool)
        case everyone([PersonID])
        case emoticon(Emoticon)
        case command(Command)
        /// A room that `/join` may go to.
        case room(String)
    }

    let query: CompletionQuery
    let entries: [Entry]
    var chosen = 0

    /// The list for `query`, or nil when nothing fits.
    init?(for query: CompletionQuery, in view: inout RoomView, catalogue: Catalogue, rooms: [String]) {
        switch query.kind {
        case .person: entries = Menu.people(query.text, in: &view)
        case .emoticon: entries = catalogue.search(query.text).map(Entry.emoticon)
        case .command: entries = Menu.commands(query.text, in: &view, rooms: rooms)
        }
        guard !entries.isEmpty else { return nil }
        self.query = query
    }

    /// The commands whose names begin with `line`, or behind a name what it can be used on.
    private static func commands(_ line: String, in view: inout RoomView, rooms: [String]) -> [Entry] {
        let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first?.lowercased() ?? ""
        guard parts.count == 2 else {
            return Command.allCases.filter { $0.rawValue.hasPrefix(name) }.map(Entry.command)
        }
        let argument = parts[1].drop { $0 == " " }
        switch Command(rawValue: name) {
        case .join:
            return rooms.filter { Folding.fold($0).hasPrefix(Folding.fold(String(argument))) }.map(Entry.room)
        case .mention: return people(String(argument), in: &view)
        default: return []
        }
    }

    /// Who is found by `query`, and everyone where that fits.
    static func people(_ query: String, in view: inout RoomView) -> [Entry] {
        let here = view.directory.here
        var entries = view.directory.matches(query, in: view.room).map { match in
            let person = Person(id: match.person.id, name: match.person.name)
            return Entry.person(person, isHere: here.contains(person.id))
        }
        let isAlone = view.directory.everybody.allSatisfy { $0.id == view.room.me?.id }
        if PeopleIndex.isEveryone(query), !isAlone { entries.append(.everyone(view.idsOfEveryone)) }
        return entries
    }
}
