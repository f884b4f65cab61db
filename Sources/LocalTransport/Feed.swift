import Archive
import ChatCore
import RichText

/// How far the archive was read, and when to read on.
struct Feed {
    /// The place of the newest message that was read.
    var last: Int64
    /// Whether to read now.
    var isDue = false
    /// Own messages to rooms that one is not in, of which one wants to hear nevertheless.
    var awaited: Set<MessageID> = []
    /// A write to the log is seen before its commit can be. The commit itself is announced, unless the process was
    /// killed right after it, or is not one of ours.
    var looks = LaterLooks([50, 300, 1500])
    /// When to try again after an error, and which it was.
    var retry: (at: Int64, error: ArchiveError)?

    init(after last: Int64) { self.last = last }

    /// When to read next without a sign.
    var next: Int64? { [retry?.at, looks.next, isDue && retry == nil ? .min : nil].compactMap { $0 }.min() }
}

extension TransportLoop {
    /// Tells what was said since the last time, by whomever, in the order of the commits.
    func readFeed() {
        let size = 256
        do throws(ArchiveError) {
            try archive.checkPlace()
            var messages: [Message]
            repeat {
                messages = try archive.messages(after: feed.last, limit: size)
                tell(messages)
            } while messages.count == size
            feed.isDue = false
            feed.retry = nil
        } catch {
            // Said once for as long as it stays the same; what was not read now is read later.
            if feed.retry?.error != error { complain(error) }
            feed.isDue = true
            feed.retry = (Clock.steady + 1000, error)
        }
    }

    private func tell(_ messages: [Message]) {
        var rest = messages[...]
        while let first = rest.first {
            let group = rest.prefix { $0.room == first.room }
            rest = rest.dropFirst(group.count)
            let isOpen = rooms.contains(first.room)
            let heard = group.filter { feed.awaited.remove($0.id) != nil || isOpen }
            if !heard.isEmpty { deliver(.received(first.room, heard)) }
        }
        if let last = messages.last?.order { feed.last = last }
    }
}
