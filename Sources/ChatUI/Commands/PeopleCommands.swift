import ChatCore
import Composer
import RichText

extension Command {
    /// Commands about people.
    static let people: [Command] = [
        Command("people", also: ["names"], "show or hide the people") { state, _ in
            state.togglePeople()
            return .done([])
        },
        Command("nick", "NAME", "be shown by another name from now on; mentions of you still mean you") { _, call in
            let name = HarmlessText.line(call.arguments)
            if name.isEmpty { return .refused("A name needs something that can be seen") }
            if name.utf8.count > 400 { return .refused("That name is too long") }
            return .done([.transport(.rename(name))])
        },
        Command(
            "msg", also: ["query"], "NAME [TEXT]",
            "talk to somebody alone, by name or by address, and say TEXT there",
            complete: { state, start in state.peopleToName(start) },
            run: { state, call in state.talkAlone(call) }),
        Command(
            "invite", "NAME", "ask somebody to come to the room in view",
            complete: { state, start in state.peopleToName(start) },
            run: { state, call in
                switch state.person(in: call.arguments) {
                case .success(let found) where found.rest.isEmpty:
                    state.tell("Asking \(found.person.name) to come to \(state.view.room.name)")
                    return .done([.transport(.invite(found.person.id, to: state.view.room.id))])
                case .success: return .refused("Nobody known here is called \(call.arguments)")
                case .failure(let mistake): return .refused(mistake.sentence)
                }
            }),
    ]
}

/// Why a name does not lead to a person, in one sentence.
struct NameMistake: Error {
    let sentence: String
}

extension ChatState {
    /// Everybody who is known in any room that is open, oneself left out; those of the room in view first.
    var knownPeople: [Person] {
        var known: Set<PersonID> = view.room.me.map { [$0.id] } ?? []
        var people: [Person] = []
        let others = views.indices.filter { $0 != current }.map { views[$0] }
        for room in [view] + others {
            for person in room.directory.everybody + (room.room.partner.map { [$0] } ?? [])
            where known.insert(person.id).inserted { people.append(person) }
        }
        for contact in contacts where known.insert(contact.person.id).inserted { people.append(contact.person) }
        return people
    }

    /// The people that `start` finds, as they are written behind a command; namesakes by their ids.
    func peopleToName(_ start: String) -> [Menu.Entry] {
        let people = knownPeople
        let marks = Namesakes.marks(of: people.map { Candidate(id: $0.id, name: $0.name) })
        let found = PeopleIndex(people.map { Candidate(id: $0.id, name: $0.name) }).matches(start, lastSpoken: [:])
        return found.map { match in
            let isAlone = marks[match.person.id] == nil
            return isAlone
                ? .argument(match.person.name, detail: match.person.id.text)
                : .argument(match.person.id.text, detail: match.person.name)
        }
    }

    /// The person whose name or id begins `text`, the longest if there are several, and what follows behind a blank.
    func person(in text: String) -> Result<(person: Person, rest: String), NameMistake> {
        let text = text.hasPrefix("@") ? String(text.dropFirst()) : text
        let folded = Folding.fold(text)
        let people = knownPeople
        let marks = Namesakes.marks(of: people.map { Candidate(id: $0.id, name: $0.name) })
        var best: [Person] = []
        var length = 0
        for person in people {
            // Namesakes may be written as they are shown: `Sam (ann)`.
            let shown = marks[person.id].map { ["\(person.name) (\($0))"] } ?? []
            for name in [person.name, person.id.text] + shown + [view.directory.label(of: person.id, name: person.name)]
            {
                let count = name.unicodeScalars.count
                guard count >= length, count > 0, folded.hasPrefix(Folding.fold(name)),
                    text.unicodeScalars.dropFirst(count).first.map(\.properties.isWhitespace) ?? true
                else { continue }
                if count > length { best = [] }
                length = count
                if !best.contains(person) { best.append(person) }
            }
        }
        let rest = String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(length)).drop { $0 == " " })
        guard let person = best.first else {
            return .failure(NameMistake(sentence: "Nobody known here is called \(text)"))
        }
        if best.count > 1 {
            let ids = best.map(\.id.text).sorted().joined(separator: ", ")
            return .failure(NameMistake(sentence: "Several are called \(person.name); write one of \(ids)"))
        }
        return .success((person, rest))
    }

    /// `/msg NAME TEXT`: asks for the room of the two; what is to be said there waits for it.
    fileprivate mutating func talkAlone(_ call: Command.Call) -> Command.Outcome {
        let found: (person: Person, rest: String)
        switch personOrAddress(in: call.arguments) {
        case .failure(let mistake): return .refused(mistake.sentence)
        case .success(let person): found = person
        }
        if found.rest.isEmpty { return .done(openDirect(found.person)) }
        guard let me = view.room.me else { return .refused("Not in the room yet; nothing was sent") }
        view.toSay.append(ToSay(to: found.person.id, text: found.rest, line: "/msg " + call.arguments, author: me))
        let effects = openDirect(found.person)
        guard let index = views.firstIndex(where: { $0.room.partner?.id == found.person.id && $0.room.me != nil })
        else { return .done(effects) }
        placeWhatWaits(in: index, at: call.moment)
        return .done(effects + sendWhatWaits(in: index))
    }

    /// Goes to the room where one talks to `person` alone.
    mutating func openDirect(_ person: Person) -> [Effect] {
        let known = views.firstIndex { $0.room.partner?.id == person.id }
        let shown = known.map { show(room: $0) } ?? []
        return shown + [.transport(.openDirect(person.id, metIn: view.room.id))]
    }
}
