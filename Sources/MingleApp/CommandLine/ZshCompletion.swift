/// The completion script for zsh.
enum ZshCompletion {
    static var lines: [String] {
        [
            "#compdef mingle", "# Completion for zsh, printed by: mingle completions zsh", "_mingle() {",
            "    local command= index",
        ] + Completions.search(from: 2, to: "CURRENT", word: "$words[index]") + ["    case $command in"]
            + CommandTable.subcommands.flatMap(arguments)
            + ["    esac", "}", accounts]
            // The file works both when zsh loads it by itself and when a person sources it.
            + [
                "if [[ $funcstack[1] == _mingle ]]; then _mingle \"$@\"; elif (( $+functions[compdef] )); then",
                "    compdef _mingle mingle", "fi",
            ]
    }

    private static let accounts = """
        _mingle_accounts() {
            local -a accounts
            accounts=(${(f)"$(\(Completable.listAccounts))"})
            compadd -a accounts
        }
        """

    private static func arguments(of command: CommandTable.Subcommand) -> [String] {
        var specifications = command.allOptions.map(specification)
        if command.name.isEmpty {
            let names = Completions.named.map { entry in
                entry.name + "\\:" + Completions.quoted(escaped(entry.summary))
            }
            specifications.append("'1:command:((\(names.joined(separator: " ").replacingQuotes)))'")
        } else {
            specifications.append("'1:command:(\(command.name))'")
            let words = command.words.isEmpty ? "" : "(\(command.words.joined(separator: " ")))"
            if !words.isEmpty { specifications.append("'2:what:\(words)'") }
            if command.takesFiles { specifications.append("'*:file:_files'") }
        }
        return ["        \(command.name.isEmpty ? "''" : command.name))", "            _arguments -s \\"]
            + specifications.dropLast().map { "                \($0) \\" }
            + specifications.suffix(1).map { "                \($0) ;;" }
    }

    private static func specification(_ option: CommandTable.Option) -> String {
        let repeats = option.repeats ? "*" : ""
        let help = "[" + escaped(option.help) + "]"
        guard let value = option.completable else { return Completions.quoted(repeats + option.name + help) }
        let action =
            switch value {
            case .words(let words): "(\(words.joined(separator: " ")))"
            case .files: "_files"
            case .accounts: "_mingle_accounts"
            case .anything: " "
            }
        return Completions.quoted("\(repeats)\(option.name)=\(help):value:\(action)")
    }

    /// A description within a specification.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if "[]:\\".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }
}

extension String {
    /// The text inside single quotes of a shell.
    fileprivate var replacingQuotes: String {
        split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    }
}
