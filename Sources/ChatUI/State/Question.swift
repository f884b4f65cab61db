import ChatCore
import RichText

/// What is asked before it is done. It is answered with y or n; until then no other key does anything.
struct Question: Equatable {
    /// What a yes does.
    enum Subject: Equatable {
        /// Pastes a text that is very long.
        case paste(String)
        /// Sends a message that mentions that many people at once.
        case everyone(Int)
        /// Sends as text what looks like a command behind a blank.
        case textLikeCommand
        /// Takes these messages back.
        case delete([MessageID])
        /// Leaves a room in which so many messages could not be sent.
        case leave(RoomID, unsent: Int)
        /// Ends the room of that name for everybody.
        case destroy(RoomID, name: String, reason: String)
        /// Sends the picture at a path, which was pasted as that text.
        case picture(path: String, text: String)
        /// Fetches a picture of that author from a host of the network.
        case fetch(Picture, host: String, author: Person)
    }

    var subject: Subject
    /// When it came by itself, and not by a key: milliseconds; nil for those that a key has asked.
    var cameAt: Int64?

    init(subject: Subject, cameAt: Int64? = nil) { (self.subject, self.cameAt) = (subject, cameAt) }

    /// Milliseconds after which a key can be an answer to a question that came by itself. Before that it was meant for the
    /// draft: nobody has read the question.
    private static let reading: Int64 = 500

    /// Whether a key at `time` was pressed before anybody can have read the question.
    func isUnread(at time: Int64) -> Bool { cameAt.map { time - $0 < Question.reading } ?? false }

    /// Whether a pasted text is one to ask about.
    static func isDue(for text: String) -> Bool {
        text.utf8.count > 64 << 10 || text.utf8.count(where: { $0 == 0x0A }) >= 200
    }

    /// How many people a message may mention by everyone without a question.
    static let mentionedUnasked = 20

    /// The question in one line.
    var text: String {
        switch subject {
        case .paste(let text):
            let lines = text.utf8.count(where: { $0 == 0x0A }) + 1
            return "Paste \(lines) lines, \((text.utf8.count + 1023) / 1024) KiB? y: paste, n: drop them"
        case .everyone(let count): return "Mention \(count) people at once? y: send, n: back to the draft"
        case .delete(let ids):
            return ids.count == 1
                ? "Delete this message? y: delete it, n: keep it"
                : "Delete \(ids.count) messages? y: delete them, n: keep them"
        case .destroy(_, let name, _):
            return "End \(name) for everybody, with all that was said there? y: end it, n: keep it"
        case .leave(_, let count):
            let what = count == 1 ? "A message here was" : "\(count) messages here were"
            return what + " not sent. y: leave, n: stay (/retry sends again)"
        case .textLikeCommand:
            return "A blank stands before the /, so this is no command. y: send it as text, n: back to the draft"
        case .picture(let path, _):
            return "Send \(PathWords.parts(of: path).name) as a picture? y: send, c: with a caption, n: keep the text"
        case .fetch(_, let host, let author):
            return "Fetch it from \(host)? That tells where you are. y: once, a: all of \(author.name), "
                + "r: all in this room, n: no"
        }
    }
}
