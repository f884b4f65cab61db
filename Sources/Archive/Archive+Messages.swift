import ChatCore
import CSQLite
import Glibc
import RichText

extension Archive {
    /// Keeps `message`. When this returns, the message is on the disk.
    ///
    /// Returns it with its place and as sent. A message whose id is kept already is not kept again: the one that is
    /// there is returned.
    @discardableResult
    public func append(_ message: Message) throws(ArchiveError) -> Message {
        try append([message])[0]
    }

    /// Keeps `messages` in this order, all of them or, after an error, none; otherwise as for one message.
    @discardableResult
    public func append(_ messages: [Message]) throws(ArchiveError) -> [Message] {
        var rows: [MessageRow] = []
        for message in messages {
            let row = MessageRow(message)
            guard row.fits else { throw .messageTooLong(path: path) }
            rows.append(row)
        }
        if messages.isEmpty { return [] }
        var stored: [Message] = []
        try inTransaction { () throws(ArchiveError) in
            stored.removeAll()
            let isIndexed = try isSearchable()
            for (row, message) in zip(rows, messages) {
                let (kept, isNew) = try keep(row, of: message)
                stored.append(kept)
                if isIndexed && isNew && !kept.isRetracted { try index(kept, text: row.text) }
            }
            if isIndexed { try markSearchable() }
        }
        ring()
        return stored
    }

    /// Whether `message` is short enough to be kept.
    public static func canKeep(_ message: Message) -> Bool { MessageRow(message).fits }

    private func keep(_ row: MessageRow, of message: Message) throws(ArchiveError) -> (Message, isNew: Bool) {
        var order: Int64?
        try statement(
            """
            INSERT INTO message (id, room, time, author, name, text, marks) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO NOTHING RETURNING seq
            """
        ).each(row.values) { row in
            order = row.integer(0)
            return true
        }
        if let order {
            var result = message
            result.order = order
            result.delivery = .sent
            return (result, true)
        }
        let known = try read("WHERE id = ?", [.text(message.id.text)])
        guard let first = known.first else { throw .corrupt(path: path, code: 0) }
        return (first, false)
    }

    /// Tells other processes that there is something new: the file's times change after the commit, which `inotify`
    /// reports as IN_ATTRIB. The log's own writes are reported before the commit can be seen.
    func ring() { utimensat(AT_FDCWD, path, nil, 0) }

    /// The newest `limit` messages of `room` whose place is before `before` (nil: the newest of all), oldest first.
    public func messages(
        in room: RoomID, before: Int64? = nil, limit: Int
    ) throws(ArchiveError) -> [Message] {
        let values: [Statement.Value] = [
            .text(room.text), .integer(before ?? .max), .integer(Int64(max(0, limit))),
        ]
        return try read("WHERE room = ? AND seq < ? ORDER BY seq DESC LIMIT ?", values).reversed()
    }

    /// The oldest `limit` messages of `room` whose place is after `after`, oldest first.
    public func messages(in room: RoomID, after: Int64, limit: Int) throws(ArchiveError) -> [Message] {
        let values: [Statement.Value] = [.text(room.text), .integer(after), .integer(Int64(max(0, limit)))]
        return try read("WHERE room = ? AND seq > ? ORDER BY seq LIMIT ?", values)
    }

    /// The oldest `limit` messages of all rooms whose place is after `after`, oldest first.
    public func messages(after: Int64, limit: Int) throws(ArchiveError) -> [Message] {
        try read("WHERE seq > ? ORDER BY seq LIMIT ?", [.integer(after), .integer(Int64(max(0, limit)))])
    }

    /// Hands each message of `room` (nil: of all rooms) said at `since` or later to `body`, oldest first, until that
    /// returns false. Only one message is in memory at a time; `body` must not use this archive.
    public func forEachMessage(
        in room: RoomID? = nil, since: Timestamp? = nil, _ body: (Message) -> Bool
    ) throws(ArchiveError) {
        var filter = "WHERE time >= ?"
        var values: [Statement.Value] = [.integer(since?.milliseconds ?? .min)]
        if let room {
            filter += " AND room = ?"
            values.append(.text(room.text))
        }
        var failure: ArchiveError?
        try statement(selection + filter + " ORDER BY seq").each(values) { row in
            var message = MessageRow.message(row)
            do throws(ArchiveError) {
                if MessageRow.isAmended(row) { try applyAmendments(to: &message) }
            } catch {
                failure = error
                return false
            }
            return body(message)
        }
        if let failure { throw failure }
    }

    /// The place of the newest message of all rooms; 0 when there is none.
    public func newestOrder() throws(ArchiveError) -> Int64 {
        var result: Int64 = 0
        try statement("SELECT ifnull(max(seq), 0) FROM message").each([]) { row in
            result = row.integer(0)
            return true
        }
        return result
    }

    /// Begins the statements that read nothing but messages.
    private var selection: String { "SELECT " + MessageRow.columns(format: format) + " FROM message " }

    func read(_ filter: String, _ values: [Statement.Value]) throws(ArchiveError) -> [Message] {
        try rows(selection + filter, values)
    }

    /// The messages that `sql`, with the columns of ``MessageRow/columns(format:)``, gives, as they read now.
    func rows(_ sql: String, _ values: [Statement.Value]) throws(ArchiveError) -> [Message] {
        var result: [Message] = []
        var amended: [Int] = []
        var names = SharedNames()
        try statement(sql).each(values) { row in
            if MessageRow.isAmended(row) { amended.append(result.count) }
            result.append(names.sharing(MessageRow.message(row)))
            return true
        }
        for index in amended { try applyAmendments(to: &result[index]) }
        return result
    }
}
