import ChatCore
import Composer
import RichText

extension ChatState {
    /// Enter: sends the draft, or runs it when it is a command. What is refused stays in the composer.
    mutating func submit(at moment: Moment, isConfirmed: Bool = false) -> [Effect] {
        guard view.composer.byteCount <= settings.longestMessage else {
            tell("The message is longer than can be sent; nothing was cut or sent", isFailure: true)
            return []
        }
        switch Submission(view.composer.richText, isText: isConfirmed) {
        case .nothing: return []
        case .refused(let reason):
            tell(reason, isFailure: true)
            return []
        case .command(let command, let arguments): return run(command, arguments, at: moment)
        case .unclear:
            question = Question(subject: .textLikeCommand)
            return []
        case .message(let text):
            return send(text, at: moment, isConfirmed: isConfirmed)
        }
    }

    private mutating func takeDraft() {
        view.history.add(view.composer.take())
        vi.startOver()
        menu = nil
    }

    private mutating func send(_ text: RichText, at moment: Moment, isConfirmed: Bool = false) -> [Effect] {
        let count = view.idsOfEveryone.count
        if !isConfirmed, count > Question.mentionedUnasked, text.mentionsEveryone {
            question = Question(subject: .everyone(count))
            return []
        }
        guard let me = view.room.me else {
            tell("Not in the room yet; nothing was sent", isFailure: true)
            return []
        }
        takeDraft()
        let message = Message(
            id: MessageID(moment.uniqueID), room: view.room.id, time: moment.time, author: me,
            body: upToDate(text.withoutTrailingBlanks), delivery: .sending)
        view.room.timeline.merge([message])
        view.anchor = nil
        view.unreadAfter = nil
        return stopTyping(in: current) + [.transport(.send(message))]
    }

    /// Everyone is everyone who is here when the message goes out.
    private func upToDate(_ text: RichText) -> RichText {
        RichText(
            text.elements.map { element in
                guard case .mention(var mention) = element, case .everyone = mention.target else { return element }
                mention.target = .everyone(view.idsOfEveryone)
                return .mention(mention)
            })
    }

    // MARK: Commands

    private mutating func run(_ command: Command, _ arguments: String, at moment: Moment) -> [Effect] {
        if command.arguments.isEmpty && !arguments.isEmpty {
            tell("/\(command.rawValue) takes nothing behind it", isFailure: true)
            return []
        }
        if !command.arguments.isEmpty && arguments.isEmpty {
            tell("Write \(command.usage): " + command.help, isFailure: true)
            return []
        }
        // The message keeps its `/me`, as other programs expect it; the log shows the name instead.
        if command == .me { return send(view.composer.richText, at: moment) }
        if command == .mention { return mention(arguments, at: moment) }
        takeDraft()
        let effects = stopTyping(in: current)
        switch command {
        case .help: help = HelpScreen()
        case .widths: help = HelpScreen(showsWidths: true)
        case .people: showsPeople.toggle()
        case .rooms: showsRooms.toggle()
        case .quit: return effects + [.quit]
        case .join: return effects + join(arguments)
        case .leave: return effects + leave()
        case .retry, .drop: return effects + settleFailures(retry: command == .retry, at: moment)
        case .search: return effects + search(for: arguments)
        case .goto: return effects + go(to: arguments, at: moment)
        case .me, .mention: break
        }
        return effects
    }

    private mutating func mention(_ name: String, at moment: Moment) -> [Effect] {
        guard let found = Menu.people(name, in: &view).first else {
            tell("Nobody here is called \(name)", isFailure: true)
            return []
        }
        view.composer.replace(with: RichText(), at: moment.milliseconds)
        return accept(found, at: moment)
    }

    private mutating func join(_ name: String) -> [Effect] {
        let name = HarmlessText.line(name)
        let id = RoomID(name)
        if let index = views.firstIndex(where: { $0.room.id == id }) { return show(room: index) }
        views.append(RoomView(room: Room(id: id, name: name), substitutions: settings.substitutions))
        takeUpDraft(of: views.count - 1)
        return show(room: views.count - 1) + [.transport(.open(id))]
    }

    private mutating func leave() -> [Effect] {
        guard views.count > 1 else {
            tell("This is the only room that is open; /quit leaves the program")
            return []
        }
        let room = views.remove(at: current).room.id
        current = min(current, views.count - 1)
        return [.transport(.close(room))]
    }

    private mutating func settleFailures(retry: Bool, at moment: Moment) -> [Effect] {
        var effects: [Effect] = []
        for message in view.room.timeline.newest {
            guard case .failed = message.delivery else { continue }
            guard var again = view.room.timeline.drop(message.id), retry else { continue }
            again.delivery = .sending
            view.room.timeline.merge([again])
            effects.append(.transport(.send(again)))
        }
        if effects.isEmpty && retry { tell("Nothing waits to be sent again") }
        return effects
    }
}

extension RichText {
    fileprivate var mentionsEveryone: Bool {
        mentions.contains { if case .everyone = $0.target { true } else { false } }
    }
}
