import ChatCore
import RichText

/// Something that was said about a room rather than in it.
public struct RoomEvent: Hashable, Sendable {
    /// What was said.
    public enum Kind: Hashable, Sendable {
        /// What the room is about from now on; empty when about nothing any more.
        case topic(String)
        /// That person is asked to come.
        case invitation(PersonID)
    }

    /// Its place in the order of all events, from 1; 0 until it is kept.
    public var order: Int64 = 0
    /// Which room it is about.
    public var room: RoomID
    /// When it was said.
    public var time: Timestamp
    /// Who said it.
    public var author: Person
    /// What was said.
    public var kind: Kind

    /// An event that is not kept yet.
    public init(room: RoomID, time: Timestamp, author: Person, kind: Kind) {
        (self.room, self.time, self.author, self.kind) = (room, time, author, kind)
    }
}

extension Archive {
    /// The most UTF-8 bytes of a topic.
    public static let longestTopic = 4096

    private static let eventColumns = "SELECT seq, room, time, author, name, kind, person, text FROM room_event "

    /// Keeps `event`; when this returns, it is on the disk.
    public func append(_ event: RoomEvent) throws(ArchiveError) {
        let (kind, person, text): (String, String?, String) =
            switch event.kind {
            case .topic(let text): ("topic", nil, text)
            case .invitation(let person): ("invitation", person.text, "")
            }
        guard text.utf8.count <= Archive.longestTopic else { throw .messageTooLong(path: path) }
        try inTransaction { () throws(ArchiveError) in
            let sql =
                "INSERT INTO room_event (room, time, author, name, kind, person, text) VALUES (?, ?, ?, ?, ?, ?, ?)"
            try statement(sql).run([
                .text(event.room.text), .integer(event.time.milliseconds), .text(event.author.id.text),
                .text(event.author.name), .text(kind), .optional(person), .text(text),
            ])
        }
        ring()
    }

    /// The oldest `limit` events behind the place `after`, oldest first, and up to which place that reaches: events of
    /// kinds that are not known are passed over.
    public func roomEvents(
        after: Int64, limit: Int
    ) throws(ArchiveError) -> (events: [RoomEvent], upTo: Int64) {
        try events("WHERE seq > ? ORDER BY seq LIMIT ?", [.integer(after), .integer(Int64(max(0, limit)))], after)
    }

    /// The place of the newest event; 0 when there is none.
    public func newestRoomEvent() throws(ArchiveError) -> Int64 {
        try number("SELECT max(seq) FROM room_event", []) ?? 0
    }

    /// What `room` is about; empty when nobody said.
    public func topic(of room: RoomID) throws(ArchiveError) -> String {
        let filter = "WHERE room = ? AND kind = 'topic' ORDER BY seq DESC LIMIT 1"
        let found = try events(filter, [.text(room.text)], 0).events.first
        return if case .topic(let text)? = found?.kind { text } else { "" }
    }

    /// What rooms are about, where somebody said so.
    public func topics() throws(ArchiveError) -> [RoomID: String] {
        let filter =
            "WHERE kind = 'topic' AND seq = (SELECT max(later.seq) FROM room_event AS later "
            + "WHERE later.room = room_event.room AND later.kind = 'topic')"
        var result: [RoomID: String] = [:]
        for event in try events(filter, [], 0).events {
            if case .topic(let text) = event.kind, !text.isEmpty { result[event.room] = text }
        }
        return result
    }

    /// The invitations of `person` that were not told yet, oldest first, at most 100: see ``setHeard(by:upTo:)``.
    public func invitations(of person: PersonID) throws(ArchiveError) -> [RoomEvent] {
        let filter =
            "WHERE person = ?1 AND kind = 'invitation' "
            + "AND seq > ifnull((SELECT seq FROM heard WHERE heard.person = ?1), 0) ORDER BY seq LIMIT 100"
        return try events(filter, [.text(person.text)], 0).events
    }

    /// Keeps that `person` was told of the invitations up to and including the place `upTo`.
    public func setHeard(by person: PersonID, upTo: Int64) throws(ArchiveError) {
        try inTransaction { () throws(ArchiveError) in
            let sql =
                "INSERT INTO heard (person, seq) VALUES (?, ?) "
                + "ON CONFLICT (person) DO UPDATE SET seq = excluded.seq WHERE excluded.seq > seq"
            try statement(sql).run([.text(person.text), .integer(upTo)])
        }
    }

    private func events(
        _ filter: String, _ values: [Statement.Value], _ before: Int64
    ) throws(ArchiveError) -> (events: [RoomEvent], upTo: Int64) {
        var result: [RoomEvent] = []
        var last = before
        try statement(Archive.eventColumns + filter).each(values) { row in
            last = row.integer(0)
            if let event = RoomEvent(row) { result.append(event) }
            return true
        }
        return (result, last)
    }
}

extension RoomEvent {
    /// The event in the present row; nil when it is of a kind that is not known.
    fileprivate init?(_ row: Statement) {
        switch row.text(5, limit: 16) {
        case "topic": kind = .topic(HarmlessText.line(row.text(7, limit: Archive.longestTopic)))
        case "invitation": kind = .invitation(PersonID(MessageRow.line(row, 6)))
        default: return nil
        }
        order = row.integer(0)
        room = RoomID(MessageRow.line(row, 1))
        time = Timestamp(milliseconds: row.integer(2)).bounded
        author = Person(id: PersonID(MessageRow.line(row, 3)), name: MessageRow.line(row, 4))
    }
}
