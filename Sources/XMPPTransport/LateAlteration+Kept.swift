import Archive
import ChatCore
import RichText

/// Changes that wait for their message, as they are kept on the disk.
extension LateAlteration {
    /// The change as it is kept; nil for one that would say nothing.
    var kept: WaitingChange? {
        func change(_ kind: String, _ target: String, _ text: String = "") -> WaitingChange {
            WaitingChange(
                kind: kind, target: target, author: author, time: time, place: standIn?.order ?? 0, text: text)
        }
        switch alteration {
        case .correct(let target): return standIn.map { change("correct", target, MessageJSON.encode($0)) }
        case .retract(let target): return change("retract", target)
        case .react(let target, let emoji): return change("react", target, emoji.joined(separator: " "))
        case .moderate(let target): return change("moderate", target)
        }
    }

    /// The change that `kept` tells; nil for a kind that is not known.
    init?(_ kept: WaitingChange, in room: RoomID) {
        switch kept.kind {
        case "correct":
            guard let author = kept.author,
                var standIn = try? MessageJSON.decode(
                    kept.text, id: MessageID(""), time: kept.time, room: room, author: author)
            else { return nil }
            (standIn.order, standIn.room) = (kept.place, room)
            self.init(author: author, alteration: .correct(kept.target), body: standIn.body, time: kept.time)
            self.standIn = standIn
        case "retract": self.init(author: kept.author, alteration: .retract(kept.target), time: kept.time)
        case "react":
            let emoji = kept.text.split(separator: " ").map(String.init)
            self.init(author: kept.author, alteration: .react(kept.target, emoji), time: kept.time)
        case "moderate": self.init(author: nil, alteration: .moderate(kept.target), time: kept.time)
        default: return nil
        }
    }
}
