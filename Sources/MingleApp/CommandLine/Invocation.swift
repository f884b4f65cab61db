import RichText

/// A command line that was understood: the subcommand, its options and what else was given.
struct Invocation {
    let subcommand: CommandTable.Subcommand
    let arguments: [String]
    private let values: [String: [String]]

    /// Reads the words behind the program's name; an option may stand before or behind the subcommand.
    init(_ words: [String]) throws(Failure) {
        let (found, index) = Invocation.subcommand(in: words)
        var rest = words
        if found?.name.isEmpty == false { rest.remove(at: index) }
        let subcommand = found ?? CommandTable.subcommands[0]
        self.subcommand = subcommand
        (values, arguments) = try Invocation.parse(rest, subcommand)
    }

    /// The subcommand that `words` name, and where; nil when there is none such.
    static func subcommand(in words: [String]) -> (CommandTable.Subcommand?, index: Int) {
        let valued = Set(CommandTable.subcommands.flatMap(\.options).filter { $0.value != nil }.map(\.name))
        var index = 0
        while index < words.count, words[index].hasPrefix("-"), words[index] != "-", words[index] != "--" {
            index += valued.contains(words[index]) ? 2 : 1
        }
        return (index < words.count ? CommandTable.subcommands.first { $0.name == words[index] } : nil, index)
    }

    private static func parse(
        _ words: [String], _ subcommand: CommandTable.Subcommand
    ) throws(Failure) -> ([String: [String]], [String]) {
        let options = subcommand.options + CommandTable.global
        var values: [String: [String]] = [:]
        var arguments: [String] = []
        var index = 0
        while index < words.count {
            let word = words[index]
            index += 1
            if word == "--" {
                arguments += words[index...]
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                arguments.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let shown = HarmlessText.line(parts[0])
            guard let option = options.first(where: { $0.name == parts[0] }) else {
                throw .usage("unknown option \(shown)")
            }
            var value = ""
            if option.value == nil {
                if parts.count > 1 { throw .usage("\(shown) takes no value") }
            } else if parts.count > 1 {
                value = parts[1]
            } else if index < words.count {
                value = words[index]
                index += 1
            } else {
                throw .usage("\(shown) needs a value: \(option.value ?? "")")
            }
            if values[option.name] != nil && !option.repeats { throw .usage("\(shown) is given twice") }
            values[option.name, default: []].append(value)
        }
        return (values, arguments)
    }

    /// Whether the option `name` was given.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// The value of the option `name`.
    func value(_ name: String) -> String? { values[name]?.last }

    /// All values of the option `name`, in order.
    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// The value of the option `name` as a number of cells, 0…1,000,000.
    func cells(_ name: String, atLeast least: Int = 0) throws(Failure) -> Int? {
        guard let text = value(name) else { return nil }
        return try Invocation.cells(text, name, atLeast: least)
    }

    /// The value of the option `name` as `count` numbers of cells between commas.
    func cells(_ name: String, count: Int) throws(Failure) -> [Int]? {
        guard let text = value(name) else { return nil }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == count else { throw .usage("\(name) needs \(count) numbers with commas between them") }
        var numbers: [Int] = []
        for part in parts { numbers.append(try Invocation.cells(String(part), name, atLeast: 0)) }
        return numbers
    }

    private static func cells(_ text: String, _ name: String, atLeast least: Int) throws(Failure) -> Int {
        guard let number = Int(text), number >= least, number <= 1_000_000 else {
            throw .usage("\(name) needs a whole number from \(least) to 1000000, not \(HarmlessText.line(text))")
        }
        return number
    }

    /// The value of the option `name` as one of the cases of `Choice`.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, _ standard: Choice
    ) throws(Failure) -> Choice where Choice.RawValue == String {
        guard let text = value(name) else { return standard }
        guard let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("\(name) knows \(known), not \(HarmlessText.line(text))")
        }
        return choice
    }

    /// The one argument that may be given, such as a file's name.
    func optionalArgument() throws(Failure) -> String? {
        guard arguments.count <= 1 else { throw .usage("too many arguments: \(HarmlessText.line(arguments[1]))") }
        return arguments.first
    }

    /// Refuses arguments where there are none to give.
    func expectNoArguments() throws(Failure) {
        guard let first = arguments.first else { return }
        throw .usage("no such command, and no argument goes here: \(HarmlessText.line(first))")
    }
}
