import ChatCore
import RichText

/// What is done for the archive while nothing else is to do; nothing unless it is asked for.
public struct Upkeep: Hashable, Sendable {
    /// How long messages are kept in rooms that are not named in ``rooms``.
    public var everyRoom: Retention?
    /// How long messages are kept in these rooms.
    public var rooms: [RoomID: Retention] = [:]
    /// Whether a copy of the archive is made each day; the newest seven are kept.
    public var makesBackups = false

    /// Nothing is done.
    public init() {}

    var prunes: Bool { everyRoom != nil || !rooms.isEmpty }

    func retention(of room: RoomID) -> Retention? { rooms[room] ?? everyRoom }
}

/// The upkeep as the transport's thread does it: in small steps, with pauses between them.
package struct Caretaker {
    /// How long it rests between two rounds, and between two steps of one, in milliseconds.
    private static let dailyPause: Int64 = 86_400_000
    private static let stepPause: Int64 = 25
    private static let pagesPerStep: Int32 = 256
    private static let rowsPerStep = 100

    private let upkeep: Upkeep
    private let path: String
    private let me: PersonID
    private var due: Int64?
    private var backup: ArchiveBackup?
    private var isBackupDone = false
    private var rooms: [RoomID]?
    private var room: Pruning?
    /// From when on ages are counted, found anew for each round.
    private var present: Timestamp?

    /// A room that is looked at.
    private struct Pruning {
        let id: RoomID
        let retention: Retention
        var readUpTo: Int64
        /// How far its texts were added up, and how many bytes may still be.
        var measured: (before: Int64, left: Int64)?
        /// Up to where messages go, because the texts behind them fill the room.
        var cut: Int64?
    }

    package init(_ upkeep: Upkeep, path: String, me: PersonID, at now: Int64, firstPause: Int64) {
        (self.upkeep, self.path, self.me) = (upkeep, path, me)
        if upkeep.prunes || upkeep.makesBackups { due = now + firstPause }
    }

    /// When the next step is due; nil when there is nothing to do, ever.
    package var next: Int64? { due }

    /// Does one step, if it is due at `now`. Returns what is wrong, once for each round.
    package mutating func work(on archive: Archive, at now: Int64, _ time: Timestamp) -> ArchiveError? {
        guard let due, due <= now else { return nil }
        do throws(ArchiveError) {
            let isDone = try step(archive, time)
            self.due = now + (isDone ? Caretaker.dailyPause : Caretaker.stepPause)
            if isDone { (isBackupDone, rooms, room, present) = (false, nil, nil, nil) }
            return nil
        } catch .locked {
            // Others write; they come first.
            self.due = now + 1000
            return nil
        } catch {
            (backup, isBackupDone, rooms, room, present) = (nil, false, nil, nil, nil)
            self.due = now + Caretaker.dailyPause
            return error
        }
    }

    /// Gives up what is not finished.
    package mutating func stop() {
        backup = nil
        due = nil
    }

    /// Returns whether all is done. The copy comes first: it has what is removed after it.
    private mutating func step(_ archive: Archive, _ time: Timestamp) throws(ArchiveError) -> Bool {
        if upkeep.makesBackups, !isBackupDone {
            if let backup {
                isBackupDone = try backup.step(pages: Caretaker.pagesPerStep)
                if isBackupDone { self.backup = nil }
            } else {
                backup = try ArchiveBackup(of: path, now: time)
                isBackupDone = backup == nil
            }
            return false
        }
        guard upkeep.prunes else { return true }
        if room != nil { return try prune(archive, time) }
        if rooms == nil {
            rooms = try archive.rooms()
            present = try Caretaker.present(archive, time)
        }
        guard let id = rooms?.popLast() else { return true }
        guard let retention = upkeep.retention(of: id) else { return false }
        room = Pruning(id: id, retention: retention, readUpTo: try archive.readByAll(id, and: me))
        if let bytes = retention.bytes { room?.measured = (.max, bytes) }
        return false
    }

    /// From when on the ages of messages are counted: now, unless the clock is more than a day past the newest message.
    ///
    /// What a clock says that is years ahead would remove all that was read, in one start. A day without a word moves
    /// nothing out of its time either: what is old goes once something new is said.
    private static func present(_ archive: Archive, _ time: Timestamp) throws(ArchiveError) -> Timestamp {
        guard let newest = try archive.newestTime(), time.milliseconds - newest.milliseconds > dailyPause else {
            return time
        }
        return newest
    }

    private mutating func prune(_ archive: Archive, _ time: Timestamp) throws(ArchiveError) -> Bool {
        guard var room else { return false }
        let limit = Caretaker.rowsPerStep
        if let days = room.retention.days {
            let end = Timestamp(
                milliseconds: (present ?? time).milliseconds - Int64(min(max(days, 0), 1_000_000)) * 86_400_000)
            if try archive.prune(room.id, upTo: room.readUpTo, before: end, limit: limit) > 0 { return false }
        }
        if let measured = room.measured {
            let (left, place) = try archive.measure(
                room.id, before: measured.before, bytes: measured.left, limit: 20 * limit)
            room.measured = place.map { ($0, left) }
            if left < 0 { (room.measured, room.cut) = (nil, place) }
            self.room = room
            return false
        }
        if let cut = room.cut, try archive.prune(room.id, upTo: min(cut, room.readUpTo), limit: limit) > 0 {
            return false
        }
        self.room = nil
        return false
    }
}
