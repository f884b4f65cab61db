import Terminal

extension ChatState.Settings {
    /// The value of a setting that is in force: what the file says, else the standard one.
    public func value(of setting: Setting) -> SettingValue? { values[setting.key] ?? setting.standard }

    /// Takes over a whole file: what it does not say is the standard again. Returns everything that is wrong with it, by
    /// the lines; a setting with a mistake stays as it was.
    public mutating func adopt(_ entries: [SettingEntry]) -> [SettingMistake] {
        var mistakes = SettingTable.unknown(in: entries)
        for setting in SettingTable.all {
            let given = entries.filter { $0.key == setting.key }
            if given.count > 1, let last = given.last {
                let sentence = "\(setting.key) stands there \(given.count) times"
                mistakes.append(SettingMistake(key: setting.key, line: last.line, sentence: sentence))
                continue
            }
            mistakes += put(given.first, as: setting)
        }
        dress()
        return mistakes.sorted { ($0.line ?? .max) < ($1.line ?? .max) }
    }

    /// Puts one value in force; returns what is wrong with it.
    mutating func adopt(_ entry: SettingEntry?, as setting: Setting) -> [SettingMistake] {
        defer { dress() }
        return put(entry, as: setting)
    }

    /// The same, but for the looks that may follow from it.
    private mutating func put(_ entry: SettingEntry?, as setting: Setting) -> [SettingMistake] {
        if let entry, let sentence = setting.mistake(in: entry.value) {
            return [SettingMistake(key: setting.key, line: entry.line, sentence: sentence)]
        }
        if let entry, let mistake = ChatState.Settings.twice(in: entry) { return [mistake] }
        let mistakes = setting.adopt(&self, entry?.value).map { mistake in
            var mistake = mistake
            mistake.line = mistake.line ?? entry?.line
            return mistake
        }
        if mistakes.isEmpty { values[setting.key] = entry?.value }
        return mistakes
    }

    /// A name that stands twice in a map: which of the two is meant, nobody knows.
    private static func twice(in entry: SettingEntry) -> SettingMistake? {
        guard case .map(let entries) = entry.value else { return nil }
        var known: Set<String> = []
        guard let again = entries.first(where: { !known.insert($0.key).inserted }) else { return nil }
        return SettingMistake(
            key: entry.key, line: again.line, sentence: "\(again.key) in \(entry.key) stands there twice")
    }

    /// Makes the theme that is chosen fit the terminal, and gives it the person's own colours.
    mutating func dress() {
        emoticonTier = emoticonChoice.tier(beside: drawing.tier)
        if density == .dense, emoticonTier == .cells { emoticonTier = .emoji }
        theme = Theme(themeChoice, on: ground)
        // With fewer colours, those of the theme are told apart better. The looks that need no colours keep theirs.
        let hasOwnLooks = themeChoice == .mono || themeChoice == .highContrast
        if ground.depth >= .palette, !hasOwnLooks { theme.nameColours = nameColours }
        for change in colourChanges where ground.depth > .monochrome { _ = theme.change(change) }
    }
}

extension SettingTable {
    fileprivate static func unknown(in entries: [SettingEntry]) -> [SettingMistake] {
        entries.filter { setting(named: $0.key) == nil }.map { entry in
            SettingMistake(key: entry.key, line: entry.line, sentence: "there is no setting \(entry.key)")
        }
    }
}
