import ChatCore
import Composer
import RichText

/// What is to be said to somebody alone, in a room that is not there yet.
struct ToSay: Hashable {
    /// To whom.
    let to: PersonID
    /// What.
    let text: String
    /// The command as it was written.
    let line: String
    /// Who says it.
    let author: Person
}

// What `/msg NAME TEXT` says before the room of the two is open. Until then it belongs to the draft of the room in which
// it was written, so it is kept, and comes back where that room cannot be had. Nothing of it is said later unasked.

extension ChatState {
    /// Puts what waited for the room at `index` into its log, in the order in which it was written.
    mutating func placeWhatWaits(in index: Int, at moment: Moment) {
        guard let partner = views[index].room.partner?.id else { return }
        for origin in views.indices {
            let due = views[origin].toSay.filter { $0.to == partner }
            guard !due.isEmpty else { continue }
            views[origin].toSay.removeAll { $0.to == partner }
            for one in due {
                let number = views[index].toSend.count
                let message = Message(
                    id: MessageID(moment.uniqueID + (number == 0 ? "" : "-\(number)")), room: views[index].room.id,
                    time: moment.time, author: views[index].room.me ?? one.author, body: RichText(plain: one.text),
                    delivery: .sending)
                views[index].room.timeline.merge([message])
                views[index].toSend.append(message.id)
            }
            views[index].anchor = nil
        }
    }

    /// Sends what stands in the log of the room at `index` and waited for it to be open.
    mutating func sendWhatWaits(in index: Int) -> [Effect] {
        guard let me = views[index].room.me else { return [] }
        defer { views[index].toSend = [] }
        return views[index].toSend.compactMap { id in
            guard views[index].room.timeline[id]?.delivery == .sending,
                var message = views[index].room.timeline.drop(id)
            else { return nil }
            // Where it was typed one may be somebody else.
            message.author = me
            views[index].room.timeline.merge([message])
            return .transport(.send(message))
        }
    }

    /// What waits for a room that cannot be had is a draft again. Which question was refused is not told, so that goes
    /// for all that waits: it is before one's eyes and not lost.
    mutating func takeBackWhatWaits() {
        for index in views.indices {
            guard let text = views[index].waitingText else { continue }
            views[index].toSay = []
            let isFree = views[index].hasNoDraft
            if isFree { views[index].composer.load(text) } else { views[index].history.add(text) }
            let way = isFree ? "it is a draft again" : "C-p brings it back"
            tell((notice?.text ?? "") + "; what you wrote was not sent, " + way, isFailure: true)
        }
    }
}

extension RoomView {
    /// The commands that wait, as they were written; nil where none do.
    var waitingText: RichText? {
        toSay.isEmpty ? nil : RichText(plain: toSay.map(\.line).joined(separator: "\n"))
    }
}
