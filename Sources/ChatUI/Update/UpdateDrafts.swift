import ChatCore
import Composer
import RichText

// Drafts outlive the program: what is written is given to be kept at most once a second, and at the end.

extension ChatState {
    private static let keepingTime: Int64 = 1_000

    /// Takes up the drafts of the last time; what is being written already stays.
    mutating func load(_ drafts: [RoomID: RichText]) {
        closedDrafts.merge(drafts) { $1 }
        for index in views.indices { takeUpDraft(of: index) }
    }

    /// Shows the draft that was kept of a room.
    mutating func takeUpDraft(of index: Int) {
        guard let draft = closedDrafts.removeValue(forKey: views[index].room.id), views[index].composer.isEmpty else {
            return
        }
        views[index].composer.load(draft)
        views[index].keptDraft = views[index].composer.revision
        views[index].isDraftKept = true
    }

    /// The drafts that are to be kept now: those that changed a second ago, or with `all` all that changed. One that
    /// was sent is forgotten at once, lest it come back.
    mutating func keepDrafts(all: Bool, isIdle: Bool, at moment: Moment) -> [Effect] {
        var effects: [Effect] = []
        for index in views.indices {
            let composer = views[index].draftToKeep
            guard composer.revision != views[index].keptDraft else { continue }
            let due = views[index].draftDue ?? (moment.milliseconds + ChatState.keepingTime)
            let isEmpty = composer.isEmpty
            // No key waits for a long draft to be copied.
            guard all || isIdle && due <= moment.milliseconds || isEmpty else {
                views[index].draftDue = due
                continue
            }
            views[index].keptDraft = composer.revision
            views[index].draftDue = nil
            if isEmpty && !views[index].isDraftKept { continue }
            views[index].isDraftKept = !isEmpty
            effects.append(.keepDraft(views[index].room.id, composer.draft))
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

extension RoomView {
    /// What is kept for the next start: while a message is edited, the draft that waits, and where none does, what was
    /// written in the edit.
    fileprivate var draftToKeep: Composer {
        guard let edit else { return composer }
        return edit.aside.isEmpty && composer.draft != edit.original ? composer : edit.aside
    }
}
