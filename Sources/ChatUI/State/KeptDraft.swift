import ChatCore
import Composer
import RichText

/// What is being written in a room, with what it is for, as it is kept from one start to the next.
public struct KeptDraft: Hashable, Sendable {
    /// An own message that is being edited, and what stands in the composer in place of its text.
    public struct Edit: Hashable, Sendable {
        /// The message.
        public var message: MessageID
        /// What is to be its text.
        public var text: RichText

        /// `message` is to say `text`.
        public init(_ message: MessageID, saying text: RichText) {
            self.message = message
            self.text = text
        }
    }

    /// The draft; while a message is edited, the one that waits.
    public var text: RichText
    /// The message that it answers.
    public var replyTo: MessageID?
    /// The message that is edited, when something was changed in it.
    public var edit: Edit?

    /// Messages that were handed to the transport and have not arrived, oldest first.
    public var unsent: [Message]

    /// The draft `text`, which answers `replyTo`, the edit that it waits for, and what was not sent.
    public init(_ text: RichText, replyTo: MessageID? = nil, edit: Edit? = nil, unsent: [Message] = []) {
        self.unsent = unsent
        self.text = text
        self.replyTo = replyTo
        self.edit = edit
    }

    /// Whether nothing is lost without it.
    public var isEmpty: Bool { text.isEmpty && edit == nil && unsent.isEmpty }
}

/// What of a room's draft is kept depends on these alone; they are cheap to compare for every key.
struct DraftMark: Hashable {
    var revision = 0
    var reply: MessageID?
    var edit: MessageID?
    var unsent: [MessageID] = []
    var toSay: [ToSay] = []
}

/// What a draft that was kept is for, while it is not known whether that is still there.
struct AwaitedTargets {
    var reply: MessageID?
    var edit: KeptDraft.Edit?
    /// The draft as it was taken up: whoever has written on meanwhile is not led into an edit.
    private(set) var revision: Int

    init?(_ kept: KeptDraft, revision: Int) {
        guard kept.replyTo != nil || kept.edit != nil else { return nil }
        reply = kept.replyTo
        edit = kept.edit
        self.revision = revision
    }

    /// Takes in that `composer`, whose revision was `revision`, shows people by the names that `name` has for them.
    mutating func follow(_ composer: Composer, from revision: Int, _ name: (PersonID) -> String?) {
        if let text = edit?.text { edit?.text = text.renaming(name) }
        if self.revision == revision { self.revision = composer.revision }
    }
}

extension RoomView {
    /// Shows each person by the name that `name` has for them, nil for the one that is there, in all that may become
    /// a draft here.
    mutating func rename(_ name: (PersonID) -> String?) {
        let revision = composer.revision
        composer.rename(name)
        awaited?.follow(composer, from: revision, name)
        history.rename(name)
        edit?.rename(name)
    }

    /// Tells whether something was changed in what is kept.
    var draftMark: DraftMark {
        let reply = edit.map(\.reply) ?? self.reply
        return DraftMark(
            revision: composer.revision, reply: reply?.id, edit: edit?.quote.id ?? awaited?.edit?.message,
            unsent: room.timeline.waiting.map(\.id), toSay: toSay)
    }

    /// What has not arrived. Of a file on its way is kept where it lies.
    private var unsent: [Message] { Array(room.timeline.waiting) }

    /// Whether there is surely nothing to be kept, which is cheap to know.
    var hasNoDraft: Bool { edit == nil && awaited?.edit == nil && composer.isEmpty }

    /// What is kept for the next start.
    var draftToKeep: KeptDraft {
        guard let edit else {
            return KeptDraft(
                withWhatWaits(composer.draft), replyTo: reply?.id, edit: awaited?.edit, unsent: unsent)
        }
        let text = composer.draft
        let change = text == edit.original ? nil : KeptDraft.Edit(edit.quote.id, saying: text)
        return KeptDraft(withWhatWaits(edit.aside.draft), replyTo: edit.reply?.id, edit: change, unsent: unsent)
    }

    private func withWhatWaits(_ draft: RichText) -> RichText {
        guard let waitingText else { return draft }
        return draft.isEmpty ? waitingText : RichText(waitingText.elements + [.lineBreak] + draft.elements)
    }
}
