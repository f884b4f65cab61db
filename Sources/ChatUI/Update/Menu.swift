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
        /// What may stand behind the name of a command; the whole of it.
        case argument(String, detail: String = "")
        /// What is typed behind `/join`, beside rooms whose names begin so.
        case newRoom(String)
        /// A file, or a folder with a slash at its end, that a command may be given.
        case file(String)
        /// A word that may be meant.
        case spelling(String)
        /// Take the word that the list is about for right.
        case learn(String)
    }

    let query: CompletionQuery
    let entries: [Entry]
    var chosen = 0
    /// Whether arrows have chosen that entry.
    var isPicked = false
}

extension ChatState {
    /// The list for `query`; nil when nothing fits.
    mutating func menu(for query: CompletionQuery) -> Menu? {
        let entries: [Menu.Entry]
        switch query.kind {
        case .person: entries = Menu.people(query.text, in: &view)
        case .emoticon: entries = settings.catalogue.search(query.text).map(Menu.Entry.emoticon)
        case .command: entries = commands(query.text)
        case .spelling: entries = []
        }
        return entries.isEmpty ? nil : Menu(query: query, entries: entries)
    }

    /// The commands whose names begin with `line`, or behind a name what it can be used on.
    private mutating func commands(_ line: String) -> [Menu.Entry] {
        let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map(String.init) ?? ""
        guard parts.count == 2 else { return CommandTable.commands(beginningWith: name).map(Menu.Entry.command) }
        return CommandTable.command(named: name)?.complete(&self, String(parts[1].drop { $0 == " " })) ?? []
    }
}

extension Menu {
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
