import ChatCore
import RichText

/// A change to an earlier message, as a stanza tells it; the texts name that message.
enum Alteration: Hashable {
    /// The sender says it otherwise (XEP-0308): the id that the sender gave to the message.
    case correct(String)
    /// The sender takes it back (XEP-0424): the archive's id in a room, else the sender's.
    case retract(String)
    /// All emoji that the sender has under it from now on (XEP-0444).
    case react(String, [String])
    /// The room takes it out of sight (XEP-0425): the archive's id.
    case moderate(String)
}

/// A change whose message was not at hand when it came.
struct LateAlteration: Hashable {
    /// Whoever made it; nil for the room itself.
    var author: Person?
    var alteration: Alteration
    /// What a correction says.
    var body = RichText()
    var time: Timestamp
    /// What is shown of a correction when its message is never found.
    var standIn: Message?
}

extension Message {
    /// Puts `emoji` under the message, and nothing else, for `person`. Returns whether it reads otherwise now.
    mutating func setReactions(_ emoji: [String], of person: PersonID) -> Bool {
        guard !isRetracted else { return false }
        let before = reactions
        for index in reactions.indices where !emoji.contains(reactions[index].emoji) {
            reactions[index].by.removeAll { $0 == person }
        }
        for one in emoji {
            if let index = reactions.firstIndex(where: { $0.emoji == one }) {
                if !reactions[index].by.contains(person) { reactions[index].by.append(person) }
            } else if reactions.count < Message.mostReactions {
                reactions.append(Reaction(emoji: one, by: [person]))
            }
        }
        reactions.removeAll { $0.by.isEmpty }
        return reactions != before
    }

    /// Takes in a change that `author` (nil: the room) makes, if that person may. Returns whether it reads otherwise now.
    mutating func take(_ late: LateAlteration) -> Bool {
        func amendment(_ change: Amendment.Change, _ author: Person) -> Amendment {
            Amendment(id: id, room: room, target: id, time: late.time, author: author, change: change)
        }
        switch (late.alteration, late.author) {
        case (.correct, let author?): return apply(amendment(.edit(late.body), author))
        case (.retract, let author?): return apply(amendment(.retract, author))
        case (.react(_, let emoji), let author?): return setReactions(emoji, of: author.id)
        case (.moderate, nil):
            guard !isRetracted else { return false }
            retract(at: late.time)
            return true
        default: return false
        }
    }
}
