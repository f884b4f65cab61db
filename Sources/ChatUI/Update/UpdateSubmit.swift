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
        if let edit = view.edit { return submitEdit(edit, at: moment, isConfirmed: isConfirmed) }
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

    mutating func takeDraft() {
        view.history.add(view.composer.take())
        vi.startOver()
        menu = nil
    }

    /// Says `text` in the room in view.
    mutating func send(_ text: RichText, at moment: Moment, isConfirmed: Bool = false) -> [Effect] {
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
            body: upToDate(text.withoutTrailingBlanks), delivery: .sending, replyTo: view.reply?.id)
        view.reply = nil
        view.room.timeline.merge([message])
        view.anchor = nil
        view.unreadAfter = nil
        return stopTyping(in: current) + [.transport(.send(message))]
    }

    /// Everyone is everyone who is here when the message goes out, but for those of `kept`.
    func upToDate(_ text: RichText, besides kept: [Mention] = []) -> RichText {
        RichText(
            text.elements.map { element in
                guard case .mention(var mention) = element, mention.isEveryone, !kept.contains(mention) else {
                    return element
                }
                mention.target = .everyone(view.idsOfEveryone)
                return .mention(mention)
            })
    }
}

extension RichText {
    fileprivate var mentionsEveryone: Bool {
        mentions.contains(where: \.isEveryone)
    }
}
