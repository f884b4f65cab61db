import Composer
import Terminal

/// What a key can ask for.
enum Action: Hashable {
    /// Change the draft, or move in it.
    case edit(EditCommand)
    /// One line up or down in the draft, and in an empty or one-line draft through what was written before.
    case up, down
    /// To the edges of the line of the screen, then of the line in the draft.
    case lineStart, lineEnd, selectLineStart, selectLineEnd
    /// Older and newer drafts.
    case older, newer
    /// Look through what was written before.
    case searchHistory
    /// Take the next key as it is.
    case literal
    /// Open the grid of emoticons.
    case emoticons
    /// Show what may be meant by the word at the caret.
    case spell
    /// Hand the draft to an editor.
    case editor
    /// Send the draft, or run it when it is a command.
    case send
    /// Open the list of people.
    case mention
    /// Make a mention of the name that has begun before the caret; in a list, take what is chosen.
    case complete
    /// Move the log by pages, by rows, to its ends.
    case pageUp, pageDown, rowUp, rowDown, oldest, newest
    /// Jump to the message before or after that mentions oneself.
    case mentionBefore, mentionAfter
    /// Jump to what is new, select messages, show nothing but texts.
    case firstUnread, lastRead, date, select, plain
    /// Show a picture on the whole screen.
    case viewPicture
    /// Show another room.
    case roomBefore, roomAfter, room(Int)
    /// Choose from a list of rooms and people; go to what is new; move the room; hear of messages or not.
    case switcher, nextUnread, readAll, roomUp, roomDown, disturb
    /// Show or hide the panes at the sides.
    case people, rooms
    /// Show the keys and commands.
    case help
    /// Give up what is open, else the unread line and the notice.
    case cancel
    /// Empty the draft; on an empty one, twice leaves.
    case interrupt
    /// Leave, stop, draw anew.
    case quit, suspend, redraw
}

/// The one table of keys: what is bound, and what the help, the README and the man page say of it.
enum Keymap {
    struct Binding {
        let keys: [String]
        let action: Action
        /// Empty for a key that needs no word in the help.
        let help: String

        init(_ keys: String, _ action: Action, _ help: String = "") {
            self.keys = keys.split(separator: " ").map(String.init)
            self.action = action
            self.help = help
        }
    }

    struct Section {
        let title: String
        let bindings: [Binding]
    }

    /// The commands of vi's normal mode, which `ViEditor` reads, for the help alone.
    static let vi: [(keys: String, help: String)] = [
        ("Esc", "normal mode; a count goes before any command"),
        ("h l w b e W B E", "left, right, by words"),
        ("j k", "by lines, and through what was written before"),
        ("0 ^ $ gg G", "edges of the line and of the draft"),
        ("fx Fx tx Tx ; ,", "to x in the line, or beside it; again, and back"),
        ("d c y", "cut, change, copy what a motion passes over; doubled, the line"),
        ("iw aw iW aW", "a word, for d c y and for selecting; a mention is one"),
        ("x X D C s S Y", "short for dl dh d$ c$ cl cc yy"),
        ("p P", "put what was cut behind or before the caret"),
        ("rx ~", "put x in place of one, change the case"),
        ("i a I A o O", "insert mode: before, behind, at the edges, on a new line"),
        ("v", "select"),
        ("u C-r .", "undo, redo, do the last change again"),
        ("/", "look through what was written before"),
    ]

    static let sections: [Section] = [
        Section(
            title: "Talking",
            bindings: [
                Binding("Enter", .send, "send the message, or run the /command"),
                Binding("M-Enter C-j S-Enter", .edit(.newLine), "begin a new line"),
                Binding("M-m", .mention, "mention somebody (the same as typing @)"),
                Binding("Tab", .complete, "finish a name that has begun, or what a list shows"),
                Binding("M-e", .emoticons, "the grid of emoticons"),
                Binding("C-p", .older, "what was written before and begins with what stands before the caret"),
                Binding("C-n", .newer, "what was written after it"),
                Binding("C-r", .searchHistory, "look through what was written before"),
                Binding(
                    "Up", .up, "line above; from an empty draft: edit what you said last; else what was written before"),
                Binding("Down", .down, "line below; in the last line: what was written after"),
            ]),
        Section(
            title: "Reading",
            bindings: [
                Binding("PageUp", .pageUp, "page up"),
                Binding("PageDown", .pageDown, "page down"),
                Binding("C-Up S-Up", .rowUp, "line up"),
                Binding("C-Down S-Down", .rowDown, "line down"),
                Binding("M-< C-Home", .oldest, "oldest message"),
                Binding("M-> C-End", .newest, "newest message"),
                Binding("M-p", .mentionBefore, "message before that mentions you"),
                Binding("M-n", .mentionAfter, "message after that mentions you"),
                Binding("M-j", .firstUnread, "first unread message"),
                Binding("M-k", .lastRead, "last message that you have read"),
                Binding("M-g", .date, "a day: begins the command that goes there"),
                Binding(
                    "M-s", .select,
                    "select messages: r replies, e edits, d deletes, + reacts, h shows earlier versions, c copies, o opens a link"
                ),
                Binding("M-i", .viewPicture, "the last picture in sight on the whole screen"),
                Binding("F4", .plain, "texts alone, to copy with the mouse"),
            ]),
        Section(
            title: "Rooms and screen",
            bindings: [
                Binding("M-Up", .roomBefore, "room above"),
                Binding("M-Down", .roomAfter, "room below"),
                Binding("C-t", .switcher, "choose a room or a person by a few letters"),
                Binding("M-a", .nextUnread, "next room with something new, first those that mention you"),
                Binding("M-A", .readAll, "all rooms are read"),
                Binding("M-S-Up", .roomUp, "move the room up"),
                Binding("M-S-Down", .roomDown, "move the room down"),
                Binding("M-z", .disturb, "do not disturb; again: hear of messages"),
                Binding("M-1", .room(0), "first room; M-2 … M-9 the others"),
                Binding("M-2", .room(1)), Binding("M-3", .room(2)), Binding("M-4", .room(3)),
                Binding("M-5", .room(4)), Binding("M-6", .room(5)), Binding("M-7", .room(6)),
                Binding("M-8", .room(7)), Binding("M-9", .room(8)),
                Binding("F2", .rooms, "show or hide the rooms"),
                Binding("F3", .people, "show or hide the people"),
                Binding("F1", .help, "this help; also ? in an empty draft"),
                Binding("Escape C-g", .cancel, "close what is open; else the unread line and the notice"),
                Binding("C-l", .redraw, "draw the screen anew"),
                Binding("C-z", .suspend, "stop the program; fg brings it back"),
                Binding("C-c", .interrupt, "empty the draft; twice in an empty one: leave"),
                Binding("C-q", .quit, "leave"),
            ]),
        Section(title: "Writing", bindings: writing),
    ]

    private static let writing: [Binding] = [
        Binding("Backspace C-h", .edit(.backspace), "delete before the caret: a character, an emoji, a whole mention"),
        Binding("Delete C-d", .edit(.delete), "delete after the caret"),
        Binding("Left C-b", .edit(.left), "left"),
        Binding("Right C-f", .edit(.right), "right"),
        Binding("C-Left M-b M-Left", .edit(.wordLeft), "word left"),
        Binding("C-Right M-f M-Right", .edit(.wordRight), "word right"),
        Binding("Home C-a", .lineStart, "start of the line on the screen, then of the line"),
        Binding("End C-e", .lineEnd, "end of the line on the screen, then of the line"),
        Binding("C-k", .edit(.killToLineEnd), "cut to the end of the line"),
        Binding("C-u", .edit(.killToLineStart), "cut to the start of the line"),
        Binding("C-w", .edit(.killBlankWordLeft), "cut to the blank before"),
        Binding("M-Backspace C-Backspace", .edit(.killWordLeft), "cut the word before"),
        Binding("M-d C-Delete", .edit(.killWordRight), "cut the word after"),
        Binding("C-y", .edit(.yank), "paste what was cut"),
        Binding("M-y", .edit(.yankPop), "paste what was cut before it instead"),
        Binding("C-M-t", .edit(.transpose), "swap the two before the caret"),
        Binding("M-t", .edit(.transposeWords), "swap two words"),
        Binding("M-u", .edit(.upcaseWord), "UPPER-CASE the word"),
        Binding("M-l", .edit(.downcaseWord), "lower-case the word"),
        Binding("M-c", .edit(.capitaliseWord), "Capitalise the word"),
        Binding("C-_ C-/", .edit(.undo), "undo"),
        Binding("M-_ M-/", .edit(.redo), "redo"),
        Binding("M-r", .edit(.revert), "undo everything in the draft"),
        Binding("S-Left", .edit(.selectLeft), "select to the left"),
        Binding("S-Right", .edit(.selectRight), "select to the right"),
        Binding("C-S-Left", .edit(.selectWordLeft)), Binding("C-S-Right", .edit(.selectWordRight)),
        Binding("S-Home", .selectLineStart), Binding("S-End", .selectLineEnd),
        Binding("C-v", .literal, "take the next key as it is"),
        Binding("M-v", .editor, "write in your editor ($VISUAL, $EDITOR); @[Name](1) there is a mention"),
        Binding("M-$", .spell, "other spellings of the word before the caret"),
        Binding("C-x", .edit(.cut), "cut the selection"),
        Binding("M-w", .edit(.copy), "copy the selection"),
    ]

    private static let table: [KeyPress: Action] = {
        var result: [KeyPress: Action] = [:]
        for binding in sections.flatMap(\.bindings) {
            for notation in binding.keys {
                guard let key = KeyPress(notation) else { preconditionFailure("not a key: \(notation)") }
                precondition(result[key] == nil, "bound twice: \(notation)")
                result[key] = binding.action
            }
        }
        return result
    }()

    /// What `key` asks for, or nil when it is typed text or bound to nothing.
    static func action(for key: KeyPress) -> Action? { table[key] }
}
