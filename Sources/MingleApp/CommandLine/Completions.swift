/// The completion scripts of the shells, made from the command table: whoever adds an option there adds it here.
enum Completions: String, CaseIterable {
    case bash, zsh, fish

    /// The script, to be put where the shell looks for it.
    var script: String {
        let lines =
            switch self {
            case .bash: BashCompletion.lines
            case .zsh: ZshCompletion.lines
            case .fish: FishCompletion.lines
            }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Prints the script that the command line asks for.
    static func run(_ invocation: Invocation) throws(Failure) {
        let known = allCases.map(\.rawValue).joined(separator: ", ")
        guard let name = try invocation.optionalArgument(), let shell = Completions(rawValue: name) else {
            throw .usage("completions needs the name of a shell: \(known)")
        }
        try Output.write(Array(shell.script.utf8), to: 1)
    }

    /// The commands that are typed by name.
    static var named: [CommandTable.Subcommand] { CommandTable.subcommands.filter { !$0.name.isEmpty } }

    /// Each option once, whichever commands take it.
    static var options: [CommandTable.Option] {
        var known: Set<String> = []
        return (CommandTable.subcommands.flatMap(\.options) + CommandTable.global)
            .filter { known.insert($0.name).inserted }
    }

    /// Finds the subcommand among the words before the one that is completed, for bash and zsh, whose loops read alike:
    /// `first` is the number of the first word behind the program, `end` that of the word that is completed, and `word`
    /// the word number `index`.
    static func search(from first: Int, to end: String, word: String) -> [String] {
        let names = named.map(\.name).joined(separator: "|")
        let valued = options.filter { $0.value != nil }.map(\.name).joined(separator: "|")
        return [
            "    for ((index = \(first); index < \(end); index++)); do",
            "        case \(word) in",
            "            \(valued)) ((index++)) ;;",
            "            \(names)) command=\(word); break ;;",
            "        esac",
            "    done",
        ]
    }

    /// Text in single quotes, as all three shells read it.
    static func quoted(_ text: some StringProtocol) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

/// What can stand at a place of a command line.
enum Completable: Equatable {
    case words([String])
    case files
    case accounts
    case anything

    /// Lists the accounts that there are, one a line.
    static let listAccounts = "mingle account list 2>/dev/null | cut -d' ' -f1"
}

extension CommandTable.Option {
    /// What its value can be; nil for a switch.
    var completable: Completable? {
        guard let value else { return nil }
        if value.contains("|") { return .words(value.split(separator: "|").map(String.init)) }
        if value == "JID" { return .accounts }
        return value == "FILE" ? .files : .anything
    }
}

extension CommandTable.Subcommand {
    /// The words that stand in its arguments as they are, such as `add` and `list`.
    var words: [String] {
        arguments.split { !($0.isLetter || $0 == "-") }.map(String.init).filter { word in
            !word.isEmpty && word.allSatisfy(\.isLowercase)
        }
    }

    /// Whether files or folders are among its arguments.
    var takesFiles: Bool { ["FILE", "FOLDER"].contains { arguments.contains($0) } }

    /// Its options, and those that work everywhere.
    var allOptions: [CommandTable.Option] { options + CommandTable.global }
}
