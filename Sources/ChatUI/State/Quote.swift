import ChatCore
import RichText

/// What is shown of a message elsewhere than in its place: who said it, and its first words.
struct Quote: Hashable {
    let id: MessageID
    /// Who said it; nil where that is not known.
    let author: Person?
    /// Its beginning in one line.
    let text: String

    /// More cells than a row of most screens has.
    private static let longest = 200

    init(_ message: Message) {
        id = message.id
        author = message.author
        text = message.isRetracted ? Message.deletedText : oneLine(message.spoken, cells: Quote.longest)
    }

    /// A message of which nothing but its id is known.
    init(unknown id: MessageID) {
        self.id = id
        author = nil
        text = "an earlier message"
    }

    /// `Ann: first words`
    func line(_ directory: Directory) -> String {
        author.map { directory.label(of: $0.id, name: $0.name) + ": " + text } ?? text
    }
}

extension Message {
    /// What is read in place of a message that was taken back.
    static let deletedText = "message deleted"
}

extension RoomView {
    /// What is known of the message `id`.
    func quote(of id: MessageID) -> Quote {
        if let message = room.timeline[id] { return Quote(message) }
        return (quotes[id] ?? nil) ?? Quote(unknown: id)
    }
}
