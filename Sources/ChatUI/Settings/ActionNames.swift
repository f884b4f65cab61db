/// The names of actions in the settings; a name that was given stays, whatever becomes of the code.
enum ActionNames {
    static func action(named name: String) -> Action? { all.first { $0.name == name }?.action }

    static func name(of action: Action) -> String? { all.first { $0.action == action }?.name }

    private static let all: [(name: String, action: Action)] = talking + reading + screen + writing

    private static let talking: [(name: String, action: Action)] = [
        ("send", .send), ("new-line", .edit(.newLine)), ("mention", .mention), ("emoticons", .emoticons),
        ("older", .older), ("newer", .newer), ("search-history", .searchHistory), ("up", .up), ("down", .down),
    ]

    private static let reading: [(name: String, action: Action)] = [
        ("page-up", .pageUp), ("page-down", .pageDown), ("row-up", .rowUp), ("row-down", .rowDown),
        ("oldest", .oldest), ("newest", .newest), ("complete", .complete), ("mention-before", .mentionBefore),
        ("mention-after", .mentionAfter), ("first-unread", .firstUnread), ("last-read", .lastRead),
        ("go-to-day", .date), ("view-picture", .viewPicture), ("select", .select),
        ("texts-alone", .plain),
    ]

    private static let screen: [(name: String, action: Action)] =
        [
            ("room-above", .roomBefore), ("room-below", .roomAfter), ("switcher", .switcher),
            ("next-unread", .nextUnread), ("read-all", .readAll),
            ("move-room-up", .roomUp), ("move-room-down", .roomDown), ("do-not-disturb", .disturb), ("rooms", .rooms),
            ("people", .people),
            ("help", .help), ("cancel", .cancel), ("redraw", .redraw), ("suspend", .suspend),
            ("interrupt", .interrupt), ("quit", .quit),
        ] + (0..<9).map { ("room-\($0 + 1)", .room($0)) }

    private static let writing: [(name: String, action: Action)] = [
        ("backspace", .edit(.backspace)), ("delete", .edit(.delete)), ("left", .edit(.left)),
        ("right", .edit(.right)), ("word-left", .edit(.wordLeft)), ("word-right", .edit(.wordRight)),
        ("line-start", .lineStart), ("line-end", .lineEnd), ("cut-to-line-end", .edit(.killToLineEnd)),
        ("cut-to-line-start", .edit(.killToLineStart)), ("cut-to-blank", .edit(.killBlankWordLeft)),
        ("cut-word-left", .edit(.killWordLeft)), ("cut-word-right", .edit(.killWordRight)), ("paste", .edit(.yank)),
        ("paste-before", .edit(.yankPop)), ("swap", .edit(.transpose)), ("swap-words", .edit(.transposeWords)),
        ("upper-case", .edit(.upcaseWord)), ("lower-case", .edit(.downcaseWord)),
        ("capitalise", .edit(.capitaliseWord)), ("undo", .edit(.undo)), ("redo", .edit(.redo)),
        ("undo-everything", .edit(.revert)),
        ("select-left", .edit(.selectLeft)), ("select-right", .edit(.selectRight)),
        ("select-word-left", .edit(.selectWordLeft)), ("select-word-right", .edit(.selectWordRight)),
        ("select-line-start", .selectLineStart), ("select-line-end", .selectLineEnd), ("literal", .literal),
        ("editor", .editor), ("spell", .spell), ("cut", .edit(.cut)), ("copy", .edit(.copy)),
    ]
}
