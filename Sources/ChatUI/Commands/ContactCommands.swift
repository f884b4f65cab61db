import ChatCore
import Composer
import RichText

extension Command {
    /// Commands about whom one knows beyond a single room, and whom one does not want to know.
    static let contacts: [Command] = [
        Command(
            "contact", also: ["contacts"], "[WHAT NAME]",
            "add or remove somebody whose presence you see, accept or refuse who asks for that; alone: all contacts",
            complete: { state, start in state.contactsToName(start) },
            run: { state, call in state.contact(call.arguments) }),
        Command(
            "block", "NAME", "let the server keep everything from NAME away",
            complete: { state, start in state.peopleToName(start) },
            run: { state, call in state.block(call.arguments) }),
        Command(
            "unblock", "NAME", "let NAME reach you again",
            complete: { state, start in state.contactsToName(start) { $0.isBlocked } },
            run: { state, call in state.unblock(call.arguments) }),
    ]
}

extension Contact {
    /// How the two stand to each other, in a few words; empty where nothing is to be told.
    var standing: String {
        if isBlocked { return "blocked" }
        switch relation {
        case .mutual: return isHere ? "here" : "not here"
        case .asked: return isHere ? "here" : "has not answered"
        case .asking: return "asks to be a contact"
        case .none: return ""
        }
    }

    /// Whether it is known that this person is not there.
    var isAway: Bool { relation == .mutual && !isHere }
}

extension ChatState {
    /// The person who begins `text` by name, or whose address does: one need not have met whom one writes to.
    func personOrAddress(in text: String) -> Result<(person: Person, rest: String), NameMistake> {
        let known = person(in: text)
        guard case .failure = known else { return known }
        let word = String(text.prefix { $0 != " " })
        let parts = word.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), !word.contains("/") else { return known }
        guard !connections.isEmpty else {
            return .failure(NameMistake(sentence: "Without an account nobody can be reached at \(word)"))
        }
        let address = HarmlessText.line(word.lowercased())
        return .success((Person(id: PersonID(address), name: address), String(text.dropFirst(word.count + 1))))
    }

    /// How the person `id` stands to one beyond the rooms.
    func contact(_ id: PersonID) -> Contact? { contacts.first { $0.person.id == id } }

    fileprivate func contactsToName(_ start: String) -> [Menu.Entry] {
        let words = start.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard words.count == 2 else {
            return ["add", "remove", "accept", "refuse"].filter { $0.hasPrefix(start) }.map { .argument($0 + " ") }
        }
        let entries =
            switch words[0] {
            case "add": peopleToName(words[1])
            case "remove": contactsToName(words[1]) { $0.relation == .mutual || $0.relation == .asked }
            case "accept", "refuse": contactsToName(words[1]) { $0.relation == .asking }
            default: [Menu.Entry]()
            }
        return entries.map { entry in
            guard case .argument(let name, let detail) = entry else { return entry }
            return .argument("\(words[0]) \(name)", detail: detail)
        }
    }

    /// The contacts of which `isMeant` holds, by address, for there are no namesakes among addresses.
    fileprivate func contactsToName(_ start: String, _ isMeant: (Contact) -> Bool) -> [Menu.Entry] {
        let folded = Folding.fold(start)
        let found = contacts.filter { contact in
            isMeant(contact)
                && [contact.person.name, contact.person.id.text].contains { Folding.fold($0).hasPrefix(folded) }
        }
        // What is written out needs no list: Enter is to run it.
        let isWhole =
            found.count == 1 && [found[0].person.name, found[0].person.id.text].map(Folding.fold).contains(folded)
        return isWhole ? [] : found.map { .argument($0.person.id.text, detail: $0.standing) }
    }

    fileprivate mutating func contact(_ text: String) -> Command.Outcome {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard let verb = words.first else { return showContacts() }
        guard ["add", "remove", "accept", "refuse"].contains(verb), words.count == 2 else {
            return .refused("Write /contact add, remove, accept or refuse, and a name behind it")
        }
        let person: Person
        switch wholePerson(in: words[1]) {
        case .failure(let mistake): return .refused(mistake.sentence)
        case .success(let found): person = found
        }
        let relation = contact(person.id)?.relation ?? .none
        switch verb {
        case "add" where relation == .mutual: return .refused("\(person.name) is a contact already")
        case "remove" where relation != .mutual && relation != .asked:
            return .refused("\(person.name) is no contact")
        case "accept" where relation != .asking, "refuse" where relation != .asking:
            return .refused("\(person.name) does not ask to be a contact")
        case "add": tell("Asking \(person.name) to be a contact")
        case "accept": tell("\(person.name) is a contact once they let you see them, too")
        case "refuse": tell("\(person.name) is not let in")
        default: tell("\(person.name) is no contact any more")
        }
        return .done([.transport(.befriend(person.id, verb == "add" || verb == "accept"))])
    }

    fileprivate mutating func block(_ text: String) -> Command.Outcome {
        switch wholePerson(in: text) {
        case .failure(let mistake): return .refused(mistake.sentence)
        case .success(let person) where contact(person.id)?.isBlocked == true:
            return .refused("\(person.name) is blocked already")
        case .success(let person):
            tell("Nothing of \(person.name) reaches you any more; /unblock ends that")
            return .done([.transport(.block(person.id, true))])
        }
    }

    fileprivate mutating func unblock(_ text: String) -> Command.Outcome {
        switch wholePerson(in: text) {
        case .failure(let mistake): return .refused(mistake.sentence)
        case .success(let person) where contact(person.id).map({ !$0.isBlocked }) ?? !connections.isEmpty:
            return .refused("\(person.name) is not blocked")
        case .success(let person):
            tell("\(person.name) reaches you again")
            return .done([.transport(.block(person.id, false))])
        }
    }

    /// The person whose name or address `text` is, and nothing behind it.
    private func wholePerson(in text: String) -> Result<Person, NameMistake> {
        personOrAddress(in: text).flatMap { found in
            found.rest.isEmpty
                ? .success(found.person) : .failure(NameMistake(sentence: "Nobody known here is called \(text)"))
        }
    }

    private mutating func showContacts() -> Command.Outcome {
        guard !contacts.isEmpty else {
            tell("There are no contacts; /contact add ADDRESS asks somebody")
            return .done([])
        }
        help = HelpScreen([
            Reference.Section(
                title: "Contacts",
                lines: contacts.map { contact in
                    let parts = [contact.person.name, contact.standing].filter { !$0.isEmpty }
                    return (left: contact.person.id.text, right: parts.joined(separator: " · "))
                })
        ])
        return .done([])
    }
}
