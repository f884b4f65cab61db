import Archive
import ChatCore

/// Messages that wait to be written, in the order in which they were said.
struct Outbox {
    /// The most messages that are written in one transaction.
    static let largestGroup = 500

    /// What became of some messages.
    enum Outcome {
        /// They are on the disk; this is how.
        case stored([Message])
        /// It is not, for the reason told.
        case failed(Message, reason: String)
    }

    /// How long one tries while others hold the archive, in milliseconds.
    var patience: Int64 = 10_000

    private var waiting: [Message] = []
    private var blockedSince: Int64?
    private var tryAgainAt: Int64?

    /// When the next attempt is due; nil when nothing waits.
    var next: Int64? { waiting.isEmpty ? nil : tryAgainAt ?? .min }

    /// Puts in a message.
    mutating func put(_ message: Message) { waiting.append(message) }

    /// Writes one group of what waits, if an attempt is due at `now`, and tells what became of each message in it.
    mutating func write(to archive: Archive, at now: Int64) -> [Outcome] {
        guard let next, next <= now else { return [] }
        tryAgainAt = nil
        let group = Array(waiting.prefix(Outbox.largestGroup))
        do throws(ArchiveError) {
            let stored = try archive.append(group)
            waiting.removeFirst(group.count)
            blockedSince = nil
            return [.stored(stored)]
        } catch .locked(let path, let code) {
            let since = blockedSince ?? now
            blockedSince = since
            if now - since < patience {
                tryAgainAt = now + 20
                return []
            }
            let reason = ArchiveError.locked(path: path, code: code).sentence
            let failed = waiting.map { Outcome.failed($0, reason: reason) }
            waiting = []
            blockedSince = nil
            return failed
        } catch {
            waiting.removeFirst(group.count)
            return oneByOne(group, archive, error)
        }
    }

    /// What cannot be kept together may fail for one message only.
    private func oneByOne(_ group: [Message], _ archive: Archive, _ error: ArchiveError) -> [Outcome] {
        guard group.count > 1, case .messageTooLong = error else {
            return group.map { .failed($0, reason: error.sentence) }
        }
        return group.map { message in
            do throws(ArchiveError) {
                return .stored([try archive.append(message)])
            } catch {
                return .failed(message, reason: error.sentence)
            }
        }
    }
}
