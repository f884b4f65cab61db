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
    }

    let query: CompletionQuery
    let entries: [Entry]
    var chosen = 0

    /// The list for `query`, or nil when nothing fits.
    init?(for query: CompletionQuery, in view: inout RoomView, catalogue: Catalogue) {
        switch query.kind {
        case .person: entries = Menu.people(query.text, in: &view)
        case .emoticon: entries = catalogue.search(query.text).map(Entry.emoticon)
        case .command:
            let name = query.text.lowercased()
            entries = Command.allCases.filter { $0.rawValue.hasPrefix(name) }.map(Entry.command)
        }
        guard !entries.isEmpty else { return nil }
        self.query = query
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
