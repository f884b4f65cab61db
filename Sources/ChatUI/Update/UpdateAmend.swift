import ChatCore
import Composer
import InlineLayout
import RichText

// What is done to messages that stand in the log: taking them back, reacting to them.

extension ChatState {
    /// Asks whether those of `messages` that are one's own are to be taken back.
    mutating func askToDelete(_ messages: [Message]) -> [Effect] {
        let own = messages.filter { $0.author.id == view.room.me?.id && !$0.isRetracted }
        guard !own.isEmpty else {
            tell("Only what you said yourself can be deleted", isFailure: true)
            return []
        }
        question = Question(subject: .delete(own.map(\.id)))
        return []
    }

    /// Takes messages back. What was never sent is forgotten; an edit of one of them is over.
    mutating func delete(_ ids: [MessageID], at moment: Moment) -> [Effect] {
        guard let me = view.room.me else { return [] }
        selection = nil
        if let edited = view.edit?.quote.id, ids.contains(edited) { endEdit() }
        var effects: [Effect] = stopTyping(in: current)
        for (number, id) in ids.enumerated() {
            if case .failed? = view.room.timeline[id]?.delivery {
                _ = view.room.timeline.drop(id)
                continue
            }
            let amendment = Amendment(
                id: MessageID(moment.uniqueID + (number == 0 ? "" : "-\(number)")), room: view.room.id, target: id,
                time: moment.time, author: me, change: .retract)
            effects.append(.transport(.amend(amendment)))
        }
        return effects
    }

    /// Puts `emoji` under a message, or takes one's own away.
    mutating func react(_ emoji: String, to message: Message, at moment: Moment) -> [Effect] {
        guard let me = view.room.me, message.canBeChanged else {
            tell("Nothing can be put under that message", isFailure: true)
            return []
        }
        let isThere = message.reactions.contains { $0.emoji == emoji && $0.by.contains(me.id) }
        if !isThere {
            recentReactions.removeAll { $0 == emoji }
            recentReactions.insert(emoji, at: 0)
            if recentReactions.count > EmoticonPicker.quick.count { recentReactions.removeLast() }
        }
        let amendment = Amendment(
            id: MessageID(moment.uniqueID), room: view.room.id, target: message.id, time: moment.time, author: me,
            change: .react(emoji, isOn: !isThere))
        return [.transport(.amend(amendment))]
    }

    /// Opens the emoji that can be put under `message`.
    mutating func chooseReaction(to message: Message) -> [Effect] {
        guard message.canBeChanged else {
            tell("Nothing can be put under that message", isFailure: true)
            return []
        }
        selection = nil
        menu = nil
        picker = EmoticonPicker(settings.catalogue, reactingTo: message.id, recent: recentReactions)
        return []
    }

    /// `/react EMOJI`, or an emoticon's name: on what somebody else said last.
    mutating func react(_ text: String, at moment: Moment) -> [Effect] {
        guard let message = lastSaid() else {
            tell("There is no message to react to", isFailure: true)
            return []
        }
        if text.isEmpty { return chooseReaction(to: message) }
        guard let emoji = settings.catalogue.emoji(text) else {
            tell("\(text) is neither one emoji nor the name of an emoticon", isFailure: true)
            return []
        }
        return react(emoji, to: message, at: moment)
    }

    /// What was said last by others, or by oneself where nobody else spoke; with a name, by whoever it begins.
    func lastSaid(by name: String = "") -> Message? {
        let messages = view.room.timeline.newest.filter { $0.order != nil && !$0.isRetracted }
        if name.isEmpty { return messages.last { $0.author.id != view.room.me?.id } ?? messages.last }
        let sought = Folding.fold(name.first == "@" ? String(name.dropFirst()) : name)
        return messages.last { message in
            Folding.fold(view.directory.label(of: message.author.id, name: message.author.name)).hasPrefix(sought)
        }
    }
}

extension Message {
    /// Whether something can be put under it: it stands in the room, or is on its way there.
    fileprivate var canBeChanged: Bool {
        if case .failed = delivery { return false }
        return !isRetracted
    }
}
