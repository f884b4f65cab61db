import ChatCore
import RichText

/// A message as a row of the table `message`.
struct MessageRow {
    /// The most bytes of an id, a name or a room's id that are read.
    static let longestName = 4096
    /// The most bytes of marks that are read; a message with more is shown as plain text.
    static let longestMarks = 16 << 20

    /// What every statement selects whose rows ``message(_:)`` reads; the last one tells whether there are amendments,
    /// for which a file of `format` may have no place.
    static func columns(format: Int) -> String {
        "message.seq, message.id, message.room, message.time, message.author, message.name, message.text, message.marks, "
            + (format < 3 ? "0" : "EXISTS (SELECT 1 FROM amendment WHERE amendment.target = message.seq)")
    }

    /// Whether there are amendments to the message in the present row.
    static func isAmended(_ row: Statement) -> Bool { row.integer(8) != 0 }

    let message: Message
    let text: String
    let marks: String?

    init(_ message: Message) {
        self.message = message
        let flat = FlatText(message.body)
        text = flat.text
        marks = MessageContent.marks(of: message, flat)
    }

    /// Whether it is short enough to be kept.
    var fits: Bool {
        text.utf8.count <= Archive.longestText && (marks?.utf8.count ?? 0) <= MessageRow.longestMarks
    }

    /// What is bound to the columns after `seq`.
    var values: [Statement.Value] {
        [
            .text(message.id.text), .text(message.room.text), .integer(message.time.milliseconds),
            .text(message.author.id.text), .text(message.author.name), .text(text), .optional(marks),
        ]
    }

    /// The message in the present row. Whatever is wrong with its marks costs those marks only.
    static func message(_ row: Statement) -> Message {
        let text = row.text(6, limit: Archive.longestText)
        let body: RichText
        var content: MessageContent?
        if row.isNull(7) || row.size(7) > longestMarks {
            body = RichText(plain: HarmlessText.lines(text))
        } else {
            let marks = row.text(7, limit: longestMarks)
            content = MessageContent(stored: marks, text: text)
            body = content?.body ?? RichText(plain: HarmlessText.lines(text))
        }
        let author = Person(id: PersonID(line(row, 4)), name: line(row, 5))
        var message = Message(
            id: id(row, 1), room: RoomID(line(row, 2)),
            time: Timestamp(milliseconds: row.integer(3)).bounded,
            author: author, body: body, delivery: content?.delivery ?? .sent, order: row.integer(0),
            replyTo: content?.replyTo)
        message.isUnstyled = content?.isUnstyled ?? false
        message.edits = content?.edits ?? []
        message.reactions = content?.reactions ?? []
        if let time = content?.retracted { message.retract(at: time) }
        return message
    }

    /// An id as it is kept in the archive of an account: behind that of its room. What parts them cannot come from
    /// outside, since ids from there pass ``HarmlessText``.
    static func scoped(_ id: MessageID, _ room: RoomID) -> String { room.text + "\u{1F}" + id.text }

    private static func id(_ row: Statement, _ column: Int32) -> MessageID {
        let text = row.text(column, limit: longestName)
        guard let sign = text.utf8.lastIndex(of: 0x1F) else { return MessageID(HarmlessText.line(text)) }
        return MessageID(HarmlessText.line(String(text[text.index(after: sign)...])))
    }

    static func line(_ row: Statement, _ column: Int32) -> String {
        HarmlessText.line(row.text(column, limit: longestName))
    }
}
