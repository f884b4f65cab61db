import Composer
import Terminal

/// Keys of the person's own: each stands for a key of the table, for a command, or for nothing.
struct Bindings: Hashable, Sendable {
    /// What a key does in place of what the table says.
    enum Target: Hashable, Sendable {
        /// What this key of the table does.
        case key(KeyPress)
        /// Run this line, which begins with a slash.
        case command(String)
        /// Nothing.
        case nothing
    }

    private(set) var targets: [KeyPress: Target] = [:]

    /// Reads `"C-x": "send"`, or tells what of it is wrong.
    static func read(_ entries: [SettingEntry]) -> Result<Bindings, SettingMistakes> {
        var bindings = Bindings()
        var mistakes: [SettingMistake] = []
        for entry in entries {
            if let sentence = bindings.add(entry) {
                mistakes.append(SettingMistake(key: "bindings", line: entry.line, sentence: sentence))
            }
        }
        return mistakes.isEmpty ? .success(bindings) : .failure(SettingMistakes(all: mistakes))
    }

    private mutating func add(_ entry: SettingEntry) -> String? {
        guard case .text(let text) = entry.value else { return "\(entry.key) in bindings needs a text" }
        guard let key = KeyPress(entry.key) else {
            return "bindings knows keys such as C-x, M-Enter and F5, not \(entry.key)"
        }
        if case .character = key.key, key.modifiers.isDisjoint(with: [.control, .alt]) {
            return
                "\(entry.key) in bindings is a letter that one types; C-\(entry.key) or M-\(entry.key) is free for it"
        }
        // Two spellings of one key count, too.
        if targets[key] != nil { return "\(entry.key) in bindings is bound there twice" }
        if text.hasPrefix("/") {
            let name = text.dropFirst().prefix { $0 != " " }
            guard CommandTable.command(named: name) != nil else { return "bindings: there is no command /\(name)" }
            targets[key] = .command(text)
        } else if text == "nothing" {
            targets[key] = .nothing
        } else {
            guard let action = ActionNames.action(named: text), let standard = Keymap.key(for: action) else {
                return "bindings: there is no action \(text); /keys shows their names"
            }
            targets[key] = .key(standard)
        }
        return nil
    }

    /// The keys that do what `binding` says, with those that were given to it and without those that were taken away.
    func keys(of binding: Keymap.Binding) -> [String] {
        let kept = binding.keys.filter { KeyPress($0).map { targets[$0] == nil } ?? true }
        let standard = Keymap.key(for: binding.action)
        let own = targets.compactMap { key, target in
            if case .key(let meant) = target, meant == standard { key.description } else { nil }
        }
        return kept + own.sorted()
    }

    /// The keys that run commands, for the help.
    var commands: [(left: String, right: String)] {
        targets.compactMap { key, target in
            if case .command(let line) = target { (key.description, line) } else { nil }
        }.sorted { $0.left < $1.left }
    }
}

extension Keymap {
    /// The first key of the table that asks for `action`.
    static func key(for action: Action) -> KeyPress? { keys[action] }

    private static let keys: [Action: KeyPress] = {
        var keys: [Action: KeyPress] = [:]
        for binding in sections.flatMap(\.bindings) where keys[binding.action] == nil {
            keys[binding.action] = binding.keys.first.flatMap { KeyPress($0) }
        }
        return keys
    }()
}

extension ChatState {
    /// A key as the person's own bindings have it; nil when it is dealt with.
    mutating func translate(_ key: KeyPress, at moment: Moment) -> (key: KeyPress?, effects: [Effect]) {
        switch settings.bindings.targets[key] {
        case .key(let standard)?: return (standard, [])
        case .nothing?: return (nil, [])
        case .command(let line)?:
            // A line that runs while a list or a question is open would change what lies below it.
            guard question == nil, picker == nil, menu == nil else { return (nil, []) }
            return (nil, run(line: line, at: moment))
        case nil: return (key, [])
        }
    }
}
