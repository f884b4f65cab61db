import Archive
import ChatCore

/// What waits to be written, in the order in which it was said: messages, and changes to messages.
struct Outbox {
    /// The most messages that are written in one transaction.
    static let largestGroup = 500
    /// The most changes; each reads what it changes, while others wait.
    static let largestGroupOfChanges = 50

    /// Something that waits.
    enum Item {
        case message(Message)
        case amendment(Amendment)
    }

    /// What became of some of it.
    enum Outcome {
        /// The messages are on the disk; this is how.
        case stored([Message])
        /// The message is not, for the reason told.
        case failed(Message, reason: String)
        /// What the archive says to the change.
        case amended(Amendment, AmendmentOutcome)
        /// The change is not kept, for the reason told.
        case refused(Amendment, reason: String)
    }

    /// How long one tries while others hold the archive, in milliseconds.
    var patience: Int64 = 10_000

    private var waiting: [Item] = []
    private var blockedSince: Int64?
    private var tryAgainAt: Int64?

    /// When the next attempt is due; nil when nothing waits.
    var next: Int64? { waiting.isEmpty ? nil : tryAgainAt ?? .min }

    /// Puts in a message.
    mutating func put(_ message: Message) { waiting.append(.message(message)) }

    /// Puts in a change; it is written after all that was put in before, so also after the message that it changes.
    mutating func put(_ amendment: Amendment) { waiting.append(.amendment(amendment)) }

    /// Writes one group of what waits, if an attempt is due at `now`, and tells what became of each in it.
    mutating func write(to archive: Archive, at now: Int64) -> [Outcome] {
        guard let next, next <= now else { return [] }
        tryAgainAt = nil
        let group = Outbox.group(waiting)
        do throws(ArchiveError) {
            let outcomes = try Outbox.write(group, to: archive)
            waiting.removeFirst(group.count)
            blockedSince = nil
            return outcomes
        } catch .locked(let path, let code) {
            let since = blockedSince ?? now
            blockedSince = since
            if now - since < patience {
                tryAgainAt = now + 20
                return []
            }
            let reason = ArchiveError.locked(path: path, code: code).sentence
            let failed = waiting.map { Outbox.failure($0, reason) }
            waiting = []
            blockedSince = nil
            return failed
        } catch {
            waiting.removeFirst(group.count)
            return Outbox.oneByOne(group, archive, error)
        }
    }

    /// What stands first and is of one kind.
    private static func group(_ waiting: [Item]) -> [Item] {
        let isMessage = if case .message? = waiting.first { true } else { false }
        let group = waiting.prefix(isMessage ? largestGroup : largestGroupOfChanges).prefix { item in
            if case .message = item { isMessage } else { !isMessage }
        }
        return Array(group)
    }

    private static func write(_ group: [Item], to archive: Archive) throws(ArchiveError) -> [Outcome] {
        let messages = group.compactMap { if case .message(let message) = $0 { message } else { nil } }
        if !messages.isEmpty { return [.stored(try archive.append(messages))] }
        let amendments = group.compactMap { if case .amendment(let amendment) = $0 { amendment } else { nil } }
        return zip(amendments, try archive.amend(amendments)).map { .amended($0, $1) }
    }

    private static func failure(_ item: Item, _ reason: String) -> Outcome {
        switch item {
        case .message(let message): .failed(message, reason: reason)
        case .amendment(let amendment): .refused(amendment, reason: reason)
        }
    }

    /// What cannot be kept together may fail for one message only.
    private static func oneByOne(_ group: [Item], _ archive: Archive, _ error: ArchiveError) -> [Outcome] {
        guard group.count > 1, case .messageTooLong = error else { return group.map { failure($0, error.sentence) } }
        return group.flatMap { item in
            do throws(ArchiveError) {
                return try write([item], to: archive)
            } catch {
                return [failure(item, error.sentence)]
            }
        }
    }
}
