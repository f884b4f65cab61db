import ChatCore
import RichText

/// A message that somebody should hear of who looks elsewhere.
public struct ChatNotice: Hashable, Sendable {
    /// Who said it and where: `Ann in lobby`.
    public var title: String
    /// What was said, in one line of at most 200 cells.
    public var body: String
}

/// Notices that wait, so that a flood of messages is one of them.
struct NoticeQueue {
    /// Milliseconds between two notices.
    static let gap: Int64 = 3_000

    private var lastAt: Int64?
    private var waiting: (notice: ChatNotice, count: Int)?

    /// When the next is to be given; nil when none waits.
    var due: Int64? { waiting == nil ? nil : (lastAt ?? 0) + NoticeQueue.gap }

    /// Adds a notice; it replaces one that waits, and counts it.
    mutating func add(_ notice: ChatNotice) { waiting = (notice, (waiting?.count ?? 0) + 1) }

    /// Forgets what waits.
    mutating func clear() { waiting = nil }

    /// Takes what may be given now.
    mutating func take(at time: Int64) -> ChatNotice? {
        guard let (notice, count) = waiting, time >= due ?? 0 || time < lastAt ?? 0 else { return nil }
        waiting = nil
        lastAt = time
        guard count > 1 else { return notice }
        return ChatNotice(title: "\(count) messages, the last of \(notice.title)", body: notice.body)
    }
}

extension ChatState {
    /// Makes a notice of what others just said, if it is one to hear of.
    mutating func noteForAttention(_ messages: [Message], in index: Int) {
        let view = views[index]
        guard !settings.doesNotDisturb, settings.notify != .off, !(isFocused && index == current) else { return }
        let level = view.level ?? (view.room.partner == nil ? settings.notifyAbout : .all)
        let told = messages.filter { message in
            guard settings.ignored[message.author.id] == nil, !message.isRetracted else { return false }
            return level == .all || level == .mentions && view.calls.contains(message.id)
        }
        for message in told.suffix(100) {
            let isDirect = view.room.partner != nil
            let name = view.directory.label(of: message.author.id, name: message.author.name)
            let title = isDirect ? name : "\(name) in \(view.room.name)"
            notices.add(ChatNotice(title: title, body: oneLine(message.spoken, cells: 200)))
        }
    }

    /// The notice that is due now. What waits is dropped once one looks at the screen again.
    mutating func giveNotice(at moment: Moment) -> [Effect] {
        guard let notice = notices.take(at: moment.milliseconds) else { return [] }
        return [.notify(notice, settings.notify)]
    }
}
