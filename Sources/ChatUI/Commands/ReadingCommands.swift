import ChatCore
import RichText

extension Command {
    /// Commands that find, show or hand out what was said.
    static let reading: [Command] = [
        Command(
            "search", also: ["lastlog"], "WORDS",
            "find messages; from:NAME mentions:me before:DATE after:DATE narrow it"
        ) {
            state, call in state.search(for: call.arguments)
        },
        Command("goto", "DATE", "jump to 2026-11-30, 30 November, Monday, today, oldest, newest, unread or read") {
            state, call in state.go(to: call.arguments, at: call.moment)
        },
        Command(
            "read", "all", "mark the messages of all rooms as read",
            complete: { _, start in "all".hasPrefix(start) ? [.argument("all")] : [] },
            run: { state, call in
                guard call.arguments == "all" else { return .refused("/read all marks all rooms as read") }
                return .done(state.readAll())
            }),
        Command("copy", "[COUNT]", "copy the text of the last message, or of the last COUNT with time and name") {
            state, call in state.copyLast(call.arguments)
        },
        Command(
            "export", "FILE", "write the messages of this room into a new file, as JSON lines",
            complete: { state, start in Menu.files(start, state.listing) },
            run: { state, call in
                guard let path = PathWords.whole(call.arguments) else {
                    return .refused("/export takes one file; a name that holds blanks may stand in quotes")
                }
                return .done([.export(state.view.room.id, path)])
            }),
    ]
}

extension ChatState {
    /// Marks all that has come in any room as read.
    mutating func readAll() -> [Effect] {
        var effects: [Effect] = []
        for index in views.indices {
            views[index].unreadAfter = nil
            guard views[index].room.me != nil, let newest = views[index].room.timeline.newestOrder,
                newest > views[index].room.readUpTo ?? .min
            else { continue }
            views[index].room.read(upTo: newest)
            views[index].arrivedBelow = 0
            effects.append(.transport(.markRead(views[index].room.id, upTo: newest)))
        }
        let count = effects.count
        tell(count == 0 ? "Nothing is unread" : count == 1 ? "1 room is read" : "\(count) rooms are read")
        return effects
    }

    fileprivate mutating func copyLast(_ text: String) -> Command.Outcome {
        guard let count = text.isEmpty ? 1 : Int(text), count > 0 else {
            return .refused("/copy needs a number of messages, not \(text)")
        }
        let messages = view.room.timeline.newest
        guard !messages.isEmpty else { return .refused("Nothing was said here yet") }
        let taken = Array(messages.suffix(count))
        tell(taken.count == 1 ? "Copied" : "\(taken.count) messages copied")
        return .done([.copy(copied(taken))])
    }

    /// One message as its text; several each with time and name.
    func copied(_ messages: [Message]) -> String {
        if messages.count == 1 { return messages.first.map { FlatText($0.body).text } ?? "" }
        let lines = messages.map { message in
            "[\(settings.calendar.clock(message.time))] \(message.author.name): " + FlatText(message.body).text
        }
        return lines.joined(separator: "\n")
    }
}
