import Archive
import ChatCore
import RichText

/// How far the archive was read, and when to read on.
struct Feed {
    /// The place of the newest message that was read.
    var last: Int64
    /// The place of the newest change that was read.
    var lastChange: Int64
    /// The place of the newest event of a room that was read.
    var lastEvent: Int64
    /// Whether to read now.
    var isDue = false
    /// Own messages to rooms that one is not in, of which one wants to hear nevertheless.
    var awaited: Set<MessageID> = []
    /// Own changes in such rooms.
    var awaitedChanges: Set<MessageID> = []
    /// A write to the log is seen before its commit can be. The commit itself is announced, unless the process was
    /// killed right after it, or is not one of ours.
    var looks = LaterLooks([50, 300, 1500])
    /// When to try again after an error, and which it was.
    var retry: (at: Int64, error: ArchiveError)?

    /// Begins behind all that is in `archive` now.
    init(_ archive: Archive) throws(ArchiveError) {
        last = try archive.newestOrder()
        lastChange = try archive.newestChange()
        lastEvent = try archive.newestRoomEvent()
    }

    /// When to read next without a sign.
    var next: Int64? { [retry?.at, looks.next, isDue && retry == nil ? .min : nil].compactMap { $0 }.min() }
}

extension TransportLoop {
    /// Tells what was said and changed since the last time, by whomever, in the order of the commits.
    func readFeed() {
        let size = 256
        do throws(ArchiveError) {
            try archive.checkPlace()
            // Changes are read first: then all that they change is among the messages, which are told first.
            let changes = try archive.changes(after: feed.lastChange, limit: 10_000)
            var messages: [Message]
            repeat {
                messages = try archive.messages(after: feed.last, limit: size)
                tell(messages)
            } while messages.count == size
            try tell(changes)
            let (events, upTo) = try archive.roomEvents(after: feed.lastEvent, limit: 10_000)
            feed.lastEvent = upTo
            tell(events)
            feed.isDue = changes.count == 10_000
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
            directory.note(group)
            let isOpen = rooms.contains(first.room) || meet(in: first.room, for: group)
            let heard = group.filter { feed.awaited.remove($0.id) != nil || isOpen }
            if !heard.isEmpty { deliver(.received(first.room, heard)) }
        }
        if let last = messages.last?.order { feed.last = last }
    }

    /// Tells how messages read that were changed, each once.
    private func tell(_ changes: [Archive.Change]) throws(ArchiveError) {
        guard let last = changes.last else { return }
        var places: [Int64] = []
        var awaited: Set<Int64> = []
        var known: Set<Int64> = []
        for change in changes {
            if known.insert(change.target).inserted { places.append(change.target) }
            if feed.awaitedChanges.contains(change.id) { awaited.insert(change.target) }
        }
        var changed: [RoomID: [Message]] = [:]
        for place in places {
            // What was removed meanwhile is not told any more.
            guard let message = try archive.message(at: place) else { continue }
            if rooms.contains(message.room) || awaited.contains(place) {
                changed[message.room, default: []].append(message)
            }
        }
        feed.lastChange = last.order
        for change in changes { feed.awaitedChanges.remove(change.id) }
        for (room, messages) in changed.sorted(by: { $0.key < $1.key }) { deliver(.changed(room, messages)) }
    }
}
