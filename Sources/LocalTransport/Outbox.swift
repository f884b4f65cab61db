import Archive
import ChatCore

/// What waits to be written, in the order in which it was said: messages, changes to messages, and what is said of rooms.
struct Outbox {
    /// The most messages that are written in one transaction.
    static let largestGroup = 500
    /// The most changes; each reads what it changes, while others wait.
    static let largestGroupOfChanges = 50

    /// Something that waits.
    enum Item {
        case message(Message)
        case amendment(Amendment)
        case event(RoomEvent)
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
        /// The event is on the disk.
        case kept(RoomEvent)
        /// It is not, for the reason told.
        case dropped(RoomEvent, reason: String)
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

    /// Puts in an event.
    mutating func put(_ event: RoomEvent) { waiting.append(.event(event)) }

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
        switch waiting.first {
        case .message?:
            let group = waiting.prefix(largestGroup)
            return Array(group.prefix { if case .message = $0 { true } else { false } })
        case .amendment?:
            let group = waiting.prefix(largestGroupOfChanges)
            return Array(group.prefix { if case .amendment = $0 { true } else { false } })
        case .event?, nil: return Array(waiting.prefix(1))
        }
    }

    private static func write(_ group: [Item], to archive: Archive) throws(ArchiveError) -> [Outcome] {
        var messages: [Message] = []
        var amendments: [Amendment] = []
        var outcomes: [Outcome] = []
        for item in group {
            switch item {
            case .message(let message): messages.append(message)
            case .amendment(let amendment): amendments.append(amendment)
            case .event(let event):
                try archive.append(event)
                outcomes.append(.kept(event))
            }
        }
        if !messages.isEmpty { outcomes.append(.stored(try archive.append(messages))) }
        for (amendment, outcome) in zip(amendments, try archive.amend(amendments)) {
            outcomes.append(.amended(amendment, outcome))
        }
        return outcomes
    }

    private static func failure(_ item: Item, _ reason: String) -> Outcome {
        switch item {
        case .message(let message): .failed(message, reason: reason)
        case .amendment(let amendment): .refused(amendment, reason: reason)
        case .event(let event): .dropped(event, reason: reason)
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
