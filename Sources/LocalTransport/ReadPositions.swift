import Archive
import ChatCore
import RichText

/// Read positions that wait to be written: at most one write a second, however fast one reads.
struct ReadPositions {
    /// Milliseconds between writes.
    static let pause: Int64 = 1000

    private var waiting: [RoomID: Int64] = [:]
    private var notBefore: Int64 = .min

    /// When the next write is due; nil when nothing waits.
    var next: Int64? { waiting.isEmpty ? nil : notBefore }

    /// One has read `room` up to `upTo`.
    mutating func put(_ room: RoomID, _ upTo: Int64) { waiting[room] = max(upTo, waiting[room] ?? .min) }

    /// Writes what waits, if the pause is over at `now`.
    mutating func writeIfDue(to archive: Archive, person: PersonID, at now: Int64) {
        guard let next, next <= now else { return }
        notBefore = now + ReadPositions.pause
        writeAll(to: archive, person: person)
    }

    /// Writes what waits. What cannot be written waits on: it is only a convenience, and worth no complaint.
    mutating func writeAll(to archive: Archive, person: PersonID) {
        do throws(ArchiveError) {
            try archive.setReadPositions(of: person, waiting)
            waiting = [:]
        } catch {}
    }
}
