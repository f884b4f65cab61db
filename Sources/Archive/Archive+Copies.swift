import ChatCore
import JSON
import RichText

/// Copies of what servers keep: each account has an archive of its own for them.
///
/// Unlike in a local room, the place of a message is given with it, since older ones may come after newer ones; and a
/// change overwrites what the message said, since the server keeps what was said before. Within the file an id begins
/// with its room, for two servers may use the same.
extension Archive {
    /// Keeps `news` in one transaction; after an error nothing of it is kept. What is kept already is overwritten.
    public func keep(_ news: CopiedNews) throws(ArchiveError) {
        try inTransaction { () throws(ArchiveError) in
            for copy in news.copies { try keep(copy) }
            for (room, known) in news.rooms { try keep(known, room) }
            for (room, changes) in news.waiting { try keep(changes, room) }
            try markSearchable()
        }
    }

    private func keep(_ copy: MessageCopy) throws(ArchiveError) {
        let row = MessageRow(copy.message)
        let id = MessageRow.scoped(copy.message.id, copy.message.room)
        // Whatever is longer than what is read is not kept at all.
        guard row.text.utf8.count <= Archive.longestText, (row.marks?.utf8.count ?? 0) <= MessageRow.longestMarks,
            id.utf8.count <= MessageRow.longestName
        else { return }
        var (kept, place) = (copy.message, copy.message.order ?? 1)
        // Nearly all are new: to look first would take as long as to write.
        if try !insert(row, id: id, at: place) {
            if let known = try read("WHERE id = ?", [.text(id)]).first, let place = known.order {
                try overwrite(known, row, at: place)
                try keepNames(of: copy, at: place)
                return
            }
            // Another program of the same account has taken the place.
            repeat { place += 1 } while try !insert(row, id: id, at: place)
        }
        kept.order = place
        if !kept.isRetracted { try index(kept, text: row.text) }
        try keepNames(of: copy, at: place)
    }

    /// Writes a new row. Returns false where its id or its place is taken.
    private func insert(_ row: MessageRow, id: String, at place: Int64) throws(ArchiveError) -> Bool {
        let made = try statement(
            in: &keeping.message,
            "INSERT INTO message (seq, id, room, time, author, name, text, marks) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
                + "ON CONFLICT DO NOTHING")
        try made.run([.integer(place), .text(id)] + row.values.dropFirst())
        return connection.changes > 0
    }

    private func overwrite(_ known: Message, _ row: MessageRow, at place: Int64) throws(ArchiveError) {
        let (new, room) = (row.message, known.room)
        let readsTheSame =
            known.body == new.body && known.author == new.author && known.isRetracted == new.isRetracted
        if !readsTheSame, !known.isRetracted { try unindex(known) }
        try statement("UPDATE message SET time = ?, author = ?, name = ?, text = ?, marks = ? WHERE seq = ?").run([
            .integer(new.time.milliseconds), .text(new.author.id.text), .text(new.author.name), .text(row.text),
            .optional(row.marks), .integer(place),
        ])
        guard !readsTheSame, !new.isRetracted else { return }
        var changed = new
        (changed.order, changed.room) = (place, room)
        try index(changed, text: row.text)
    }

    private func keepNames(of copy: MessageCopy, at place: Int64) throws(ArchiveError) {
        let made = try statement(
            in: &keeping.names,
            """
            INSERT INTO copy (seq, room, archive_id, sender_id) VALUES (?, ?, ?, ?)
            ON CONFLICT (seq) DO UPDATE SET archive_id = ifnull(excluded.archive_id, archive_id),
                sender_id = ifnull(excluded.sender_id, sender_id)
            """)
        try made.run([
            .integer(place), .text(copy.message.room.text), .optional(copy.archiveID), .optional(copy.senderID),
        ])
    }

    private func keep(_ known: CopiedRoom, _ room: RoomID) throws(ArchiveError) {
        let sql = """
            INSERT INTO copied_room (room, kind, topic, oldest, newest, reaches_start) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (room) DO UPDATE SET kind = excluded.kind, topic = excluded.topic, oldest = excluded.oldest,
                newest = excluded.newest, reaches_start = excluded.reaches_start
            """
        try statement(sql).run([
            .text(room.text), .text(known.isRoom ? "room" : "person"), .text(known.topic), .optional(known.oldest),
            .optional(known.newest), .integer(known.reachesStart ? 1 : 0),
        ])
    }

    private func keep(_ changes: [WaitingChange], _ room: RoomID) throws(ArchiveError) {
        try statement("DELETE FROM waiting_change WHERE room = ?").run([.text(room.text)])
        let sql =
            "INSERT INTO waiting_change (room, kind, target, author, name, time, place, text) "
            + "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        for change in changes where change.text.utf8.count <= Archive.longestText {
            try statement(sql).run([
                .text(room.text), .text(change.kind), .text(change.target), .optional(change.author?.id.text),
                .optional(change.author?.name), .integer(change.time.milliseconds), .integer(change.place),
                .text(change.text),
            ])
        }
    }

    /// Whether a message stands at `place`.
    public func holds(place: Int64) throws(ArchiveError) -> Bool {
        try number("SELECT 1 FROM message WHERE seq = ?", [.integer(place)]) != nil
    }

    /// The last place that is taken in the file; nil in an empty one.
    public func lastPlace() throws(ArchiveError) -> Int64? {
        try number("SELECT seq FROM message ORDER BY seq DESC LIMIT 1", [])
    }

    /// How much of `room` is kept; nil when nothing is known of it.
    public func copiedRoom(_ room: RoomID) throws(ArchiveError) -> CopiedRoom? {
        var result: CopiedRoom?
        let sql = "SELECT kind, topic, oldest, newest, reaches_start FROM copied_room WHERE room = ?"
        try statement(sql).each([.text(room.text)]) { row in
            var known = CopiedRoom(isRoom: row.text(0, limit: 16) == "room")
            known.topic = HarmlessText.line(row.text(1, limit: Archive.longestTopic))
            known.oldest = Archive.name(row, 2)
            known.newest = Archive.name(row, 3)
            known.reachesStart = row.integer(4) != 0
            result = known
            return false
        }
        return result
    }

    /// The changes that wait in `room`, in order.
    public func waitingChanges(_ room: RoomID) throws(ArchiveError) -> [WaitingChange] {
        var result: [WaitingChange] = []
        let sql = "SELECT kind, target, author, name, time, place, text FROM waiting_change WHERE room = ? ORDER BY seq"
        try statement(sql).each([.text(room.text)]) { row in
            let author =
                row.isNull(2) ? nil : Person(id: PersonID(MessageRow.line(row, 2)), name: MessageRow.line(row, 3))
            result.append(
                WaitingChange(
                    kind: row.text(0, limit: 16), target: row.text(1, limit: MessageRow.longestName), author: author,
                    time: Timestamp(milliseconds: row.integer(4)).bounded, place: row.integer(5),
                    text: row.text(6, limit: Archive.longestText)))
            return true
        }
        return result
    }

    /// The newest `limit` copies of `room` before the place `before` (nil: of all), oldest first.
    public func copies(
        in room: RoomID, before: Int64? = nil, limit: Int
    ) throws(ArchiveError) -> [MessageCopy] {
        try named(try messages(in: room, before: before, limit: limit))
    }

    /// The message `id` of `room`.
    public func copy(_ id: MessageID, in room: RoomID) throws(ArchiveError) -> MessageCopy? {
        try named(try read("WHERE id = ?", [.text(MessageRow.scoped(id, room))])).first
    }

    /// The message that the server knows by `archiveID` in `room`.
    public func copy(archiveID: String, in room: RoomID) throws(ArchiveError) -> MessageCopy? {
        let filter = "WHERE seq = (SELECT seq FROM copy WHERE archive_id = ? AND room = ?)"
        return try named(try read(filter, [.text(archiveID), .text(room.text)])).first
    }

    /// Which of `archiveIDs` the server knows messages of `room` by that are kept.
    public func known(archiveIDs: [String], in room: RoomID) throws(ArchiveError) -> Set<String> {
        var list = JSONText()
        list.object { $0.array("ids", archiveIDs) { $0.string($1) } }
        var result: Set<String> = []
        let sql =
            "SELECT archive_id FROM json_each(?, '$.ids') CROSS JOIN copy ON copy.archive_id = value AND copy.room = ?"
        try statement(sql).each([.text(list.text), .text(room.text)]) { row in
            if let id = Archive.name(row, 0) { result.insert(id) }
            return true
        }
        return result
    }

    /// The newest message that `author` (nil: anybody) sent to `room` under `senderID`.
    public func copy(
        senderID: String, by author: PersonID?, in room: RoomID
    ) throws(ArchiveError) -> MessageCopy? {
        let filter = "WHERE seq IN (SELECT seq FROM copy WHERE sender_id = ? AND room = ?) ORDER BY seq DESC LIMIT 50"
        let found = try read(filter, [.text(senderID), .text(room.text)])
        return try named(Array(found.filter { author == nil || $0.author.id == author }.prefix(1))).first
    }

    /// The server's id of the last message of `room` at or before the place `order` that has one.
    public func archiveID(upTo order: Int64, in room: RoomID) throws(ArchiveError) -> String? {
        var result: String?
        let sql = """
            SELECT copy.archive_id FROM message CROSS JOIN copy ON copy.seq = message.seq
            WHERE message.room = ? AND message.seq <= ? AND copy.archive_id IS NOT NULL
            ORDER BY message.seq DESC LIMIT 1
            """
        try statement(sql).each([.text(room.text), .integer(order)]) { row in
            result = Archive.name(row, 0)
            return false
        }
        return result
    }

    /// The place of the newest message of `room`; nil when there is none.
    public func newestPlace(in room: RoomID) throws(ArchiveError) -> Int64? {
        try number("SELECT seq FROM message WHERE room = ? ORDER BY seq DESC LIMIT 1", [.text(room.text)])
    }

    /// The place of the oldest message of `room`; nil when there is none.
    public func oldestPlace(in room: RoomID) throws(ArchiveError) -> Int64? {
        try number("SELECT seq FROM message WHERE room = ? ORDER BY seq LIMIT 1", [.text(room.text)])
    }

    /// What is kept of `room` begins with its oldest message now: those before it were let go.
    func noteFirstCopy(of room: RoomID) throws(ArchiveError) {
        let sql = """
            UPDATE copied_room SET reaches_start = 0, oldest = ifnull(
                (SELECT copy.archive_id FROM message CROSS JOIN copy ON copy.seq = message.seq
                    WHERE message.room = ?1 AND copy.archive_id IS NOT NULL ORDER BY message.seq LIMIT 1), newest)
            WHERE room = ?1
            """
        try statement(sql).run([.text(room.text)])
    }

    private func named(_ messages: [Message]) throws(ArchiveError) -> [MessageCopy] {
        var result: [MessageCopy] = []
        for message in messages {
            var copy = MessageCopy(message, archiveID: nil, senderID: nil)
            let sql = "SELECT archive_id, sender_id FROM copy WHERE seq = ?"
            try statement(sql).each([.integer(message.order ?? 0)]) { row in
                (copy.archiveID, copy.senderID) = (Archive.name(row, 0), Archive.name(row, 1))
                return false
            }
            result.append(copy)
        }
        return result
    }

    private static func name(_ row: Statement, _ column: Int32) -> String? {
        row.isNull(column) ? nil : row.text(column, limit: MessageRow.longestName)
    }
}
