/// What the tables of keys and commands say, for documents that are made from them.
public enum Reference {
    /// A few lines under a title.
    public struct Section: Sendable {
        /// What the lines have in common.
        public let title: String
        /// What to press or to write, and what it does.
        public let lines: [(left: String, right: String)]
    }

    /// Every key, by what it is for.
    public static let keys: [Section] = keys(Bindings())

    /// Every key as it is bound now, and those that run commands.
    static func keys(_ bindings: Bindings, names: Bool = false) -> [Section] {
        var sections = Keymap.sections.map { section in
            let lines = section.bindings.compactMap { binding -> (left: String, right: String)? in
                let keys = bindings.keys(of: binding)
                guard !keys.isEmpty, names || !binding.help.isEmpty else { return nil }
                let name = names ? ActionNames.name(of: binding.action) ?? "" : ""
                let help = [binding.help, name].filter { !$0.isEmpty }.joined(separator: " · ")
                return (keys.joined(separator: " "), help)
            }
            return Section(title: section.title, lines: lines)
        }
        if !bindings.commands.isEmpty { sections.insert(Section(title: "Yours", lines: bindings.commands), at: 0) }
        return sections + [vi]
    }

    /// The name of every action of the table, and the keys that ask for it.
    package static let actions: [(name: String, keys: [String])] = {
        var result: [(name: String, keys: [String])] = []
        for binding in Keymap.sections.flatMap(\.bindings) {
            result.append((ActionNames.name(of: binding.action) ?? "\(binding.action)", binding.keys))
        }
        return result
    }()

    static let vi = Section(
        title: "Vi keys, by the setting keys", lines: Keymap.vi.map { ($0.keys, $0.help) })

    /// Every `/command`.
    public static let commands = Section(
        title: "Commands", lines: CommandTable.all.map { ($0.usage, $0.description) })

    /// All of it as Markdown, as it stands in the README.
    public static let markdown: String = {
        var lines: [String] = []
        for section in keys + [commands] {
            lines += ["", "| \(section.title) | |", "| --- | --- |"]
            for line in section.lines {
                let names =
                    section.title == commands.title ? [line.left] : line.left.split(separator: " ").map(String.init)
                lines.append("| " + names.map { "`\($0)`" }.joined(separator: " ") + " | \(line.right) |")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }()
}
