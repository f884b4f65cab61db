import ChatCore
import InlineLayout
import RichText

// The application in lines, for whoever has it read out or reads it through a pipe: nothing depends on a screen.

extension ChatState {
    /// A message in one line or several: `09:14 Ann: good morning`, with the room's name before it unless it is in view.
    public func spoken(_ message: Message, in room: RoomID) -> String {
        let view = views.first { $0.room.id == room }
        let place = room == self.view.room.id ? "" : "[\(view?.room.name ?? room.text)] "
        let name = view?.directory.label(of: message.author.id, name: message.author.name) ?? message.author.name
        let time = place + settings.calendar.clock(message.time) + " "
        if message.isRetracted { return time + name + " took a message back" }
        let text = FlatText(message.spoken).text
        let isAction = text.hasPrefix("* ")
        return time + (isAction ? text : name + ": " + text) + (message.edits.isEmpty ? "" : " (edited)")
    }

    /// Whether what `person` says is not shown.
    public func ignores(_ person: PersonID) -> Bool { settings.ignored[person] != nil }

    /// Who one is in the room in view, once it is open.
    public var me: Person? { view.room.me }

    /// The room in view, and who is there: `lobby, 2 here: Ann, Bea`.
    public var spokenRoom: String {
        let names = view.room.people.map { person in
            let rank = view.room.ranks[person.id]?.word ?? ""
            return view.directory.label(of: person.id, name: person.name) + (rank.isEmpty ? "" : " (\(rank))")
        }
        let here = names.isEmpty ? "" : ", \(names.count) here: " + names.prefix(20).joined(separator: ", ")
        let more = names.count > 20 ? " and \(names.count - 20) more" : ""
        return view.room.name + here + more + (view.room.topic.isEmpty ? "" : ". " + view.room.topic)
    }

    /// What is shown as the name of a room.
    public func name(of room: RoomID) -> String { views.first { $0.room.id == room }?.room.name ?? room.text }

    /// The room in view.
    public var roomInView: RoomID { view.room.id }

    /// What the status row says to the person, and what waits for a yes or a no.
    public var spokenNotice: String? { question?.text ?? secretEntry?.sentence ?? notice?.text }

    /// Whether something waits for a yes or a no.
    public var isAsking: Bool { question != nil }

    /// Whether the next line is a password.
    public var isAskingSecret: Bool { secretEntry != nil }

    /// What lies over the log, in lines; empty when nothing does.
    public var spokenOverlay: [String] {
        if let help { return help.withoutKeys.spoken }
        if let switcher {
            return switcher.entries.map { $0.name + ($0.detail.isEmpty ? "" : ", " + $0.detail) }
        }
        if let results {
            let title = results.messages.isEmpty ? "Nothing here fits \(results.text)" : "Found for \(results.text):"
            return [title]
                + results.messages.map {
                    settings.calendar.dateAndClock($0.time) + " " + $0.author.name + ": "
                        + FlatText($0.spoken).text
                }
        }
        return []
    }

    /// Whether a search waits for its answer.
    public var isSearching: Bool { results?.isWaiting ?? false }

    /// Those whom `query` finds, best first, everyone too where that fits; at most `limit`.
    public mutating func mentions(for query: String, limit: Int) -> [(mention: Mention, label: String)] {
        Menu.people(query, in: &view).prefix(limit).compactMap { entry in
            switch entry {
            case .person(let person, let isHere):
                let label = view.directory.label(of: person.id, name: person.name)
                return (Mention(.person(person.id), name: person.name), isHere ? label : label + ", not here")
            case .everyone(let ids):
                return (Mention(.everyone(ids), name: "everyone"), "everyone, \(ids.count) people")
            default: return nil
            }
        }
    }

    /// A line that was written as a whole: it is sent, or run when it is a command. What is refused is not kept.
    mutating func takeLine(_ line: RichText, at moment: Moment) -> [Effect] {
        if secretEntry != nil { return answerSecret(FlatText(line).text) }
        notice = nil
        closeOverlays()
        view.composer.load(line)
        let effects = submit(at: moment)
        if question == nil { view.composer.load(RichText()) }
        menu = nil
        return effects
    }

    /// Closes what lies over the log.
    mutating func closeOverlays() {
        help = nil
        results = nil
        switcher = nil
        picker = nil
        selection = nil
    }
}

extension HelpScreen {
    /// Without what the keys of a screen do, where anything is left.
    fileprivate var withoutKeys: HelpScreen {
        let titles = Set(Reference.keys.map(\.title))
        let rest = sections.filter { !titles.contains($0.title) }
        return rest.isEmpty ? self : HelpScreen(rest)
    }

    /// The sections in lines, keys and what they do parted by a colon.
    var spoken: [String] {
        sections.flatMap { section in [section.title] + section.lines.map { $0.left + ": " + $0.right } }
    }
}
