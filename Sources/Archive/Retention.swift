import ChatCore
import RichText

/// How long messages of a room are kept. What somebody has not read yet is always kept.
public struct Retention: Hashable, Sendable {
    /// Messages that were said more than so many days ago go; nil keeps them.
    public var days: Int?
    /// The oldest messages go while the texts of the room are larger than so many bytes of UTF-8; nil keeps them.
    public var bytes: Int64?

    /// Keeps everything, unless told otherwise.
    public init(days: Int? = nil, bytes: Int64? = nil) { (self.days, self.bytes) = (days, bytes) }
}

extension Archive {
    /// Up to which place everybody has read `room` who ever read it; 0 when nobody has, or `person` has not.
    public func readByAll(_ room: RoomID, and person: PersonID) throws(ArchiveError) -> Int64 {
        guard try readPosition(of: person, in: room) != nil else { return 0 }
        return try number("SELECT min(seq) FROM read_position WHERE room = ?", [.text(room.text)]) ?? 0
    }

    /// When the message that was kept last was said; nil when there is none.
    public func newestTime() throws(ArchiveError) -> Timestamp? {
        try number("SELECT time FROM message ORDER BY seq DESC LIMIT 1", []).map {
            Timestamp(milliseconds: $0).bounded
        }
    }

    /// Adds up the texts of at most `limit` messages of `room` before the place `before`, newest first, until there are
    /// more than `bytes` of them. Returns how many bytes are left, and the place of the last message that was looked at;
    /// the place is nil when there are no more messages.
    public func measure(
        _ room: RoomID, before: Int64, bytes: Int64, limit: Int
    ) throws(ArchiveError) -> (left: Int64, place: Int64?) {
        var left = bytes
        var count = 0
        var place: Int64?
        let sql =
            "SELECT seq, length(CAST(text AS BLOB)) FROM message WHERE room = ? AND seq < ? ORDER BY seq DESC LIMIT ?"
        try statement(sql).each([.text(room.text), .integer(before), .integer(Int64(limit))]) { row in
            left -= row.integer(1)
            count += 1
            place = row.integer(0)
            return left >= 0
        }
        return (left, left >= 0 && count < limit ? nil : place)
    }

    /// Removes at most `limit` messages of `room` up to and including the place `upTo`, the oldest first, with all that
    /// belongs to them; with `before`, only those said earlier. Returns how many were removed.
    public func prune(
        _ room: RoomID, upTo: Int64, before: Timestamp? = nil, limit: Int
    ) throws(ArchiveError) -> Int {
        var count = 0
        let values: [Statement.Value] = [
            .text(room.text), .integer(upTo), .integer(before?.milliseconds ?? .max), .integer(Int64(limit)),
        ]
        // By time, so that old messages are found at once wherever they stand; by place where the time means nothing.
        let order = before == nil ? "seq" : "time"
        let filter = "WHERE room = ? AND seq <= ? AND time < ? ORDER BY \(order) LIMIT ?"
        if try read(filter, values).isEmpty { return 0 }
        try inTransaction { () throws(ArchiveError) in
            let found = try read(filter, values)
            count = found.count
            let indexed = try searchProgress()
            for message in found {
                guard let place = message.order else { continue }
                if place <= indexed, !message.isRetracted { try unindex(message) }
                try statement("DELETE FROM amendment WHERE target = ?").run([.integer(place)])
                try statement("DELETE FROM copy WHERE seq = ?").run([.integer(place)])
                try statement("DELETE FROM message WHERE seq = ?").run([.integer(place)])
            }
            try noteFirstCopy(of: room)
        }
        return count
    }
}
