import Archive
import ChatCore
import RichText

/// Read positions and reading places that wait to be written: at most one write a second, however fast one reads.
struct ReadPositions {
    /// Milliseconds between writes.
    static let pause: Int64 = 1000

    private var waiting: [RoomID: Int64] = [:]
    private var places: [RoomID: ReadingPlace?] = [:]
    private var notBefore: Int64 = .min

    /// When the next write is due; nil when nothing waits.
    var next: Int64? { waiting.isEmpty && places.isEmpty ? nil : notBefore }

    /// Up to where one has read `room`, as far as that is not written yet.
    func waiting(_ room: RoomID) -> Int64? { waiting[room] }

    /// One has read `room` up to `upTo`.
    mutating func put(_ room: RoomID, _ upTo: Int64) { waiting[room] = max(upTo, waiting[room] ?? .min) }

    /// One reads `room` at `place`; nil for its end.
    mutating func put(_ room: RoomID, _ place: ReadingPlace?) { places.updateValue(place, forKey: room) }

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
            try archive.setReadingPlaces(of: person, places)
            places = [:]
        } catch {}
    }
}
