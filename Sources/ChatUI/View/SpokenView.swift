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
        let text = FlatText(message.spoken.withPicturesInWords).text
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

    /// What lies over the log, or was jumped to, in lines; empty when nothing is.
    public var spokenOverlay: [String] {
        if let help { return help.withoutKeys.spoken }
        if let picker {
            return ["Write /react and one of these: " + picker.entries.prefix(30).map(\.emoji).joined(separator: " ")]
        }
        if let viewer, let (message, picture) = view.picture(at: viewer.place) {
            return [message.author.name + " showed a picture: " + picture.alt + ", " + picture.source.location]
        }
        if let switcher {
            return switcher.entries.map { $0.name + ($0.detail.isEmpty ? "" : ", " + $0.detail) }
        }
        if let results {
            let title = results.messages.isEmpty ? "Nothing here fits \(results.text)" : "Found for \(results.text):"
            return [title]
                + results.messages.map {
                    settings.calendar.dateAndClock($0.time) + " " + $0.author.name + ": "
                        + FlatText($0.spoken.withPicturesInWords).text
                }
        }
        return spokenPlace
    }

    /// How many messages are read out of a place that one goes to.
    private static let mostSpoken = 10

    /// What stands where one jumped to.
    private var spokenPlace: [String] {
        let messages = view.room.timeline.messages
        guard let marked = view.marked, let index = view.room.timeline.index(of: marked) else { return [] }
        return [settings.calendar.dateAndClock(messages[index].time)]
            + messages[index...].prefix(ChatState.mostSpoken).map { spoken($0, in: view.room.id) }
    }

    /// What the next line is taken for, where that is no new message: the change of one, or an answer.
    private var spokenAim: String? {
        if let edit = view.edit {
            return "Editing: " + edit.quote.text + " · write what it is to say; an empty line leaves it as it is"
        }
        return view.reply.map { "Answering " + $0.line(view.directory) + " · an empty line answers nobody" }
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
                let count = ids.count == 1 ? "1 person" : "\(ids.count) people"
                return (Mention(.everyone(ids), name: "everyone"), "everyone, " + count)
            default: return nil
            }
        }
    }

    /// Whether `line` runs a command that reads or writes a file.
    public static func namesFile(_ line: RichText) -> Bool {
        guard case .command(let command, _) = Submission(line) else { return false }
        return command.completesPaths
    }

    /// A line that was written as a whole: it is sent, or run when it is a command. What is refused is not kept.
    mutating func takeLine(_ line: RichText, at moment: Moment) -> [Effect] {
        if secretEntry != nil { return answerSecret(FlatText(line).text) }
        notice = nil
        closeOverlays()
        let aim = spokenAim
        if line.isEmpty { return giveUpAim() }
        let hadPeople = showsPeople
        view.composer.load(line)
        let effects = submit(at: moment)
        // There is no pane that could be shown or hidden.
        if showsPeople != hadPeople {
            showsPeople = hadPeople
            tell(spokenRoom)
        }
        if question == nil, view.edit == nil { view.composer.load(RichText()) }
        menu = nil
        if let new = spokenAim, new != aim, notice == nil { tell(new) }
        return effects
    }

    /// An empty line: nothing is edited or answered any more.
    private mutating func giveUpAim() -> [Effect] {
        if view.edit != nil {
            let effects = leaveEdit()
            tell("The message stays as it was")
            return effects
        }
        if view.reply != nil { tell("Nobody is answered") }
        view.reply = nil
        return []
    }

    /// Closes what lies over the log.
    mutating func closeOverlays() {
        help = nil
        results = nil
        switcher = nil
        picker = nil
        selection = nil
        versions = nil
        viewer = nil
        view.marked = nil
        view.anchor = nil
    }
}

extension RichText {
    /// The same with each picture as words.
    fileprivate var withPicturesInWords: RichText {
        RichText(
            elements.map { element in
                guard case .picture(let picture) = element else { return element }
                return .text(picture.alt.isEmpty ? "[picture]" : "[picture: \(picture.alt)]", .plain)
            })
    }
}

extension HelpScreen {
    /// Without what the keys of a screen do, where anything is left.
    fileprivate var withoutKeys: HelpScreen {
        if showsWidths { return self }
        let titles = Set(Reference.keys.map(\.title))
        let rest = sections.filter { !titles.contains($0.title) }
        return rest.isEmpty ? self : HelpScreen(rest)
    }

    /// The sections in lines, keys and what they do parted by a colon.
    var spoken: [String] {
        if showsWidths { return ["The picture of widths needs a screen; mingle doctor tells what a terminal can do"] }
        return sections.flatMap { section in [section.title] + section.lines.map { $0.left + ": " + $0.right } }
    }
}
