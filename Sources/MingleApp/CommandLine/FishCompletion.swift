/// The completion script for fish.
enum FishCompletion {
    static var lines: [String] {
        ["# Completion for fish, printed by: mingle completions fish", "complete -c mingle -f"]
            + Completions.named.map { command in
                "complete -c mingle -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.summary))"
            } + CommandTable.subcommands.flatMap(lines) + CommandTable.global.map { line($0, when: nil) }
    }

    private static func lines(of command: CommandTable.Subcommand) -> [String] {
        let condition =
            command.name.isEmpty ? "__fish_use_subcommand" : "'__fish_seen_subcommand_from \(command.name)'"
        var lines = command.options.map { line($0, when: condition) }
        if !command.words.isEmpty {
            let words = command.words.joined(separator: " ")
            let none = "'__fish_seen_subcommand_from \(command.name); and not __fish_seen_subcommand_from \(words)'"
            lines.append("complete -c mingle -n \(none) -a '\(words)'")
        }
        if command.takesFiles { lines.append("complete -c mingle -n \(condition) -F") }
        return lines
    }

    private static func line(_ option: CommandTable.Option, when condition: String?) -> String {
        var words = ["complete -c mingle"]
        if let condition { words.append("-n \(condition)") }
        words.append(option.name.hasPrefix("--") ? "-l \(option.name.dropFirst(2))" : "-s \(option.name.dropFirst())")
        switch option.completable {
        case nil: break
        case .words(let choices): words.append("-x -a \(quoted(choices.joined(separator: " ")))")
        case .files: words.append("-r -F")
        case .accounts: words.append("-x -a \(quoted("(\(Completable.listAccounts))"))")
        case .anything: words.append("-x")
        }
        words.append("-d " + quoted(option.help))
        return words.joined(separator: " ")
    }

    /// Text in single quotes; fish, unlike the other shells, reads a backslash in them.
    private static func quoted(_ text: String) -> String {
        var result = ""
        for character in text {
            if "'\\".contains(character) { result.append("\\") }
            result.append(character)
        }
        return "'" + result + "'"
    }
}
