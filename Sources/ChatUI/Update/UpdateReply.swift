import ChatCore
import Composer
import RichText
import Terminal

// Answers: the message that a draft answers, and the first words of those that are answered in the log.

extension ChatState {
    /// The draft answers `message` from now on.
    mutating func reply(to message: Message) -> [Effect] {
        guard message.order != nil, !message.isRetracted else {
            tell("That message cannot be answered", isFailure: true)
            return []
        }
        if view.edit != nil { endEdit() }
        selection = nil
        view.reply = Quote(message)
        return []
    }

    /// Goes to the message that the one in the row `index` answers.
    mutating func jumpToAnswered(by index: Int) -> [Effect] {
        guard let target = view.room.timeline.messages[index].replyTo else {
            tell("That message answers no other")
            return []
        }
        selection = nil
        return jump(to: .message(target))
    }

    // MARK: Messages that are not at hand

    /// The most messages that are asked for at once, and that are remembered.
    private static let mostQuotesAsked = 40
    private static let mostQuotes = 1_000

    /// Asks for those that `messages` answer and that are not at hand.
    mutating func loadQuotes(of messages: some BidirectionalCollection<Message>, in index: Int) -> [Effect] {
        var effects: [Effect] = []
        let landmark = views[index].jump?.landmark
        for message in messages.suffix(ChatState.mostQuotesAsked) {
            guard let target = message.replyTo, landmark != .message(target), views[index].quotes[target] == nil,
                views[index].room.timeline[target] == nil, views[index].awaitedQuotes.insert(target).inserted
            else { continue }
            effects.append(.transport(.load(views[index].room.id, .message(target), limit: 1)))
        }
        return effects
    }

    /// Whether `page` is the answer to such a question, which it then settles.
    mutating func takeQuote(_ page: Page, in index: Int) -> Bool {
        guard case .message(let id) = page.landmark, views[index].awaitedQuotes.remove(id) != nil else { return false }
        if views[index].quotes.count >= ChatState.mostQuotes { views[index].quotes.removeAll() }
        let found = page.messages.first { $0.id == id }
        views[index].quotes[id] = .some(found.map { Quote($0) })
        return true
    }

    /// What is quoted reads otherwise now.
    mutating func noteQuotes(of messages: [Message], in index: Int) {
        for message in messages {
            if views[index].quotes[message.id] != nil { views[index].quotes[message.id] = .some(Quote(message)) }
            if views[index].reply?.id == message.id { views[index].reply = Quote(message) }
        }
    }
}
