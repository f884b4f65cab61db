import ChatCore
import RichText

extension Archive {
    /// A room in which something was said, and its newest message.
    public struct Activity: Hashable, Sendable {
        /// Which room it is.
        public let room: RoomID
        /// The newest message's place.
        public let newest: Int64
        /// When it was said.
        public let time: Timestamp
    }

    /// The rooms in which something was said, the one with the newest message first.
    public func rooms() throws(ArchiveError) -> [RoomID] { try activity().map(\.room) }

    /// The rooms whose ids begin with `prefix` and in which something was said, the one with the newest message first.
    public func activity(prefix: String = "") throws(ArchiveError) -> [Activity] {
        // Stepping from room to room in the index costs by the number of rooms; grouping would read every message.
        let sql = """
            WITH RECURSIVE found (room) AS (
                SELECT min(room) FROM message WHERE room >= ?1 AND room < ?2
                UNION ALL
                SELECT (SELECT min(room) FROM message WHERE room > found.room AND room < ?2)
                FROM found WHERE found.room IS NOT NULL
            )
            SELECT found.room, message.seq, message.time FROM found CROSS JOIN message
            WHERE message.seq = (SELECT max(seq) FROM message AS said WHERE said.room = found.room)
            ORDER BY message.seq DESC
            """
        var result: [Activity] = []
        try statement(sql).each([.text(prefix), .text(prefix + "\u{10FFFF}")]) { row in
            result.append(
                Activity(
                    room: RoomID(MessageRow.line(row, 0)), newest: row.integer(1),
                    time: Timestamp(milliseconds: row.integer(2)).bounded))
            return true
        }
        return result
    }

    /// The name by which `person` spoke last in `room`, if that was among the newest 1000 messages.
    public func name(of person: PersonID, in room: RoomID) throws(ArchiveError) -> String? {
        let sql =
            "SELECT name FROM (SELECT author, name FROM message WHERE room = ? ORDER BY seq DESC LIMIT 1000) "
            + "WHERE author = ? LIMIT 1"
        var result: String?
        try statement(sql).each([.text(room.text), .text(person.text)]) { row in
            result = MessageRow.line(row, 0)
            return false
        }
        return result
    }

    /// Whether somebody else than `person` said something in `room` past the place `order`.
    public func holdsNews(for person: PersonID, in room: RoomID, after order: Int64) throws(ArchiveError) -> Bool {
        var result = false
        let sql = "SELECT 1 FROM message WHERE room = ? AND seq > ? AND author <> ? LIMIT 1"
        try statement(sql).each([.text(room.text), .integer(order), .text(person.text)]) { _ in
            result = true
            return false
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
