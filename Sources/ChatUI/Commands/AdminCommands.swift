import ChatCore
import Composer
import RichText

extension Command {
    /// Commands of those who look after a room.
    static let administration: [Command] = [
        Command(
            "kick", "NAME [REASON]", "send somebody out of the room; they may come back",
            complete: { state, start in state.peopleToName(start) },
            run: { state, call in state.remove(call.arguments, isBanned: false) }),
        Command(
            "ban", "NAME [REASON]", "send somebody out of the room for good; /role NAME none lets them in again",
            complete: { state, start in state.peopleToName(start) },
            run: { state, call in state.remove(call.arguments, isBanned: true) }),
        Command(
            "role", "NAME [RANK]",
            "make NAME owner, admin, member, moderator, participant or visitor of the room; alone: what NAME may do",
            complete: { state, start in state.ranksToGive(start) },
            run: { state, call in state.giveRank(call.arguments) }),
        Command(
            "configure", "[KEY [VALUE]]",
            "set something of the room, such as name, public, members-only, moderated or password; alone: show it all",
            complete: { state, start in state.settingsToMake(start) },
            run: { state, call in state.configure(call.arguments) }),
        Command("destroy", "[REASON]", "end the room for everybody, after a question") { state, call in
            state.question = Question(
                subject: .destroy(state.view.room.id, name: state.view.room.name, reason: call.arguments))
            return .done([])
        },
    ]
}

extension ChatState {
    fileprivate mutating func remove(_ text: String, isBanned: Bool) -> Command.Outcome {
        switch person(in: text) {
        case .failure(let mistake): return .refused(mistake.sentence)
        case .success(let found):
            return .done([
                .transport(.remove(found.person.id, from: view.room.id, isBanned: isBanned, reason: found.rest))
            ])
        }
    }

    /// People, and behind one the ranks.
    fileprivate func ranksToGive(_ start: String) -> [Menu.Entry] {
        if case .success(let found) = personOrMe(in: start), start.count > found.person.name.count {
            let name = String(start.dropLast(found.rest.count))
            return RankChange.words.filter { $0.hasPrefix(found.rest.lowercased()) }.map { .argument(name + $0) }
        }
        return peopleToName(start)
    }

    private func personOrMe(in text: String) -> Result<(person: Person, rest: String), NameMistake> {
        let result = person(in: text)
        if case .failure = result, let me = view.room.me,
            let rest = text.split(separator: " ", maxSplits: 1).first.map({ text.dropFirst($0.count) }),
            Folding.fold(String(text.dropLast(rest.count))) == Folding.fold(me.name)
        {
            return .success((me, String(rest.drop { $0 == " " })))
        }
        return result
    }

    fileprivate mutating func giveRank(_ text: String) -> Command.Outcome {
        switch personOrMe(in: text) {
        case .failure(let mistake): return .refused(mistake.sentence)
        case .success(let found) where found.rest.isEmpty:
            guard let rank = view.room.ranks[found.person.id] else {
                return .refused("\(found.person.name) is not there, or the room knows no ranks")
            }
            tell("\(found.person.name)\(rank.word.isEmpty ? "" : ", \(rank.word),") \(rank.allows)")
            return .done([])
        case .success(let found):
            guard let change = RankChange(word: found.rest) else {
                return .refused("A rank is one of \(RankChange.words.joined(separator: ", "))")
            }
            return .done([.transport(.rank(found.person.id, in: view.room.id, change))])
        }
    }

    /// Settings of the room, and behind one what it can be set to. They are asked for when they are first wanted.
    fileprivate mutating func settingsToMake(_ start: String) -> [Menu.Entry] {
        if view.room.settings.isEmpty { wantsRoomSettings = true }
        let parts = start.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let key = parts.first.map { $0.lowercased() } ?? ""
        guard parts.count == 2 else {
            return view.room.settings.filter { $0.key.hasPrefix(key) }.map { .argument($0.key, detail: $0.detail) }
        }
        guard let setting = view.room.settings.first(where: { $0.key == key }) else { return [] }
        let values: [String] =
            switch setting.kind {
            case .flag: ["on", "off"]
            case .choice(let options): options
            case .text: setting.value.isEmpty ? [] : [setting.value]
            case .secret: []
            }
        return values.filter { $0.hasPrefix(parts[1]) }.map {
            .argument("\(key) \($0)", detail: $0 == setting.value ? "as it is now" : "")
        }
    }

    /// Shows what can be set of a room, if that was asked.
    mutating func show(settingsOf index: Int) {
        let room = views[index].room
        guard showsSettings == room.id else { return }
        showsSettings = nil
        help = HelpScreen([
            Reference.Section(
                title: "What can be set of \(room.name), by /configure KEY VALUE",
                lines: room.settings.map { (left: $0.key, right: $0.detail) })
        ])
    }

    fileprivate mutating func configure(_ text: String) -> Command.Outcome {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        let room = view.room.id
        guard let key = parts.first?.lowercased() else {
            showsSettings = room
            return .done([.transport(.tellSettings(room))])
        }
        let setting = view.room.settings.first { $0.key == key }
        if key == "password" || setting?.kind == .secret {
            // What is typed into a draft is in its history, too.
            if parts.count > 1 { return .refused("Write /configure \(key) alone: it is asked for, and not shown") }
            secretEntry = SecretEntry(room: room, name: view.room.name, purpose: .configure(key))
            return .done([])
        }
        guard parts.count == 2 else {
            guard let setting else { return .refused("Write /configure KEY VALUE") }
            tell("\(setting.key): \(setting.shownValue)" + (setting.label.isEmpty ? "" : " (\(setting.label))"))
            return .done([])
        }
        return .done([.transport(.configure(room, key: key, value: HarmlessText.line(parts[1])))])
    }
}

extension RoomSetting {
    fileprivate var shownValue: String {
        if kind == .secret { return "not shown" }
        return value.isEmpty ? "–" : value
    }

    /// What a list says beside its key.
    fileprivate var detail: String { label.isEmpty ? shownValue : "\(shownValue) · \(label)" }
}
