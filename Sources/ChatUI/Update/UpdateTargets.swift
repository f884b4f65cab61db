import ChatCore
import Composer
import RichText

// What a draft of the last time answers or edits is looked for, and may be gone.

extension ChatState {
    /// Looks for what the draft of a room is for, once the room has told its last messages.
    mutating func settleTargets(in index: Int) -> [Effect] {
        guard views[index].knowsHistory, let awaited = views[index].awaited else { return [] }
        var effects: [Effect] = []
        for target in [awaited.reply, awaited.edit?.message].compactMap({ $0 }) {
            if let message = views[index].room.timeline[target] {
                settle(target, as: message, in: index)
            } else if views[index].awaitedQuotes.insert(target).inserted {
                effects.append(.transport(.load(views[index].room.id, .message(target), limit: 1)))
            }
        }
        return effects
    }

    /// Settles a target by what the transport told of it.
    mutating func settleTarget(by page: Page, in index: Int) {
        guard case .message(let target) = page.landmark else { return }
        settle(target, as: page.messages.first { $0.id == target }, in: index)
    }

    private mutating func settle(_ target: MessageID, as message: Message?, in index: Int) {
        guard var awaited = views[index].awaited else { return }
        let found = message?.isRetracted == true ? nil : message
        if awaited.reply == target {
            awaited.reply = nil
            answer(found, insteadOf: target, in: index)
        }
        var edit: KeptDraft.Edit?
        if awaited.edit?.message == target {
            edit = awaited.edit
            awaited.edit = nil
        }
        views[index].awaited = awaited.reply == nil && awaited.edit == nil ? nil : awaited
        guard let edit else { return }
        let isUntouched = awaited.revision == views[index].composer.revision
        resume(edit, of: found, isUntouched: isUntouched, in: index)
    }

    /// The draft answers `message`, if it is there and one still wants to.
    private mutating func answer(_ message: Message?, insteadOf target: MessageID, in index: Int) {
        if views[index].reply?.id == target { views[index].reply = message.map { Quote($0) } }
        guard message == nil else { return }
        tell("What you were answering in \(views[index].room.name) is not here any more; the draft stays")
    }

    /// Goes on with an edit of the last time. What was written in it is never lost.
    private mutating func resume(
        _ edit: KeptDraft.Edit, of message: Message?, isUntouched: Bool, in index: Int
    ) {
        if let message, isUntouched, beginEdit(of: message, in: index) == nil {
            views[index].composer.replace(with: edit.text, at: 0)
            return
        }
        let why = message == nil ? "is not here any more" : "is left as it was"
        let place = "What you edited in \(views[index].room.name) \(why)"
        if views[index].hasNoDraft {
            views[index].composer.load(edit.text)
            tell(place + "; what you wrote is a draft")
        } else {
            views[index].history.add(edit.text)
            tell(place + "; C-p brings back what you wrote")
        }
    }
}
