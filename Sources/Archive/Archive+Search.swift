import ChatCore
import RichText

extension Archive {
    /// The newest `limit` messages of `room` (nil: of all rooms) that `search` finds and whose place is before `before`
    /// (nil: of all), newest first. Messages that are not in the index yet are not found; see ``indexMore(limit:)``.
    public func search(
        _ search: Search, in room: RoomID? = nil, before: Int64? = nil, limit: Int
    ) throws(ArchiveError) -> [Message] {
        guard let query = SearchIndex.query(search, in: room) else { return [] }
        // The index gives the newest first, and only as many rows as are looked at: the order of the tables is fixed.
        var sql =
            "SELECT " + MessageRow.columns(format: format)
            + " FROM message_search CROSS JOIN message ON message.seq = message_search.rowid"
            + " WHERE message_search MATCH ? AND message_search.rowid < ?"
        var values: [Statement.Value] = [.text(query), .integer(before ?? .max)]
        if search.since != nil || search.before != nil {
            sql += " AND message.time >= ? AND message.time < ?"
            values.append(.integer(search.since?.milliseconds ?? .min))
            values.append(.integer(search.before?.milliseconds ?? .max))
        }
        if let room {
            sql += " AND message.room = ?"
            values.append(.text(room.text))
        }
        sql += " ORDER BY message_search.rowid DESC LIMIT ?"
        values.append(.integer(Int64(max(0, limit))))
        return try rows(sql, values)
    }

    /// The newest `limit` messages of `room` (nil: of all rooms) that hold all `words`, oldest first.
    /// Words are split at blanks, and compared without case and accents; the last one may be the beginning of a word.
    public func search(
        _ words: String, in room: RoomID? = nil, limit: Int
    ) throws(ArchiveError) -> [Message] {
        var search = Search()
        search.words = words.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map {
            String(String.UnicodeScalarView($0))
        }
        return search.isEmpty ? [] : try self.search(search, in: room, limit: limit).reversed()
    }

    /// Brings up to `limit` messages into the index that came there by an older program or another way.
    /// Returns whether there may be more of them.
    public func indexMore(limit: Int) throws(ArchiveError) -> Bool {
        if try isSearchable() { return false }
        var count = 0
        try inTransaction { () throws(ArchiveError) in
            count = 0
            // Read again under the lock: another process may have done this part.
            let done = try searchProgress()
            let values: [Statement.Value] = [.integer(done), .integer(Int64(max(1, limit)))]
            for message in try read("WHERE seq > ? ORDER BY seq LIMIT ?", values) {
                if !message.isRetracted { try index(message, text: FlatText(message.body).text) }
                try setSearchProgress(message.order ?? done)
                count += 1
            }
        }
        return count > 0
    }

    /// Whether every message is in the index.
    func isSearchable() throws(ArchiveError) -> Bool { try searchProgress() >= newestOrder() }

    /// Says that every message is in the index; to be called in the transaction that has seen to it.
    func markSearchable() throws(ArchiveError) { try setSearchProgress(try newestOrder()) }

    /// Writes `message` into the index.
    func index(_ message: Message, text: String) throws(ArchiveError) {
        let made = try statement(
            in: &keeping.words, "INSERT INTO message_search (rowid, text, author, marks) VALUES (?, ?, ?, ?)")
        try made.run(entry(message, text))
    }

    /// Takes `message` out of the index, which keeps no texts: it is told again what it was given.
    func unindex(_ message: Message) throws(ArchiveError) {
        let sql = """
            INSERT INTO message_search (message_search, rowid, text, author, marks) VALUES ('delete', ?, ?, ?, ?)
            """
        try statement(sql).run(entry(message, FlatText(message.body).text))
    }

    private func entry(_ message: Message, _ text: String) -> [Statement.Value] {
        [
            .integer(message.order ?? 0), .text(SearchIndex.text(text)), .text(SearchIndex.text(message.author.name)),
            .text(SearchIndex.marks(of: message)),
        ]
    }

    /// Up to which place messages are in the index.
    func searchProgress() throws(ArchiveError) -> Int64 {
        var result: Int64 = 0
        try statement("SELECT seq FROM search_progress").each([]) { row in
            result = row.integer(0)
            return true
        }
        return result
    }

    private func setSearchProgress(_ order: Int64) throws(ArchiveError) {
        try statement("UPDATE search_progress SET seq = ?").run([.integer(order)])
    }
}
