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
    init?(for query: CompletionQuery, in view: RoomView, catalogue: Catalogue) {
        switch query.kind {
        case .person: entries = Menu.people(query.text, in: view)
        case .emoticon: entries = catalogue.search(query.text).map(Entry.emoticon)
        case .command:
            let name = query.text.lowercased()
            entries = Command.allCases.filter { $0.rawValue.hasPrefix(name) }.map(Entry.command)
        }
        guard !entries.isEmpty else { return nil }
        self.query = query
    }

    /// Who is found by `query`, and everyone where that fits.
    static func people(_ query: String, in view: RoomView) -> [Entry] {
        let others = view.everybody.filter { $0.id != view.room.me?.id }
        let here = Set(view.room.people.map(\.id))
        let index = PeopleIndex(others.map { Candidate(id: $0.id, name: $0.name) })
        var entries = index.matches(query, lastSpoken: view.room.lastSpoken).map { match in
            let person = Person(id: match.person.id, name: match.person.name)
            return Entry.person(person, isHere: here.contains(person.id))
        }
        if PeopleIndex.isEveryone(query), !others.isEmpty { entries.append(.everyone(view.idsOfEveryone)) }
        return entries
    }
}

extension RoomView {
    /// All who are in the room, then all who spoke in it and left.
    var everybody: [Person] {
        var known = Set(room.people.map(\.id))
        var result = room.people
        for message in room.timeline.messages.reversed() where known.insert(message.author.id).inserted {
            result.append(message.author)
        }
        return result
    }

    /// Whom a mention of everyone means now: all who are here but oneself.
    var idsOfEveryone: [PersonID] { room.people.map(\.id).filter { $0 != room.me?.id } }
}
