import ChatCore
import RichText

extension Archive {
    /// The most amendments that one message takes.
    public static let mostAmendments = 2000
    /// The most bytes of text that all edits of one message take: each of its readers goes through them.
    public static let mostBytesOfEdits: Int64 = 16 << 20

    /// Keeps those of `amendments` that may be, in this order and in one transaction. When this returns, they are on the
    /// disk; after an error none is.
    ///
    /// What a message reads as follows from it and its amendments in the order of their commits. Nothing is ever
    /// changed or removed, but for the text of a message that is taken back: that text, its earlier versions and their
    /// words in the index are overwritten in the same transaction, and only the ids and times stay.
    public func amend(_ amendments: [Amendment]) throws(ArchiveError) -> [AmendmentOutcome] {
        if amendments.isEmpty { return [] }
        var outcomes: [AmendmentOutcome] = []
        try inTransaction { () throws(ArchiveError) in
            outcomes.removeAll()
            // A message that is changed several times is read once.
            var read: [MessageID: Message] = [:]
            for amendment in amendments {
                let outcome = try keep(amendment, of: read[amendment.target])
                if case .kept(let message) = outcome { read[message.id] = message }
                outcomes.append(outcome)
            }
        }
        ring()
        return outcomes
    }

    /// Keeps `amendment`; otherwise as for several.
    @discardableResult
    public func amend(_ amendment: Amendment) throws(ArchiveError) -> AmendmentOutcome { try amend([amendment])[0] }

    private func keep(_ amendment: Amendment, of known: Message?) throws(ArchiveError) -> AmendmentOutcome {
        let row = AmendmentRow(amendment)
        guard row.fits else { return .refused(.tooLong) }
        var found = known
        if found == nil { found = try read("WHERE id = ?", [.text(amendment.target.text)]).first }
        guard let before = found, before.room == amendment.room, let place = before.order else {
            return .refused(.unknown)
        }
        if try number("SELECT seq FROM amendment WHERE id = ?", [.text(amendment.id.text)]) != nil {
            return .unchanged(before)
        }
        if before.isRetracted { return .refused(.retracted) }
        switch amendment.change {
        case .react("", _): return .refused(.empty)
        case .react: break
        case .edit, .retract: if amendment.author.id != before.author.id { return .refused(.notOwn) }
        }
        if case .edit(let body) = amendment.change, body.isEmpty { return .refused(.empty) }
        var after = before
        guard after.apply(amendment) else {
            if case .react(_, isOn: true) = amendment.change, before.reactions.count >= Message.mostReactions {
                return .refused(.tooMany)
            }
            return .unchanged(before)
        }
        let count = try number("SELECT count(*) FROM amendment WHERE target = ?", [.integer(place)]) ?? 0
        // A message can always be taken back.
        guard count < Archive.mostAmendments || after.isRetracted else { return .refused(.tooMany) }
        if case .edit = amendment.change {
            let sum = "SELECT sum(length(CAST(text AS BLOB))) FROM amendment WHERE target = ? AND kind = 'edit'"
            let bytes = (try number(sum, [.integer(place)]) ?? 0) + Int64(row.text.utf8.count)
            guard bytes <= Archive.mostBytesOfEdits else { return .refused(.tooMany) }
        }
        try insert(row, amendment, at: place)
        switch amendment.change {
        case .edit: try replaceInIndex(before, after)
        case .retract:
            try replaceInIndex(before, nil)
            try blank(after, at: place)
        case .react: break
        }
        return .kept(after)
    }

    private func insert(_ row: AmendmentRow, _ amendment: Amendment, at place: Int64) throws(ArchiveError) {
        try statement(
            """
            INSERT INTO amendment (id, target, time, author, name, kind, text, marks) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """
        ).run([
            .text(amendment.id.text), .integer(place), .integer(amendment.time.milliseconds),
            .text(amendment.author.id.text), .text(amendment.author.name), .text(row.kind), .text(row.text),
            .optional(row.marks),
        ])
    }

    /// Messages that are not in the index yet will come there as they read then.
    private func replaceInIndex(_ before: Message, _ after: Message?) throws(ArchiveError) {
        guard try searchProgress() >= before.order ?? .max else { return }
        try unindex(before)
        if let after { try index(after, text: FlatText(after.body).text) }
    }

    /// Overwrites what the message at `place` and its versions said.
    private func blank(_ retracted: Message, at place: Int64) throws(ArchiveError) {
        let row = MessageRow(retracted)
        try statement("UPDATE message SET text = '', marks = ? WHERE seq = ?").run([
            .optional(row.marks), .integer(place),
        ])
        try statement("UPDATE amendment SET text = '', marks = NULL WHERE target = ?").run([.integer(place)])
    }

    /// Changes `message` as its amendments have it.
    func applyAmendments(to message: inout Message) throws(ArchiveError) {
        guard let place = message.order else { return }
        var result = message
        let sql = "SELECT " + AmendmentRow.columns + " FROM amendment WHERE target = ? ORDER BY seq LIMIT ?"
        let limit = Int64(Archive.mostAmendments + 1)
        try statement(sql).each([.integer(place), .integer(limit)]) { row in
            if let amendment = AmendmentRow.amendment(row, of: result) { result.apply(amendment) }
            return !result.isRetracted
        }
        message = result
    }

    /// A change that was committed: its place in the order of all changes, its id, and the place of what it changes.
    public struct Change: Hashable, Sendable {
        /// Its place in the order of all changes, from 1.
        public let order: Int64
        /// The amendment's id.
        public let id: MessageID
        /// The place of the message that is changed.
        public let target: Int64
    }

    /// The oldest `limit` changes behind the place `after`, oldest first.
    public func changes(after: Int64, limit: Int) throws(ArchiveError) -> [Change] {
        var result: [Change] = []
        let sql = "SELECT seq, id, target FROM amendment WHERE seq > ? ORDER BY seq LIMIT ?"
        try statement(sql).each([.integer(after), .integer(Int64(max(0, limit)))]) { row in
            result.append(
                Change(order: row.integer(0), id: MessageID(MessageRow.line(row, 1)), target: row.integer(2)))
            return true
        }
        return result
    }

    /// The place of the newest change; 0 when there is none.
    public func newestChange() throws(ArchiveError) -> Int64 {
        try number("SELECT max(seq) FROM amendment", []) ?? 0
    }

    /// The message at the place `order`, as it reads now; nil when there is none.
    public func message(at order: Int64) throws(ArchiveError) -> Message? {
        try read("WHERE seq = ?", [.integer(order)]).first
    }

    /// The integer in the first row that `sql` gives; nil when there is no row.
    func number(_ sql: String, _ values: [Statement.Value]) throws(ArchiveError) -> Int64? {
        var result: Int64?
        try statement(sql).each(values) { row in
            result = row.integer(0)
            return false
        }
        return result
    }
}
