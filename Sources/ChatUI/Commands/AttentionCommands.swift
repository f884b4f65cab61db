import ChatCore
import Composer
import RichText

extension Command {
    /// Commands about what one hears of, and of whom.
    static let attention: [Command] = [
        Command(
            "mute", "[LEVEL]", "hear of all, of mentions or of none of this room's messages; alone: of none, and back",
            complete: { _, start in
                NoticeLevel.allCases.map(\.rawValue).filter { $0.hasPrefix(start) }.map { .argument($0) }
            },
            run: { state, call in state.mute(call.arguments) }),
        Command(
            "ignore", "[NAME]", "show nothing of what NAME says, or again all of it; alone: who is ignored",
            complete: { state, start in state.peopleToName(start) },
            run: { state, call in state.ignore(call.arguments) }),
    ]
}

extension ChatState {
    fileprivate mutating func mute(_ text: String) -> Command.Outcome {
        var level: NoticeLevel?
        if text.isEmpty {
            level = view.level == NoticeLevel.none ? nil : NoticeLevel.none
        } else {
            guard let named = NoticeLevel(rawValue: text.lowercased()) else {
                return .refused("/mute knows all, mentions and none, not \(text)")
            }
            level = named
        }
        view.level = level
        let words: [NoticeLevel: String] = [
            .all: "every message", .mentions: "mentions of you", .none: "nothing that is said",
        ]
        let inForce = level ?? (view.room.partner == nil ? settings.notifyAbout : .all)
        tell("You hear of \(words[inForce] ?? "") in \(view.room.name)")
        return .done([])
    }

    fileprivate mutating func ignore(_ name: String) -> Command.Outcome {
        let ignored = settings.ignored.values.sorted { $0.id < $1.id }
        guard !name.isEmpty else {
            tell(ignored.isEmpty ? "Nobody is ignored" : "Ignored: " + ignored.map(\.name).joined(separator: ", "))
            return .done([])
        }
        let person: Person
        switch self.person(in: name) {
        case .success(let found) where found.rest.isEmpty: person = found.person
        case .success: return .refused("Nobody known here is called \(name)")
        case .failure(let mistake):
            // Who is ignored need not be here to be forgiven.
            let folded = Folding.fold(name)
            guard let known = ignored.first(where: { Folding.fold($0.name) == folded || $0.id.text == name }) else {
                return .refused(mistake.sentence)
            }
            person = known
        }
        let wasIgnored = settings.ignored.removeValue(forKey: person.id) != nil
        if !wasIgnored { settings.ignored[person.id] = person }
        layouts.removeAll()
        tell(wasIgnored ? "What \(person.name) says is shown again" : "What \(person.name) says is not shown any more")
        return .done([])
    }
}
