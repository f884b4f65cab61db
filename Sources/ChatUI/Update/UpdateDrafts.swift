import ChatCore
import Composer
import RichText

// Drafts outlive the program: what is written is given to be kept at most once a second, and at the end.

extension ChatState {
    private static let keepingTime: Int64 = 1_000

    /// Takes up the drafts of the last time; what is being written already stays.
    mutating func load(_ drafts: [RoomID: KeptDraft]) -> [Effect] {
        closedDrafts.merge(drafts) { $1 }
        return views.indices.flatMap { takeUpDraft(of: $0) }
    }

    /// Shows the draft that was kept of a room, as the answer or the edit that it was. What is being written there
    /// already stays; then the one that was kept can be called back.
    mutating func takeUpDraft(of index: Int) -> [Effect] {
        guard let kept = closedDrafts.removeValue(forKey: views[index].room.id) else { return [] }
        takeUpUnsent(kept.unsent, in: index)
        guard views[index].hasNoDraft else {
            views[index].history.add(kept.edit?.text ?? RichText())
            views[index].history.add(kept.text)
            return []
        }
        views[index].composer.load(kept.text)
        views[index].reply = kept.replyTo.map { views[index].quote(of: $0) }
        views[index].awaited = AwaitedTargets(kept, revision: views[index].composer.revision)
        rename(views[index].room.people, in: index)
        views[index].keptDraft = views[index].draftMark
        views[index].isDraftKept = true
        return settleTargets(in: index)
    }

    /// Shows what had not arrived when the program was left. What did arrive after all comes with the room's history
    /// under the same id, and takes its place.
    private mutating func takeUpUnsent(_ messages: [Message], in index: Int) {
        let messages = messages.filter { views[index].room.timeline[$0.id] == nil }.map { message in
            var message = message
            switch message.delivery {
            case .failed: break
            case .sending: message.delivery = .failed("the room was left before it arrived")
            case .sent, .delivered, .read: message.delivery = .failed("Mingle was left before it arrived")
            }
            return message
        }
        guard !messages.isEmpty else { return }
        views[index].room.timeline.merge(messages)
        let what = messages.count == 1 ? "A message" : "\(messages.count) messages"
        tell("\(what) of the last time may not have arrived: /retry or /drop", isFailure: true)
    }

    /// The drafts that are to be kept now: those that changed a second ago, or with `all` all that changed, and all that
    /// hold something: another window may have kept one of its own in its place. One that was sent is forgotten at once,
    /// lest it come back.
    mutating func keepDrafts(all: Bool, isIdle: Bool, at moment: Moment) -> [Effect] {
        var effects: [Effect] = []
        for index in views.indices {
            let mark = views[index].draftMark
            let isChanged = mark != views[index].keptDraft
            guard isChanged || all else { continue }
            let due = views[index].draftDue ?? (moment.milliseconds + ChatState.keepingTime)
            // No key waits for a long draft to be copied.
            guard all || isIdle && due <= moment.milliseconds || views[index].hasNoDraft else {
                views[index].draftDue = due
                continue
            }
            views[index].keptDraft = mark
            views[index].draftDue = nil
            let draft = views[index].draftToKeep
            if draft.isEmpty && !(isChanged && views[index].isDraftKept) { continue }
            views[index].isDraftKept = !draft.isEmpty
            effects.append(.keepDraft(views[index].room.id, draft))
        }
        return effects
    }

    /// Makes very many people ready to be looked for, a moment after they came: the first key of a list is not to wait.
    mutating func prepareDirectories(isIdle: Bool, at moment: Moment) {
        for index in views.indices {
            if !views[index].directory.isUnprepared {
                views[index].peopleDue = nil
            } else if views[index].peopleDue == nil {
                views[index].peopleDue = moment.milliseconds + ChatState.settlingTime
            } else if isIdle, views[index].peopleDue ?? .max <= moment.milliseconds {
                let me = views[index].room.me?.id
                views[index].directory.prepare(me: me)
                views[index].peopleDue = nil
            }
        }
    }

    private static let settlingTime: Int64 = 250

    /// Hands the draft to the person's editor.
    mutating func openEditor() -> [Effect] { [.edit(view.composer.editorText)] }

    /// Takes back what the editor made of it.
    mutating func takeEdited(_ text: String, at moment: Moment) -> [Effect] {
        view.composer.takeEditorText(text, at: moment.milliseconds)
        return afterEdit(at: moment)
    }
}
