/// What an archive file looks like inside, and how an older one is brought up to date.
enum Schema {
    /// "Mngl" in ASCII: how a file says that it is an archive of this program.
    static let applicationID: Int32 = 0x4D6E_676C

    /// The format that this program writes.
    static var version: Int { migrations.count }

    /// What makes format `n + 1` of format `n`. Entries are never changed, only added.
    ///
    /// `seq` is the order of the commits: SQLite has one writer at a time, and AUTOINCREMENT never gives a number twice.
    /// `marks` holds what a message has beside its text, as a JSON object with the keys of ``MessageJSON``.
    ///
    /// An `amendment` changes the message at `target`; its kinds are those of ``AmendmentRow``. A `room_event` is a topic
    /// (kind `topic`, in `text`) or an invitation (kind `invitation`, of `person`); `heard` tells up to which
    /// invitation a person was told.
    static let migrations = [
        """
        CREATE TABLE message (
            seq INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            room TEXT NOT NULL,
            time INTEGER NOT NULL,
            author TEXT NOT NULL,
            name TEXT NOT NULL,
            text TEXT NOT NULL,
            marks TEXT
        ) STRICT;
        CREATE INDEX message_by_room ON message (room, seq);
        CREATE TABLE read_position (
            person TEXT NOT NULL,
            room TEXT NOT NULL,
            seq INTEGER NOT NULL,
            PRIMARY KEY (person, room)
        ) STRICT, WITHOUT ROWID;
        CREATE VIRTUAL TABLE message_text USING fts5 (
            text, content = 'message', content_rowid = 'seq', tokenize = 'unicode61 remove_diacritics 2'
        );
        CREATE TRIGGER message_inserted AFTER INSERT ON message BEGIN
            INSERT INTO message_text (rowid, text) VALUES (new.seq, new.text);
        END;
        CREATE TRIGGER message_deleted AFTER DELETE ON message BEGIN
            INSERT INTO message_text (message_text, rowid, text) VALUES ('delete', old.seq, old.text);
        END;
        CREATE TRIGGER message_updated AFTER UPDATE OF text ON message BEGIN
            INSERT INTO message_text (message_text, rowid, text) VALUES ('delete', old.seq, old.text);
            INSERT INTO message_text (rowid, text) VALUES (new.seq, new.text);
        END;
        """,
        // The index of format 1 finds no words in texts without blanks. The new one is written by the program, as
        // `SearchIndex` tells, and `search_progress` holds up to which place that is done.
        """
        DROP TRIGGER message_inserted;
        DROP TRIGGER message_deleted;
        DROP TRIGGER message_updated;
        DROP TABLE message_text;
        CREATE VIRTUAL TABLE message_search USING fts5 (
            text, author, marks, content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2'
        );
        CREATE TABLE search_progress (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            seq INTEGER NOT NULL
        ) STRICT;
        INSERT INTO search_progress VALUES (1, 0);
        CREATE INDEX message_by_time ON message (room, time);
        CREATE TABLE reading_place (
            person TEXT NOT NULL,
            room TEXT NOT NULL,
            seq INTEGER NOT NULL,
            line INTEGER NOT NULL,
            PRIMARY KEY (person, room)
        ) STRICT, WITHOUT ROWID;
        """,
        // What is said of messages and rooms later. A program of format 2 that has the file open meanwhile goes on
        // rightly: it writes what it wrote before, and does not see these.
        """
        CREATE TABLE amendment (
            seq INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            target INTEGER NOT NULL REFERENCES message (seq),
            time INTEGER NOT NULL,
            author TEXT NOT NULL,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            text TEXT NOT NULL,
            marks TEXT
        ) STRICT;
        CREATE INDEX amendment_by_target ON amendment (target, seq);
        CREATE TABLE room_event (
            seq INTEGER PRIMARY KEY AUTOINCREMENT,
            room TEXT NOT NULL,
            time INTEGER NOT NULL,
            author TEXT NOT NULL,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            person TEXT,
            text TEXT NOT NULL
        ) STRICT;
        CREATE INDEX room_event_by_room ON room_event (room, kind, seq);
        CREATE INDEX room_event_by_person ON room_event (person, seq) WHERE person IS NOT NULL;
        CREATE TABLE heard (
            person TEXT PRIMARY KEY,
            seq INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """,
        // What an account keeps of what its server has; see `Archive+Copies`. Local rooms have no rows here.
        """
        CREATE TABLE copy (
            seq INTEGER PRIMARY KEY REFERENCES message (seq),
            room TEXT NOT NULL,
            archive_id TEXT,
            sender_id TEXT
        ) STRICT;
        CREATE INDEX copy_by_archive_id ON copy (archive_id, room) WHERE archive_id IS NOT NULL;
        CREATE INDEX copy_by_sender_id ON copy (sender_id, room) WHERE sender_id IS NOT NULL;
        CREATE TABLE copied_room (
            room TEXT PRIMARY KEY,
            kind TEXT NOT NULL,
            topic TEXT NOT NULL,
            oldest TEXT,
            newest TEXT,
            reaches_start INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE waiting_change (
            seq INTEGER PRIMARY KEY AUTOINCREMENT,
            room TEXT NOT NULL,
            kind TEXT NOT NULL,
            target TEXT NOT NULL,
            author TEXT,
            name TEXT,
            time INTEGER NOT NULL,
            place INTEGER NOT NULL,
            text TEXT NOT NULL
        ) STRICT;
        CREATE INDEX waiting_change_by_room ON waiting_change (room, seq);
        """,
    ]

    /// Whether the file behind `connection` is an archive that this program can use; throws when it is not.
    /// Returns the format; 0 for an empty file.
    static func check(_ connection: Connection) throws(ArchiveError) -> Int {
        // One transaction, so that the answers are of one moment while another process makes the archive.
        try connection.run("BEGIN")
        defer { try? connection.run("COMMIT") }
        return try check(connection, emptyPages: 0)
    }

    /// As above, within a transaction of the caller's.
    static func check(inTransaction connection: Connection) throws(ArchiveError) -> Int {
        try check(connection, emptyPages: 0)
    }

    /// As above, within a transaction; an empty file counts `emptyPages` pages there.
    private static func check(_ connection: Connection, emptyPages: Int64) throws(ArchiveError) -> Int {
        let version = try connection.integer("PRAGMA user_version")
        let application = try connection.integer("PRAGMA application_id")
        if version == 0, application == 0 {
            let pages = try connection.integer("PRAGMA page_count")
            let tables = try connection.integer("SELECT count(*) FROM sqlite_schema")
            if pages <= emptyPages, tables == 0 { return 0 }
        }
        guard application == Int64(applicationID) else {
            throw .foreign(path: connection.path, applicationID: Int32(truncatingIfNeeded: application))
        }
        guard version <= Int64(Schema.version) else {
            throw .newerFormat(path: connection.path, version: Int(version))
        }
        guard version > 0 else { throw .corrupt(path: connection.path, code: 0) }
        return Int(version)
    }

    /// Brings the file behind `connection` to the present format, in one transaction.
    static func migrate(_ connection: Connection) throws(ArchiveError) {
        // The version is read again under the lock: another process may have done the work meanwhile.
        try connection.run("BEGIN IMMEDIATE")
        do throws(ArchiveError) {
            // A transaction that writes gives an empty file its first page.
            let before = try check(connection, emptyPages: 1)
            for migration in migrations[before...] { try connection.run(migration) }
            try connection.run("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version); COMMIT")
        } catch {
            if connection.isInTransaction { try? connection.run("ROLLBACK") }
            throw error
        }
    }
}
