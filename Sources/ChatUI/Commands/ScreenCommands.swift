extension Command {
    /// Commands about the program itself.
    static let screen: [Command] = [
        Command(
            "help", "[COMMAND]", "show the keys and commands, or what one command does",
            complete: { _, start in
                CommandTable.commands(beginningWith: start).map { .argument($0.name, detail: $0.help) }
            },
            run: { state, call in
                guard !call.arguments.isEmpty else {
                    state.help = state.wholeHelp
                    return .done([])
                }
                let name = call.arguments.hasPrefix("/") ? String(call.arguments.dropFirst()) : call.arguments
                guard let command = CommandTable.command(named: name) else {
                    return .refused("There is no command /\(name)")
                }
                state.tell(command.usage + ": " + command.description)
                return .done([])
            }),
        Command("keys", "show what the keys do") { state, _ in
            state.help = HelpScreen(Reference.keys(state.settings.bindings, names: true))
            return .done([])
        },
        Command("widths", "show whether this terminal keeps characters in their cells") { state, _ in
            state.help = HelpScreen(showsWidths: true)
            return .done([])
        },
        Command("quit", also: ["exit"], "leave the program; drafts are kept") { _, _ in .done([.quit]) },
    ]
}
