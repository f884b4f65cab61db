import RichText
import Terminal

/// The one table of settings. A setting is made by one of the functions below, by the kind of its value.
public enum SettingTable {
    /// Every setting, in the order in which the default file has them.
    public static let all: [Setting] = person + looks + log + keyboard + attention

    /// Those that are shown to people.
    public static let shown: [Setting] = all.filter { !$0.isHidden }

    /// The setting of that name.
    public static func setting(named key: String) -> Setting? { all.first { $0.key == key } }

    private static let person: [Setting] = [
        .text("name", "what others see; without it, the full name of the login", "Bea", .name),
        .text("room", "the room that is in view first; without it, the one that was in view last", "lobby", .name),
        .text("archive", "the file in which messages are kept", "/srv/chat/room.sqlite", .path),
    ]

    private static let looks: [Setting] = [
        .choice("theme", .auto, "the colours; auto asks the terminal what fits it", \.themeChoice, example: .light),
        .map(
            "colours", "looks of your own over the theme's, for " + Theme.partNames,
            SettingEntry("mention", .text("bold cyan on black"))
        ) { settings, entries in
            switch Theme.changes(entries) {
            case .success(let changes): settings.colourChanges = changes
            case .failure(let mistakes): return mistakes.all
            }
            return []
        },
        .choice(
            "nameColours", .theme,
            "shared gives people the colours that other programs give them (XEP-0392), where there are 256 or more; "
                + "shared-red-green and shared-blue leave out what some people cannot tell apart", \.nameColours,
            example: .shared),
        .choice(
            "density", .compact,
            "dense: every line in one row, with emoji and words for emoticons and pictures; roomy: an empty row between people",
            \.density, example: .roomy),
        .format("time", "%H:%M", "how the time of day is written, as strftime(3) has it", "%I:%M %p", \.calendar.time),
        .format(
            "date", "%A %e %B %Y", "how the day is written above its messages; as it stands, the way of your language",
            "%Y-%m-%d", \.calendar.date),
        .flag("roomsPane", true, "the rooms at the left, in terminals of 80 columns or more", \.showsRooms),
        .flag("peoplePane", true, "the people at the right, in terminals of 80 columns or more", \.showsPeople),
    ]

    private static let log: [Setting] = [
        .flag(
            "styling", true, "*bold*, _italic_, ~struck~, `code` and lines with > look so; their marks stay",
            \.stylesText),
        .choice(
            "pictures", .auto, "how pictures are shown; auto asks the terminal",
            \.pictureChoice, example: .cells),
        .choice(
            "emoticons", .auto, "cells: drawn in two rows; emoji: one emoji; text: [smile]; auto: like pictures",
            \.emoticonChoice, example: .emoji),
        .choice(
            "animation", .focused, "when pictures move; focused: while the terminal has the focus", \.motion.mode,
            example: .off),
        .number("animationRounds", 3, 0...1000, "how often a picture goes round; 0 for ever", \.motion.rounds),
        .flag(
            "picturesFromLoopback", false, "fetch pictures from servers of this machine, for tests", \.fetchesLoopback,
            isHidden: true),
        .map(
            "keep",
            "how long messages of rooms of this machine are kept, from the next start on; * is all other rooms; "
                + "what somebody has not read stays", SettingEntry("*", .text("365 days, 50 MB"))
        ) { settings, entries in
            let (rules, mistakes) = KeepRule.read(entries)
            if mistakes.isEmpty { settings.keepRules = rules }
            return mistakes
        },
        .choice(
            "roomOrder", .hand, "activity puts the room up where something was said last", \.roomOrder,
            example: .activity),
    ]

    private static let keyboard: [Setting] = [
        .choice("keys", .emacs, "which keys edit a draft", \.keys, example: .vi),
        .map(
            "bindings", "keys of your own: an action by its name (/keys shows them), a /command, or nothing",
            SettingEntry("F5", .text("/theme light"))
        ) { settings, entries in
            switch Bindings.read(entries) {
            case .success(let bindings): settings.bindings = bindings
            case .failure(let mistakes): return mistakes.all
            }
            return []
        },
        .number(
            "escapeDelay", 50, 0...1000,
            "milliseconds after which Escape is a key and not the beginning of another; from the next start on",
            \.escapeDelay),
        .flag("mouse", true, "false leaves the mouse to the terminal", \.usesMouse),
    ]

    private static let attention: [Setting] = [
        .flag("ownName", true, "your name as a whole word counts as a mention", \.countsOwnName),
        .words(
            "highlight", "words that count as a mention, with commas between them", "coffee, code review",
            \.callingWords),
        .choice(
            "notify", .auto,
            "how you hear of messages while you look elsewhere; auto takes the best that the terminal has", \.notify,
            example: .bell),
        .choice(
            "notifyAbout", .mentions, "which messages; /mute changes it for one room, and rooms of two tell of all",
            \.notifyAbout, example: .all),
        .flag("dnd", false, "do not disturb: tell of nothing", \.doesNotDisturb),
    ]
}

extension Setting {
    /// A text that the program reads at its start.
    static func text(_ key: String, _ help: String, _ example: String, _ kind: Kind) -> Setting {
        Setting(key: key, kind: kind, standard: nil, help: help, example: .text(example)) { _, _ in [] }
    }

    static func flag(
        _ key: String, _ standard: Bool, _ help: String,
        _ path: any WritableKeyPath<ChatState.Settings, Bool> & Sendable, isHidden: Bool = false
    ) -> Setting {
        Setting(
            key: key, kind: .flag, standard: .flag(standard), help: help, example: .flag(!standard), isHidden: isHidden
        ) { settings, value in
            if case .flag(let flag) = value ?? .flag(standard) { settings[keyPath: path] = flag }
            return []
        }
    }

    static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ key: String, _ standard: Choice, _ help: String,
        _ path: any WritableKeyPath<ChatState.Settings, Choice> & Sendable, example: Choice
    ) -> Setting {
        Setting(
            key: key, kind: .choice(Choice.allCases.map(\.rawValue)), standard: .text(standard.rawValue), help: help,
            example: .text(example.rawValue)
        ) { settings, value in
            var choice = standard
            if case .text(let text)? = value { choice = Choice(rawValue: text) ?? standard }
            settings[keyPath: path] = choice
            return []
        }
    }

    static func number(
        _ key: String, _ standard: Int, _ range: ClosedRange<Int>, _ help: String,
        _ path: any WritableKeyPath<ChatState.Settings, Int> & Sendable
    ) -> Setting {
        Setting(
            key: key, kind: .number(range), standard: .number(standard), help: help,
            example: .number(range.contains(standard + 1) ? standard + 1 : range.lowerBound)
        ) { settings, value in
            if case .number(let number) = value ?? .number(standard) { settings[keyPath: path] = number }
            return []
        }
    }

    static func format(
        _ key: String, _ standard: String, _ help: String, _ example: String,
        _ path: any WritableKeyPath<ChatState.Settings, TimeFormat> & Sendable
    ) -> Setting {
        Setting(key: key, kind: .text, standard: .text(standard), help: help, example: .text(example)) {
            settings, value in
            guard case .text(let text) = value ?? .text(standard) else { return [] }
            guard let format = TimeFormat(text), format.width <= 60 else {
                let signs = TimeFormat.signs.map { "%" + String($0.sign) }.joined(separator: " ")
                return [SettingMistake(key: key, sentence: "\(key) knows \(signs) and at most 60 columns, not \(text)")]
            }
            settings[keyPath: path] = format
            return []
        }
    }

    /// A list of words, at most ``mostWords``, with commas between them.
    static func words(
        _ key: String, _ help: String, _ example: String,
        _ path: any WritableKeyPath<ChatState.Settings, [String]> & Sendable
    ) -> Setting {
        Setting(key: key, kind: .text, standard: .text(""), help: help, example: .text(example)) { settings, value in
            guard case .text(let text) = value ?? .text("") else { return [] }
            let words = text.split(separator: ",").map { HarmlessText.line(String($0)) }.filter { !$0.isEmpty }
            guard words.count <= mostWords, words.allSatisfy({ $0.unicodeScalars.count <= 60 }) else {
                let sentence = "\(key) takes at most \(mostWords) words of 60 letters"
                return [SettingMistake(key: key, sentence: sentence)]
            }
            settings[keyPath: path] = words
            return []
        }
    }

    /// Each message is looked through for each of them.
    private static let mostWords = 20

    static func map(
        _ key: String, _ help: String, _ example: SettingEntry,
        adopt: @escaping @Sendable (inout ChatState.Settings, [SettingEntry]) -> [SettingMistake]
    ) -> Setting {
        Setting(key: key, kind: .map, standard: .map([]), help: help, example: .map([example])) { settings, value in
            if case .map(let entries)? = value { adopt(&settings, entries) } else { adopt(&settings, []) }
        }
    }
}
