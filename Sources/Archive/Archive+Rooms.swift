import ChatCore
import RichText

extension Archive {
    /// The rooms in which something was said, the one with the newest message first.
    public func rooms() throws(ArchiveError) -> [RoomID] {
        // Stepping from room to room in the index costs by the number of rooms; grouping would read every message.
        let sql = """
            WITH RECURSIVE found (room) AS (
                SELECT min(room) FROM message
                UNION ALL
                SELECT (SELECT min(room) FROM message WHERE room > found.room) FROM found WHERE found.room IS NOT NULL
            )
            SELECT room FROM found WHERE room IS NOT NULL
            ORDER BY (SELECT max(seq) FROM message WHERE message.room = found.room) DESC
            """
        var result: [RoomID] = []
        try statement(sql).each([]) { row in
            result.append(RoomID(HarmlessText.line(row.text(0, limit: MessageRow.longestName))))
            return true
        }
        return result
    }

    /// Up to which place `person` has read `room`; nil when never.
    public func readPosition(of person: PersonID, in room: RoomID) throws(ArchiveError) -> Int64? {
        var result: Int64?
        let sql = "SELECT seq FROM read_position WHERE person = ? AND room = ?"
        try statement(sql).each([.text(person.text), .text(room.text)]) { row in
            result = row.integer(0)
            return true
        }
        return result
    }

    /// Keeps that `person` has read `room` up to and including the place `upTo`. A position never goes back.
    public func setReadPosition(of person: PersonID, in room: RoomID, to upTo: Int64) throws(ArchiveError) {
        try setReadPositions(of: person, [room: upTo])
    }

    /// Keeps up to which places `person` has read some rooms, in one transaction.
    public func setReadPositions(of person: PersonID, _ positions: [RoomID: Int64]) throws(ArchiveError) {
        if positions.isEmpty { return }
        try inTransaction { () throws(ArchiveError) in
            let keep = try statement(
                """
                INSERT INTO read_position (person, room, seq) VALUES (?, ?, ?)
                ON CONFLICT (person, room) DO UPDATE SET seq = excluded.seq WHERE excluded.seq > seq
                """)
            for (room, upTo) in positions {
                try keep.run([.text(person.text), .text(room.text), .integer(upTo)])
            }
        }
    }
}
