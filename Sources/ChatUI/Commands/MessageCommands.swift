import ChatCore
import RichText

// Commands that do something with messages that were said.

extension Command {
    static let messages: [Command] = [
        Command(
            "reply", "[NAME]", "answer what was said last, or last by NAME",
            complete: { state, start in start.isEmpty ? [] : state.peopleToName(start) },
            run: { state, call in
                let name = call.arguments
                guard let message = state.lastSaid(by: name) else {
                    return .refused(name.isEmpty ? "There is no message to answer" : "Nothing by \(name) is at hand")
                }
                return .done(state.reply(to: message))
            }),
        Command("react", "[EMOJI]", "put an emoji under what was said last, or take yours away") { state, call in
            .done(state.react(call.arguments, at: call.moment))
        },
        Command("edit", "edit what you said last") { state, _ in
            state.editLast().map { .done($0) } ?? .refused("Nothing that you said is at hand here")
        },
        Command("delete", "take back what you said last") { state, _ in
            guard let last = state.lastOwn else { return .refused("Nothing that you said is at hand here") }
            return .done(state.askToDelete([last]))
        },
    ]
}
