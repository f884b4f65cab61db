import RichText

/// A `/command`: what it is called, what may follow it, what it does. All of them are in ``CommandTable``, which makes
/// the help, the README and the man page.
struct Command: Sendable {
    /// What comes of a command.
    enum Outcome {
        /// It was done, with these effects.
        case done([Effect])
        /// Nothing was done, for this reason; the line stays in the composer.
        case refused(String)
    }

    /// How a command is called.
    struct Call {
        /// What stands behind the name, without blanks at its start.
        var arguments: String
        /// When it was called.
        var moment: Moment
    }

    typealias Action = @Sendable (inout ChatState, Call) -> Outcome
    typealias Completion = @Sendable (inout ChatState, String) -> [Menu.Entry]

    /// The name without the slash, in lower case.
    let name: String
    /// Other names, which people know from elsewhere.
    let also: [String]
    /// What may follow the name, as in `ROOM`; in brackets when it may be left out; empty when nothing may.
    let arguments: String
    /// One line on what it does.
    let help: String
    /// What fits an argument that is being written, best first.
    let complete: Completion
    /// Whether the draft stays when it runs, because the command does something with it.
    let keepsDraft: Bool
    /// Does it.
    let run: Action

    /// A command that takes arguments.
    init(
        _ name: String, also: [String] = [], _ arguments: String, _ help: String, keepsDraft: Bool = false,
        complete: @escaping Completion = { _, _ in [] }, run: @escaping Action
    ) {
        self.name = name
        self.also = also
        self.arguments = arguments
        self.help = help
        self.keepsDraft = keepsDraft
        self.complete = complete
        self.run = run
    }

    /// A command that takes none.
    init(_ name: String, also: [String] = [], _ help: String, run: @escaping Action) {
        self.init(name, also: also, "", help, run: run)
    }

    /// `/join ROOM`
    var usage: String { "/" + name + (arguments.isEmpty ? "" : " " + arguments) }

    /// What it does, and its other names.
    var description: String {
        help + (also.isEmpty ? "" : "; also " + also.map { "/" + $0 }.joined(separator: ", "))
    }

    /// Whether something has to follow the name.
    var needsArguments: Bool { !arguments.isEmpty && !arguments.hasPrefix("[") }
}

extension Command: Hashable {
    static func == (left: Command, right: Command) -> Bool { left.name == right.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// All `/commands`, in the order in which the help shows them: a family of commands is a file of its own.
enum CommandTable {
    static let all: [Command] =
        Command.talking + Command.messages + Command.pictures + Command.rooms + Command.people + Command.contacts
        + Command.administration
        + Command.attention
        + Command.reading + Command.settings + Command.screen

    private static let byName = Dictionary(
        uniqueKeysWithValues: all.flatMap { command in ([command.name] + command.also).map { ($0, command) } })

    /// The command of that name, in any case.
    static func command(named name: some StringProtocol) -> Command? { byName[name.lowercased()] }

    /// The command whose name is most like `name`, which is none; nil where none is like it.
    static func command(like name: some StringProtocol) -> Command? {
        let name = Array(name.lowercased().unicodeScalars)
        guard (2...20).contains(name.count) else { return nil }
        let near = all.map { ($0, EditDistance.between(name, Array($0.name.unicodeScalars))) }
        let nearest = near.min { $0.1 < $1.1 }
        return nearest.flatMap { $0.1 <= min(2, name.count / 2) ? $0.0 : nil }
    }

    /// Those whose names begin with `start`.
    static func commands(beginningWith start: String) -> [Command] {
        all.filter { $0.name.hasPrefix(start.lowercased()) }
    }
}

extension ChatState {
    /// Runs a command that stands in the draft. What is refused stays there, with the reason beside it.
    mutating func run(_ command: Command, _ arguments: String, at moment: Moment) -> [Effect] {
        if let mistake = command.mistake(in: arguments) {
            tell(mistake, isFailure: true)
            return []
        }
        let call = Command.Call(arguments: arguments, moment: moment)
        typedAt = nil
        if command.keepsDraft { return finish(command.run(&self, call)) }
        let (room, composer, history) = (view.room.id, view.composer, view.history)
        takeDraft()
        let effects = stopTyping(in: current)
        let outcome = command.run(&self, call)
        if case .refused = outcome, view.room.id == room {
            view.composer = composer
            view.history = history
        }
        return effects + finish(outcome)
    }

    /// Runs a line such as `/theme dark` that stands in no draft.
    mutating func run(line: String, at moment: Moment) -> [Effect] {
        let words = line.dropFirst().split(separator: " ", maxSplits: 1).map(String.init)
        guard let command = CommandTable.command(named: words.first ?? "") else {
            tell(Submission.unknown(words.first ?? ""), isFailure: true)
            return []
        }
        let arguments = words.count > 1 ? words[1] : ""
        if let mistake = command.mistake(in: arguments) {
            tell(mistake, isFailure: true)
            return []
        }
        return finish(command.run(&self, Command.Call(arguments: arguments, moment: moment)))
    }

    private mutating func finish(_ outcome: Command.Outcome) -> [Effect] {
        switch outcome {
        case .done(let effects): return effects
        case .refused(let reason):
            tell(reason, isFailure: true)
            return []
        }
    }
}

extension Command {
    fileprivate func mistake(in given: String) -> String? {
        if arguments.isEmpty && !given.isEmpty { return "/\(name) takes nothing behind it" }
        if needsArguments && given.isEmpty { return "Write \(usage): " + help }
        return nil
    }
}
