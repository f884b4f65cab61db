/// The completion script for bash.
enum BashCompletion {
    static var lines: [String] {
        ["# Completion for bash, printed by: mingle completions bash", "_mingle() {"]
            + [
                "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= index",
                "    # bash makes words of its own of --option=value.",
                "    if [[ $word == '=' ]]; then word=; elif [[ $before == '=' ]]; then",
                "        before=${COMP_WORDS[COMP_CWORD - 2]}",
                "    fi",
                "    COMPREPLY=()",
            ] + values + Completions.search(from: 1, to: "COMP_CWORD", word: "${COMP_WORDS[index]}") + arguments + [
                "}", "complete -F _mingle mingle",
            ]
    }

    /// What follows an option that takes a value.
    private static var values: [String] {
        var lines = ["    case $before in"]
        for option in Completions.options {
            guard let value = option.completable else { continue }
            lines.append("        \(option.name)) \(reply(value)); return ;;")
        }
        return lines + ["    esac"]
    }

    private static var arguments: [String] {
        var lines = ["    case $command in"]
        for command in CommandTable.subcommands {
            let names = command.name.isEmpty ? Completions.named.map(\.name) : command.words
            let options = command.allOptions.map(\.name)
            lines.append("        \(command.name.isEmpty ? "''" : command.name))")
            lines.append("            if [[ $word == -* ]]; then \(reply(.words(options)))")
            var rest = reply(.words(names))
            if command.takesFiles { rest += "; COMPREPLY+=($(compgen -f -- \"$word\")); compopt -o filenames" }
            lines.append("            else \(rest); fi ;;")
        }
        return lines + ["    esac"]
    }

    private static func reply(_ value: Completable) -> String {
        switch value {
        case .words(let words): "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\"))"
        case .files: "COMPREPLY=($(compgen -f -- \"$word\")); compopt -o filenames"
        case .accounts: "COMPREPLY=($(compgen -W \"$(\(Completable.listAccounts))\" -- \"$word\"))"
        case .anything: ":"
        }
    }
}
