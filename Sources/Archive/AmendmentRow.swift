import ChatCore
import RichText

/// An amendment as a row of the table `amendment`.
///
/// Its kind is `edit` (the new text and its marks, as of a message), `retract` (nothing), `react` or `unreact` (the
/// emoji as the text). Rows of other kinds are of a newer program and passed over.
struct AmendmentRow {
    /// The most bytes of an emoji.
    static let longestEmoji = 256

    /// What a statement selects whose rows ``amendment(_:of:)`` reads.
    static let columns = "id, time, author, name, kind, text, marks"

    let kind: String
    let text: String
    let marks: String?

    init(_ amendment: Amendment) {
        switch amendment.change {
        case .edit(let body):
            let version = MessageRow(
                Message(
                    id: amendment.id, room: amendment.room, time: amendment.time, author: amendment.author, body: body))
            (kind, text, marks) = ("edit", version.text, version.marks)
        case .retract: (kind, text, marks) = ("retract", "", nil)
        case .react(let emoji, let isOn): (kind, text, marks) = (isOn ? "react" : "unreact", emoji, nil)
        }
    }

    /// Whether it is not larger than what is kept.
    var fits: Bool {
        guard kind == "edit" else { return text.utf8.count <= AmendmentRow.longestEmoji }
        return text.utf8.count <= Archive.longestText && (marks?.utf8.count ?? 0) <= MessageRow.longestMarks
    }

    /// The amendment of `message` in the present row; nil when it is of a kind that is not known.
    static func amendment(_ row: Statement, of message: Message) -> Amendment? {
        let change: Amendment.Change
        switch row.text(4, limit: 16) {
        case "edit": change = .edit(body(row))
        case "retract": change = .retract
        case "react": change = .react(HarmlessText.line(row.text(5, limit: longestEmoji)), isOn: true)
        case "unreact": change = .react(HarmlessText.line(row.text(5, limit: longestEmoji)), isOn: false)
        default: return nil
        }
        return Amendment(
            id: MessageID(MessageRow.line(row, 0)), room: message.room, target: message.id,
            time: Timestamp(milliseconds: row.integer(1)).bounded,
            author: Person(id: PersonID(MessageRow.line(row, 2)), name: MessageRow.line(row, 3)), change: change)
    }

    private static func body(_ row: Statement) -> RichText {
        let text = row.text(5, limit: Archive.longestText)
        if !row.isNull(6), row.size(6) <= MessageRow.longestMarks,
            let content = MessageContent(stored: row.text(6, limit: MessageRow.longestMarks), text: text)
        {
            return content.body
        }
        return RichText(plain: HarmlessText.lines(text))
    }
}
