extension Command {
    /// Commands about the settings.
    static let settings: [Command] = [
        Command(
            "set", "[KEY [VALUE]]", "show the settings, show or change one, or read the file again: /set reload",
            complete: { state, line in state.settingEntries(line) },
            run: { state, call in state.set(call.arguments) }),
        Command(
            "theme", "NAME", "other colours: auto, dark, light, high-contrast, 16 or mono",
            complete: { _, start in
                Theme.Choice.allCases.map(\.rawValue).filter { $0.hasPrefix(start) }.map { .argument($0) }
            },
            run: { state, call in state.set("theme " + call.arguments) }),
    ]
}

extension ChatState {
    fileprivate func settingEntries(_ line: String) -> [Menu.Entry] {
        let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let key = words.first ?? ""
        guard words.count == 2 else {
            let keys = SettingTable.shown.filter { $0.key.lowercased().hasPrefix(key.lowercased()) }
            let reload = "reload".hasPrefix(key) ? [Menu.Entry.argument("reload", detail: "read the file again")] : []
            return keys.map { .argument($0.key, detail: $0.help) } + reload
        }
        guard let setting = SettingTable.setting(named: key) else { return [] }
        let values: [String] =
            switch setting.kind {
            case .choice(let names): names
            case .flag: ["true", "false"]
            case .text, .name, .path, .number, .map: []
            }
        return values.filter { $0.hasPrefix(words[1]) }.map { .argument(key + " " + $0) }
    }

    fileprivate mutating func set(_ line: String) -> Command.Outcome {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        guard let key = words.first else {
            help = HelpScreen([Reference.settings(settings)])
            return .done([])
        }
        if line == "reload" { return .done([.readSettings]) }
        guard let setting = SettingTable.setting(named: key) else {
            return .refused("There is no setting \(key); /set shows them all")
        }
        guard words.count == 2 else {
            let value = settings.value(of: setting)?.source ?? "not set"
            tell("\(key): \(value) (\(setting.values)): \(setting.help)")
            return .done([])
        }
        guard let value = setting.value(written: words[1]) else {
            return .refused("\(key) is written in the settings file; /set reload reads it again")
        }
        var changed = settings
        if let mistake = changed.adopt(SettingEntry(key, value), as: setting).first {
            return .refused(mistake.sentence)
        }
        let effects = adopt(changed)
        tell("\(key) is \(value.source) now")
        return .done(effects + [.keepSetting(key, value.source)] + change(of: setting, to: value))
    }

    /// What has to be done outside the screen for a setting that the program reads at its start.
    private mutating func change(of setting: Setting, to value: SettingValue) -> [Effect] {
        guard case .text(let text) = value else { return [] }
        switch setting.key {
        case "name":
            tell("You are shown as \(text) now; at the next start your id changes with the name")
            return [.transport(.rename(text))]
        case "archive", "room":
            tell("\(setting.key) is \(value.source) from the next start on")
            return []
        default: return []
        }
    }
}
