import ChatCore
import Composer
import RichText

// Editing what one said: the message comes into the composer, and the draft that was there waits.

extension ChatState {
    /// Up in an empty composer: edits what one said last; nil when nothing of one's own is at hand.
    mutating func editLast() -> [Effect]? {
        lastOwn.map { edit($0) }
    }

    /// What one said last of what can be edited.
    var lastOwn: Message? { ownMessages(in: view.room.timeline.newest).last }

    /// Up and Down in an edit that changed nothing: to what one said before or after it. Behind the last, back to the
    /// draft.
    mutating func editNeighbour(earlier: Bool) -> [Effect] {
        guard let edit = view.edit, view.composer.richText == edit.original else {
            view.composer.perform(earlier ? .draftStart : .draftEnd, at: 0)
            return []
        }
        let timeline = view.room.timeline
        let messages = timeline.index(of: edit.quote.id) == nil ? timeline.newest : timeline.messages
        let own = ownMessages(in: messages)
        guard let place = own.firstIndex(where: { $0.id == edit.quote.id }) else { return [] }
        let next = earlier ? place - 1 : place + 1
        if next == own.count {
            endEdit()
            return []
        }
        guard next >= 0 else {
            tell("Nothing that you said before is at hand")
            return []
        }
        endEdit()
        return self.edit(own[next])
    }

    /// Brings `message` into the composer to be edited; the draft waits until that is over.
    mutating func edit(_ message: Message) -> [Effect] {
        if let mistake = beginEdit(of: message, in: current) {
            tell(mistake, isFailure: true)
            return []
        }
        menu = nil
        return stopTyping(in: current)
    }

    /// Begins an edit in the room at `index`; says why, where that cannot be.
    mutating func beginEdit(of message: Message, in index: Int) -> String? {
        guard message.author.id == views[index].room.me?.id, !message.isRetracted else {
            return "Only what you said yourself can be edited"
        }
        guard message.order != nil else { return "That message is not sent yet" }
        guard let parts = MessageEdit.parts(of: message.body) else {
            return "A picture stands inside that text; it cannot be edited here"
        }
        endEdit(in: index)
        let aside = views[index].composer.setAside(for: MessageEdit.draft(saying: parts.text))
        views[index].edit = MessageEdit(
            quote: Quote(message), original: views[index].composer.richText, leading: parts.leading,
            trailing: parts.trailing, everyone: message.body.mentions.filter(\.isEveryone), aside: aside,
            reply: views[index].reply)
        views[index].reply = nil
        views[index].history.endWalk()
        return nil
    }

    /// Messages of one's own that could be edited.
    private func ownMessages(in messages: [Message]) -> [Message] {
        messages.filter { $0.author.id == view.room.me?.id && $0.order != nil && !$0.isRetracted }
    }

    /// Goes back from an edit to the draft that was there.
    mutating func endEdit() {
        guard view.edit != nil else { return }
        endEdit(in: current)
        menu = nil
    }

    private mutating func endEdit(in index: Int) {
        guard let edit = views[index].edit else { return }
        views[index].edit = nil
        views[index].composer.takeUp(edit.aside)
        views[index].reply = edit.reply
        views[index].history.endWalk()
    }

    /// Esc: gives an edit up. What was written can be called back.
    mutating func leaveEdit() -> [Effect] {
        guard let edit = view.edit else { return [] }
        let text = view.composer.richText
        endEdit()
        if text != edit.original, !text.isEmpty {
            view.history.add(text)
            tell("The message stays as it was; C-p brings back what you wrote")
        }
        return stopTyping(in: current)
    }

    /// Enter in an edit.
    mutating func submitEdit(_ edit: MessageEdit, at moment: Moment, isConfirmed: Bool) -> [Effect] {
        let draft = view.composer.richText
        if draft == edit.original {
            endEdit()
            return stopTyping(in: current)
        }
        switch Submission(draft, isText: isConfirmed) {
        case .nothing where edit.leading.isEmpty && edit.trailing.isEmpty:
            question = Question(subject: .delete([edit.quote.id]))
            return []
        case .nothing: return amend(edit, with: RichText(), at: moment)
        case .unclear:
            question = Question(subject: .textLikeCommand)
            return []
        case .command(let command, _) where command.name == "me": return amend(edit, with: draft, at: moment)
        case .message(let text): return amend(edit, with: text, at: moment, isConfirmed: isConfirmed)
        case .command, .refused:
            tell("A message is being edited: // begins a line with a /, Escape leaves the edit", isFailure: true)
            return []
        }
    }

    private mutating func amend(
        _ edit: MessageEdit, with text: RichText, at moment: Moment, isConfirmed: Bool = false
    ) -> [Effect] {
        let isNew = text.mentions.contains { $0.isEveryone && !edit.everyone.contains($0) }
        if isNew, !isConfirmed, view.idsOfEveryone.count > Question.mentionedUnasked {
            question = Question(subject: .everyone(view.idsOfEveryone.count))
            return []
        }
        guard let me = view.room.me, view.room.timeline[edit.quote.id]?.isRetracted != true else {
            tell("That message was deleted meanwhile; Escape leaves the edit", isFailure: true)
            return []
        }
        let said = upToDate(text.withoutTrailingBlanks, besides: edit.everyone).elements
        view.history.add(view.composer.richText)
        endEdit()
        vi.startOver()
        let amendment = Amendment(
            id: MessageID(moment.uniqueID), room: view.room.id, target: edit.quote.id, time: moment.time, author: me,
            change: .edit(RichText(edit.leading + said + edit.trailing)))
        return stopTyping(in: current) + [.transport(.amend(amendment))]
    }

    /// An edit that was not taken comes back into the composer where that is free, and else can be called back.
    mutating func takeBack(_ amendment: Amendment, in index: Int, reason: String) {
        guard index == current else { return }
        tell("Not changed: " + reason, isFailure: true)
        guard case .edit(let text) = amendment.change, view.edit == nil, view.composer.isEmpty,
            let message = view.room.timeline[amendment.target], let parts = MessageEdit.parts(of: text)
        else { return }
        let kept = notice
        _ = edit(message)
        if view.edit != nil { view.composer.replace(with: MessageEdit.draft(saying: parts.text), at: 0) }
        notice = kept
    }
}

extension Mention {
    /// Whether it means all who were there.
    var isEveryone: Bool { if case .everyone = target { true } else { false } }
}
