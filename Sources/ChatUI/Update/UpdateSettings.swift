import Composer
import RichText

extension ChatState {
    /// Takes over what was read of the settings file; what is wrong with it is shown, all of it at once.
    mutating func take(_ entries: [SettingEntry]) -> [Effect] {
        var changed = settings
        let mistakes = changed.adopt(entries)
        let effects = adopt(changed)
        if mistakes.isEmpty {
            tell("The settings were read again")
        } else {
            show(mistakes, stays: "as it was")
        }
        return effects
    }

    /// Alt-Z: like `/set dnd`, it holds at the next start, too.
    mutating func toggleDisturbing() -> [Effect] {
        let isOn = !settings.doesNotDisturb
        settings.doesNotDisturb = isOn
        settings.values["dnd"] = .flag(isOn)
        if isOn { notices.clear() }
        tell(isOn ? "You are not disturbed any more" : "You hear of messages again")
        return [.keepSetting("dnd", SettingValue.flag(isOn).source)]
    }

    mutating func show(_ mistakes: [SettingMistake], stays: String) {
        if mistakes.count == 1, let mistake = mistakes.first {
            tell("Settings, " + mistake.text, isFailure: true)
            return
        }
        let lines = mistakes.map { mistake in
            (left: mistake.line.map { "line \($0)" } ?? mistake.key, right: mistake.sentence)
        }
        let title = "\(mistakes.count) mistakes in the settings; what is wrong is \(stays)"
        help = HelpScreen([Reference.Section(title: title, lines: lines)])
        tell(title, isFailure: true)
    }

    /// Puts other settings in force.
    mutating func adopt(_ changed: Settings) -> [Effect] {
        let old = settings
        settings = changed
        layouts.removeAll()
        if old.showsRooms != changed.showsRooms { showsRooms = changed.showsRooms }
        if old.showsPeople != changed.showsPeople { showsPeople = changed.showsPeople }
        if old.motion != changed.motion { clock = changed.motion.clock() }
        if old.keys != changed.keys { vi.startOver() }
        for index in views.indices {
            views[index].room.countsOwnName = changed.countsOwnName
            views[index].room.callingWords = changed.callingWords
            views[index].noteCalls(in: views[index].room.timeline.messages)
        }
        if old.usesMouse == changed.usesMouse { return [] }
        return [changed.usesMouse ? .listenToMouse : .leaveMouse]
    }
}

extension Reference {
    /// Every setting with the value in force.
    static func settings(_ settings: ChatState.Settings) -> Section {
        Section(
            title: "Settings: /set KEY VALUE changes one",
            lines: SettingTable.shown.map { setting in
                (setting.key, (settings.value(of: setting)?.source ?? "not set") + " · " + setting.help)
            })
    }
}
