import Archive
import ChatCore
import RichText
import XMPP

/// What an account keeps on the disk of what its server has: its archive, and what is to be written there next.
///
/// Nothing depends on its being written at once, since the server has it: what comes is gathered and written in one
/// transaction, messages together with how far they reach. Whenever the program is killed, the file ends somewhere,
/// and there the next start goes on.
package final class Ledger {
    /// How long news waits for more of it, in milliseconds; longer where the last try failed.
    var patience: Int64 { isFailing ? 5000 : 250 }
    /// How many messages are written at once at the latest.
    private static let mostPending = 500

    private let archive: Archive
    private let me: PersonID
    private var caretaker: Caretaker
    private var pending: [RoomID: PendingCopies] = [:]
    private var places: Set<Int64> = []
    /// The last place that is taken, as far as this program knows.
    private var lastPlace: Int64
    private var logs: [RoomID: ConversationLog] = [:]
    private var readPositions: [RoomID: Int64] = [:]
    private var readingPlaces: [RoomID: ReadingPlace?] = [:]
    private var isFailing = false
    private var complaint: ArchiveError?
    private var complainedAt: Int64?

    /// Opens the archive at `path` for the account of `me`, or makes it.
    /// - Parameter upkeep: what is done for it while nothing else is to do, from `upkeepAfter` milliseconds on.
    package init(
        path: String, me: PersonID, upkeep: Upkeep = Upkeep(), upkeepAfter: Int64 = 15_000
    ) throws(ArchiveError) {
        archive = try Archive(path: path, isCopy: true)
        lastPlace = try archive.lastPlace() ?? .min
        self.me = me
        caretaker = Caretaker(upkeep, path: path, me: me, at: SteadyTime.now, firstPause: upkeepAfter)
        // Nothing is left to do here, unless the file was repaired.
        while try archive.indexMore(limit: 1000) {}
    }

    /// Whether something is to be written.
    var isDirty: Bool {
        !pending.isEmpty || !logs.isEmpty || !readPositions.isEmpty || !readingPlaces.isEmpty
    }

    /// Whether so much is to be written that it should not wait.
    var isFull: Bool { !isFailing && places.count >= Ledger.mostPending }

    /// When the next step of the upkeep is due.
    var nextUpkeep: Int64? { caretaker.next }

    /// Milliseconds after which what is still wrong is told again: the next key takes a notice away.
    private static let patienceAfterComplaint: Int64 = 60_000

    /// What is wrong with the file, each minute in which something is.
    func takeComplaint() -> ArchiveError? {
        defer { complaint = nil }
        return complaint
    }

    func note(_ copy: MessageCopy) {
        pending[copy.message.room, default: PendingCopies()].take(copy)
        if let place = copy.message.order {
            places.insert(place)
            lastPlace = max(lastPlace, place)
        }
    }

    /// What `log` knows beside its messages is another now.
    func note(_ log: ConversationLog) { logs[log.room] = log }

    func note(read order: Int64, _ room: RoomID) { readPositions[room] = order }

    func note(_ place: ReadingPlace?, _ room: RoomID) { readingPlaces[room] = .some(place) }

    /// Writes all that is to be written. What cannot be written stays for the next time.
    func flush() {
        guard isDirty else { return }
        var news = CopiedNews()
        news.copies = pending.values.flatMap(\.copies).sorted { ($0.message.order ?? 0) < ($1.message.order ?? 0) }
        for (room, log) in logs {
            news.rooms[room] = log.known
            if log.hasNewWaiting { news.waiting[room] = log.waiting }
        }
        attempt { () throws(ArchiveError) in
            try archive.keep(news)
            try archive.setReadPositions(of: me, readPositions)
            try archive.setReadingPlaces(of: me, readingPlaces)
            for log in logs.values { log.hasNewWaiting = false }
            (pending, places, logs, readPositions, readingPlaces) = ([:], [], [:], [:], [:])
        }
    }

    /// Does a step of the upkeep, if it is due. Returns whether messages may have been let go.
    func work(at now: Int64) -> Bool {
        guard let due = caretaker.next, due <= now else { return false }
        flush()
        if let error = caretaker.work(on: archive, at: now, WallClock.now) { complain(error) }
        return true
    }

    /// How much of `room` is kept; nil when nothing is.
    func known(_ room: RoomID) -> CopiedRoom? {
        answer(nil) { () throws(ArchiveError) in try archive.copiedRoom(room) }
    }

    func waiting(_ room: RoomID) -> [WaitingChange] {
        answer([]) { () throws(ArchiveError) in try archive.waitingChanges(room) }
    }

    func readPosition(_ room: RoomID) -> Int64? {
        answer(nil) { () throws(ArchiveError) in try archive.readPosition(of: me, in: room) }
    }

    func readingPlace(_ room: RoomID) -> ReadingPlace? {
        answer(nil) { () throws(ArchiveError) in try archive.readingPlace(of: me, in: room) }
    }

    /// Whether a message of whatever room stands at `place`, or will.
    func isTaken(_ place: Int64) -> Bool {
        // What is said now comes behind all else, and nobody has to be asked.
        if place > lastPlace { return false }
        return places.contains(place) || answer(false) { () throws(ArchiveError) in try archive.holds(place: place) }
    }

    /// The places of the oldest and the newest message of `room` that are kept.
    func ends(_ room: RoomID) -> (oldest: Int64?, newest: Int64?) {
        answer((nil, nil)) { () throws(ArchiveError) in
            (try archive.oldestPlace(in: room), try archive.newestPlace(in: room))
        }
    }

    func copy(_ id: MessageID, in room: RoomID) -> MessageCopy? {
        if let copy = pending[room]?[id] { return copy }
        return answer(nil) { () throws(ArchiveError) in try archive.copy(id, in: room) }
    }

    func copy(archiveID: String, in room: RoomID) -> MessageCopy? {
        newest(answer(nil) { () throws(ArchiveError) in try archive.copy(archiveID: archiveID, in: room) })
    }

    /// Which of `archiveIDs` messages of `room` have that are kept.
    func known(archiveIDs: [String], in room: RoomID) -> Set<String> {
        answer([]) { () throws(ArchiveError) in try archive.known(archiveIDs: archiveIDs, in: room) }
    }

    func copy(senderID: String, by author: PersonID?, in room: RoomID) -> MessageCopy? {
        newest(
            answer(nil) { () throws(ArchiveError) in try archive.copy(senderID: senderID, by: author, in: room) })
    }

    func archiveID(upTo order: Int64, in room: RoomID) -> String? {
        answer(nil) { () throws(ArchiveError) in try archive.archiveID(upTo: order, in: room) }
    }

    /// The newest `limit` messages of `room` before the place `before`, oldest first, written or not.
    func copies(in room: RoomID, before: Int64?, limit: Int) -> [MessageCopy] {
        flush()
        let kept = answer([]) { () throws(ArchiveError) in
            try archive.copies(in: room, before: before, limit: limit)
        }
        guard let waiting = pending[room] else { return kept }
        let others = waiting.copies.filter { ($0.message.order ?? .max) < before ?? .max }
        let all = kept.filter { waiting[$0.message.id] == nil } + others
        return all.sorted { ($0.message.order ?? 0) < ($1.message.order ?? 0) }.suffix(limit)
    }

    /// The part of `room` at `landmark`; nil when it cannot be read.
    func page(_ landmark: Landmark, in room: RoomID, limit: Int) -> Page? {
        flush()
        return answer(nil) { () throws(ArchiveError) in try archive.page(at: landmark, in: room, limit: limit) }
    }

    func find(_ search: Search, in room: RoomID, before: Int64?, limit: Int) -> [Message] {
        flush()
        return answer([]) { () throws(ArchiveError) in
            try archive.search(search, in: room, before: before, limit: limit)
        }
    }

    private func newest(_ copy: MessageCopy?) -> MessageCopy? {
        copy.map { pending[$0.message.room]?[$0.message.id] ?? $0 }
    }

    private func attempt(_ work: () throws(ArchiveError) -> Void) {
        do throws(ArchiveError) {
            try work()
            isFailing = false
        } catch {
            isFailing = true
            complain(error)
        }
    }

    private func answer<Answer>(_ none: Answer, _ work: () throws(ArchiveError) -> Answer) -> Answer {
        do throws(ArchiveError) {
            return try work()
        } catch {
            complain(error)
            return none
        }
    }

    private func complain(_ error: ArchiveError) {
        // Another program of the account writes; the next time it goes better.
        if case .locked = error { return }
        let now = SteadyTime.now
        if complainedAt.map({ now - $0 >= Ledger.patienceAfterComplaint }) ?? true {
            complaint = error
            complainedAt = now
        }
    }
}

/// What is to be written of a room: each message once, as it reads now.
private struct PendingCopies {
    private(set) var copies: [MessageCopy] = []
    private var places: [MessageID: Int] = [:]

    subscript(id: MessageID) -> MessageCopy? { places[id].map { copies[$0] } }

    mutating func take(_ copy: MessageCopy) {
        if let place = places.updateValue(copies.count, forKey: copy.message.id) {
            copies[place] = copy
            places[copy.message.id] = place
        } else {
            copies.append(copy)
        }
    }
}
