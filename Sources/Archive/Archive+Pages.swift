import ChatCore
import RichText

extension Archive {
    /// The part of `room` at `landmark`: at most `limit` messages, the landmark's in the middle, or all behind it for
    /// ``Landmark/after(_:)``. Costs the same wherever in a room of whatever length it lies.
    public func page(at landmark: Landmark, in room: RoomID, limit: Int) throws(ArchiveError) -> Page {
        let limit = max(limit, 2)
        if case .after(let order) = landmark {
            let found = try messages(in: room, after: order, limit: limit + 1)
            return Page(landmark, Array(found.prefix(limit)), reachesStart: false, reachesEnd: found.count <= limit)
        }
        guard let place = try place(of: landmark, in: room) else {
            return Page(landmark, [], reachesStart: false, reachesEnd: false)
        }
        let half = limit / 2
        let before = try messages(in: room, before: place, limit: half + 1)
        let after = try messages(in: room, after: place - 1, limit: limit - half + 1)
        return Page(
            landmark, Array(before.suffix(half) + after.prefix(limit - half)), reachesStart: before.count <= half,
            reachesEnd: after.count <= limit - half)
    }

    /// The place of what stands at `landmark`; nil when there is no such message.
    private func place(of landmark: Landmark, in room: RoomID) throws(ArchiveError) -> Int64? {
        switch landmark {
        case .place(let order), .after(let order): return max(order, 1)
        case .message(let id):
            return try number(
                "SELECT seq FROM message WHERE id IN (?, ?) AND room = ?",
                [.text(id.text), .text(MessageRow.scoped(id, room)), .text(room.text)])
        case .time(let moment):
            let values: [Statement.Value] = [.text(room.text), .integer(moment.milliseconds)]
            let later = try number(
                "SELECT seq FROM message WHERE room = ? AND time >= ? ORDER BY time, seq LIMIT 1", values)
            if let later { return later }
            return try number("SELECT seq FROM message WHERE room = ? ORDER BY seq DESC LIMIT 1", [.text(room.text)])
        }
    }

    /// Where `person` was reading in `room`; nil for its end.
    public func readingPlace(of person: PersonID, in room: RoomID) throws(ArchiveError) -> ReadingPlace? {
        var result: ReadingPlace?
        let sql = "SELECT seq, line FROM reading_place WHERE person = ? AND room = ?"
        try statement(sql).each([.text(person.text), .text(room.text)]) { row in
            result = ReadingPlace(order: row.integer(0), row: Int(min(max(row.integer(1), 0), 1 << 20)))
            return true
        }
        return result
    }

    /// Keeps where `person` reads in some rooms, in one transaction; nil for a room's end.
    public func setReadingPlaces(of person: PersonID, _ places: [RoomID: ReadingPlace?]) throws(ArchiveError) {
        if places.isEmpty { return }
        try inTransaction { () throws(ArchiveError) in
            let keep = try statement(
                """
                INSERT INTO reading_place (person, room, seq, line) VALUES (?, ?, ?, ?)
                ON CONFLICT (person, room) DO UPDATE SET seq = excluded.seq, line = excluded.line
                """)
            let forget = try statement("DELETE FROM reading_place WHERE person = ? AND room = ?")
            for (room, place) in places {
                let key: [Statement.Value] = [.text(person.text), .text(room.text)]
                guard let place else {
                    try forget.run(key)
                    continue
                }
                try keep.run(key + [.integer(place.order), .integer(Int64(place.row))])
            }
        }
    }
}
