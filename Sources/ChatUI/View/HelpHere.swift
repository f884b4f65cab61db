import Terminal

extension ChatState {
    /// The help: what the keys do where one is, then every key as it is bound, and every command.
    var wholeHelp: HelpScreen {
        HelpScreen(here + Reference.keys(settings.bindings) + [Reference.commands])
    }

    /// Whether a key asks what the keys of an open list do: the help's own, and `?` where it is not what is looked for.
    func asksForHelp(_ key: KeyPress) -> Bool {
        guard picker != nil || switcher != nil || results != nil || versions != nil || viewer != nil || selection != nil
        else { return false }
        if Keymap.action(for: key) == .help { return true }
        guard key == KeyPress(.character("?")) else { return false }
        return picker?.query.isEmpty ?? switcher?.query.isEmpty ?? true
    }

    /// Five keys worth knowing at the first start.
    static let firstKeys = Reference.Section(
        title: "Welcome. Five keys worth knowing:",
        lines: [
            ("Enter", "sends what you wrote"), ("@", "mentions somebody: type a few letters, Enter takes the person"),
            ("C-t", "goes to another room, or to a person"), ("PageUp", "reads back; M-> goes to the newest"),
            ("F1", "shows all keys and commands; C-q leaves"),
        ])

    /// What the keys do in what is open; nothing where that is the draft.
    private var here: [Reference.Section] {
        if viewer != nil {
            return section(
                "a picture on the whole screen",
                [("n Space Right", "the next"), ("p Left", "the one before"), ("any other key", "back to the room")])
        }
        if versions != nil {
            return section(
                "earlier versions",
                [("Up Down PageUp PageDown", "move"), ("any other key", "back to the room")])
        }
        if switcher != nil {
            return section(
                "rooms and people",
                [
                    ("letters", "narrow the list"), ("Up Down Tab", "choose"),
                    ("Enter", "go there; where nothing is found, make that room"), ("Escape", "back"),
                ])
        }
        if picker != nil {
            return section(
                picker?.target == nil ? "the grid of emoticons" : "emoji to react with",
                [
                    ("letters", "look for a name, or for an emoji"), ("arrows Tab", "choose"), ("Enter", "take"),
                    ("Escape", "back"),
                ])
        }
        if results != nil {
            return section(
                "what was found",
                [("j k Up Down", "choose"), ("Enter", "go to the message"), ("Escape", "back to the room")])
        }
        if selection != nil {
            return section(
                "selected messages",
                [
                    ("j k Up Down", "the message below, above"), ("v", "select more than one"), ("c", "copy"),
                    ("o", "open a link"), ("r", "reply"), ("e", "edit"), ("d", "delete"), ("+", "react"),
                    ("h", "earlier versions"), ("g", "go to what it answers"), ("i", "its picture on the whole screen"),
                    ("Escape", "leave"),
                ])
        }
        if menu != nil {
            return section(
                "a list under the caret",
                [("Up Down", "choose"), ("Enter Tab", "take"), ("Escape", "leave what was typed as it is")])
        }
        if isViCommanding { return [Reference.vi] }
        if view.anchor != nil {
            return section(
                "reading back",
                [("PageUp PageDown", "pages"), ("M-> C-End", "the newest message"), ("M-s", "select messages")])
        }
        return []
    }

    private func section(_ title: String, _ lines: [(String, String)]) -> [Reference.Section] {
        [Reference.Section(title: "Here: " + title, lines: lines.map { (left: $0.0, right: $0.1) })]
    }
}
