import ChatCore
import Composer
import RichText
import Terminal

extension ChatState {
    /// Handles a key while a list is open; nil when the key is not the list's and goes its usual way.
    mutating func pressInMenu(_ key: KeyPress, at moment: Moment) -> [Effect]? {
        guard let menu else { return nil }
        switch Keymap.action(for: key) {
        case .up, .older: choose(menu.chosen - 1)
        case .down, .newer: choose(menu.chosen + 1)
        case .pageUp: choose(max(menu.chosen - 8, 0))
        case .pageDown: choose(min(menu.chosen + 8, menu.entries.count - 1))
        case .cancel:
            view.composer.dismissQuery()
            self.menu = nil
        case .send:
            // A command that is written out runs; Enter need not be pressed twice.
            if menu.isWrittenOut(menu.entries[menu.chosen]) { return nil }
            return accept(menu.entries[menu.chosen], at: moment)
        case .complete: return accept(menu.entries[menu.chosen], at: moment)
        case nil where key == KeyPress(.tab, .shift): choose(menu.chosen - 1)
        default: return nil
        }
        return []
    }

    /// Tab behind the first letters of a name: the one person whom they fit is mentioned, of several one chooses.
    mutating func completeName(at moment: Moment) -> [Effect] {
        guard view.composer.openNameQuery() else {
            tell("Tab finishes a name of which the first letters stand before the caret")
            return []
        }
        refreshMenu()
        let begun = view.directory.matches(view.composer.query?.text ?? "", in: view.room)
            .filter { $0.quality <= .wordStart }
        guard menu != nil, let first = begun.first else {
            view.composer.dismissQuery()
            menu = nil
            tell("Nobody here is called that")
            return []
        }
        let person = Person(id: first.person.id, name: first.person.name)
        return begun.count == 1 ? accept(.person(person, isHere: true), at: moment) : []
    }

    /// Shows the list for `query`; what was chosen stays so where it is still there.
    mutating func openMenu(for query: CompletionQuery?) {
        let chosen = menu.map { $0.entries[$0.chosen] }
        let isSame = menu?.query == query
        menu = query.flatMap { menu(for: $0) }
        // Whoever has written all of it means that, whatever longer names there are.
        let written = menu.flatMap { menu in menu.entries.firstIndex { menu.isWrittenOut($0) && !$0.isNewRoom } }
        if let written { menu?.chosen = written }
        if isSame, let chosen, let index = menu?.entries.firstIndex(of: chosen) { menu?.chosen = index }
    }

    mutating func choose(_ index: Int) {
        guard let count = menu?.entries.count else { return }
        menu?.chosen = (index + count) % count
        menu?.isPicked = true
    }

    mutating func accept(_ entry: Menu.Entry, at moment: Moment) -> [Effect] {
        // Whom a command was to mention is mentioned in its place.
        if menu?.query.kind == .command { view.composer.perform(.selectAll, at: moment.milliseconds) }
        switch entry {
        case .person(let person, _):
            view.composer.accept(Mention(.person(person.id), name: person.name), at: moment.milliseconds)
        case .everyone(let ids):
            view.composer.accept(Mention(.everyone(ids), name: PeopleIndex.everyoneNames[0]), at: moment.milliseconds)
        case .emoticon(let emoticon):
            view.composer.accept(EmoticonCode(emoticon.name), at: moment.milliseconds)
        case .argument(let argument, _), .newRoom(let argument):
            let name = view.composer.elements.prefix { $0 != .cluster(" ") }.map(\.text).joined()
            view.composer.replace(with: RichText(plain: name + " " + argument), at: moment.milliseconds)
        case .file(let path): complete(path: path, at: moment)
        case .spelling(let word): correct(to: word, at: moment)
        case .learn(let word):
            spelling.adopt([word: true])
            menu = nil
            return [.learnWord(word)]
        case .command(let command):
            view.composer.accept(
                commandLine: "/" + command.name + (command.arguments.isEmpty ? "" : " "), at: moment.milliseconds)
        }
        menu = nil
        return afterEdit(at: moment)
    }
}

extension Menu.Entry {
    fileprivate var isNewRoom: Bool { if case .newRoom = self { true } else { false } }
}

extension Menu {
    /// Whether `entry` stands in the draft already, so that there is nothing to take.
    fileprivate func isWrittenOut(_ entry: Entry) -> Bool {
        switch entry {
        case .command(let command): query.text.lowercased() == command.name
        case .argument(let argument, _):
            query.text.split(separator: " ", maxSplits: 1).last.map(String.init) == argument
        // A file to be written is hardly ever one that is there: only Tab, or arrows before Enter, take a name.
        case .file(let path):
            TypedPath(query).map { $0.path == path || $0.command.name == "export" && !isPicked } ?? false
        case .newRoom: true
        case .person, .everyone, .emoticon, .spelling, .learn: false
        }
    }
}
