import ChatCore
import Composer
import RichText

extension Command {
    /// Commands that say something, or bring it to be said.
    static let talking: [Command] = [
        Command("me", "TEXT", "say what you do: * Ann waves", keepsDraft: true) { state, call in
            // The message keeps its `/me`, as other programs expect it; the log shows the name instead.
            .done(state.send(state.view.composer.richText, at: call.moment))
        },
        Command(
            "mention", "NAME", "put a mention of NAME into the draft", keepsDraft: true,
            complete: { state, name in Menu.people(name, in: &state.view) },
            run: { state, call in
                guard let found = Menu.people(call.arguments, in: &state.view).first else {
                    return .refused("Nobody here is called \(call.arguments)")
                }
                state.view.composer.replace(with: RichText(), at: call.moment.milliseconds)
                return .done(state.accept(found, at: call.moment))
            }),
        Command("retry", "send again what could not be sent") { state, _ in
            .done(state.settleFailures(retry: true))
        },
        Command("drop", "forget what could not be sent") { state, _ in .done(state.settleFailures(retry: false)) },
    ]
}

extension ChatState {
    fileprivate mutating func settleFailures(retry: Bool) -> [Effect] {
        var effects: [Effect] = []
        for message in view.room.timeline.newest {
            guard case .failed = message.delivery else { continue }
            guard var again = view.room.timeline.drop(message.id), retry else { continue }
            again.delivery = .sending
            view.room.timeline.merge([again])
            effects.append(.transport(.send(again)))
        }
        if effects.isEmpty && retry { tell("Nothing waits to be sent again") }
        return effects
    }
}
