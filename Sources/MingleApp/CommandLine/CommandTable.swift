/// The one table of subcommands and options: what is accepted, and what `--help` and the man page say of it.
enum CommandTable {
    /// An option; `value` names its argument, or is nil for a switch.
    struct Option {
        let name: String
        let value: String?
        let help: String
        /// Whether it may be given more than once.
        var repeats = false
    }

    /// A subcommand; the one with the empty name is the chat itself.
    struct Subcommand {
        let name: String
        let arguments: String
        let summary: String
        let options: [Option]
    }

    static let place = [
        Option(name: "--archive", value: "FILE", help: "the file in which messages are kept"),
        Option(name: "--room", value: "NAME", help: "the room; lobby unless told otherwise"),
        Option(name: "--config", value: "FILE", help: "the settings file"),
    ]
    static let account = [
        Option(
            name: "--account", value: "JID",
            help: "be that account; --room is then the address of a room or a person"),
        Option(
            name: "--log", value: "FILE",
            help: "write down what goes over the network, without passwords, for finding faults"),
    ]
    static let identity = [
        Option(name: "--as", value: "NAME", help: "be another person of the same login"),
        Option(name: "--shared", value: nil, help: "make the archive file one for the group of its folder"),
    ]

    static let subcommands: [Subcommand] = [
        Subcommand(
            name: "", arguments: "", summary: "chat in a room of this machine",
            options: place + identity + account + [
                Option(
                    name: "--plain", value: nil,
                    help: "lines without a screen, for screen readers and pipes; by itself where there is no terminal"),
                Option(
                    name: "--files", value: nil,
                    help: "let lines that come from a pipe send, read and write files by /image, /upload and /export"),
            ]),
        Subcommand(
            name: "demo", arguments: "", summary: "show what mingle can do, with people who are not real",
            options: []),
        Subcommand(
            name: "render", arguments: "[FILE]",
            summary: "wrap messages, one in each input line, and print them", options: render),
        Subcommand(
            name: "tags", arguments: "[FILE]", summary: "set one chip for each input line into rows",
            options: tags),
        Subcommand(
            name: "send", arguments: "TEXT|-", summary: "say something in a room",
            options: place + identity + account + [
                Option(
                    name: "--mention", value: "ID",
                    help: "mention a person, or everyone; marks @Name in TEXT, or puts it in front", repeats: true)
            ]),
        Subcommand(
            name: "tail", arguments: "", summary: "print what is said in a room, as it is said",
            options: place + account + [Option(name: "--json", value: nil, help: "as JSON lines")]),
        Subcommand(
            name: "export", arguments: "", summary: "print the messages of the archive as JSON lines",
            options: place + [
                Option(name: "--account", value: "JID", help: "of that account's room, from its server"),
                Option(name: "--since", value: "T", help: "only from that time on, such as 2026-11-30T09:00:00Z"),
            ]),
        Subcommand(
            name: "import", arguments: "[FILE]", summary: "read JSON lines into the archive; known ids are skipped",
            options: place),
        Subcommand(
            name: "archive", arguments: "check|repair|compact",
            summary: "look whether the archive is sound, save what can be read of a damaged one, or make it smaller",
            options: [place[0], place[2]]),
        Subcommand(
            name: "account", arguments: "add JID|list|remove JID|check JID|password JID|delete JID",
            summary: "the accounts by which one chats with the world, over XMPP", options: accounts),
        Subcommand(
            name: "emoticons", arguments: "[NAME | check FOLDER | import FOLDER|ZIP [NAME]]",
            summary: "show the emoticons, check a pack, or bring in one of Pidgin, Mastodon or Misskey",
            options: [Option(name: "--size", value: "WxH", help: "the largest size that they are shown at")]),
        Subcommand(
            name: "settings", arguments: "", summary: "print every setting with what it does and the value in force",
            options: [
                Option(name: "--config", value: "FILE", help: "the settings file"),
                Option(name: "--write", value: nil, help: "make the default file, unless there is one"),
            ]),
        Subcommand(
            name: "doctor", arguments: "", summary: "print what the terminal answers and what is in force",
            options: place + [
                Option(name: "--as", value: "NAME", help: "be another person of the same login"),
                Option(name: "--report", value: nil, help: "leave out all that is personal, for a bug report"),
            ]),
        Subcommand(name: "manual", arguments: "", summary: "print the man page (roff)", options: []),
        Subcommand(
            name: "completions", arguments: "bash|zsh|fish", summary: "print the completion script of a shell",
            options: []),
    ]

    private static let render: [Option] = [
        Option(name: "--width", value: "N", help: "columns; the terminal's unless told otherwise"),
        Option(name: "--wrap", value: "chat|unicode|word|character|single", help: "how lines break; chat by default"),
        Option(name: "--colour", value: "auto|always|never", help: "whether to colour; auto by default"),
        Option(name: "--emoticons", value: "cells|emoji|text", help: "how emoticons are drawn; cells by default"),
        Option(name: "--padding", value: "N", help: "columns left free at both sides"),
        Option(name: "--inset", value: "L,T,R,B", help: "cells left free at the left, top, right and bottom"),
        Option(name: "--line-spacing", value: "N", help: "rows between lines"),
        Option(name: "--item-spacing", value: "N", help: "columns after an emoticon or a picture"),
        Option(name: "--start-y", value: "N", help: "the row at which the first line stands"),
        Option(name: "--indent", value: "FIRST,REST", help: "columns before the first line and before the others"),
        Option(name: "--valign", value: "top|centre|bottom", help: "where text stands in a tall line; top by default"),
        Option(name: "--max-lines", value: "N", help: "cut after so many lines, with an ellipsis"),
        Option(name: "--layout", value: nil, help: "print one JSON line for each fragment instead"),
        Option(name: "-0", value: nil, help: "messages end with NUL and may hold line breaks"),
        Option(name: "--json", value: nil, help: "messages are JSON lines, as export prints them"),
    ]

    private static let accounts: [Option] = [
        Option(name: "--register", value: nil, help: "have the server make the account first; goes with add"),
        Option(name: "--password-stdin", value: nil, help: "read the password from standard input"),
        Option(name: "--password-command", value: "CMD", help: "run CMD for the password, each time"),
        Option(name: "--server", value: "HOST:PORT", help: "the server, instead of the one that DNS tells"),
        Option(name: "--direct-tls", value: nil, help: "begin with TLS; goes with --server"),
        Option(name: "--ca", value: "FILE", help: "believe these certificates (PEM) instead of the system's"),
    ]

    private static let tags: [Option] = [
        Option(name: "--width", value: "N", help: "columns; the terminal's unless told otherwise"),
        Option(name: "--margin", value: "N", help: "columns between chips and at both edges; 1 by default"),
        Option(name: "--spacing", value: "N", help: "rows above each row of chips and below the last; 0 by default"),
        Option(name: "--padding", value: "N", help: "columns at both sides of a chip's text; 1 by default"),
        Option(name: "--layout", value: nil, help: "print one JSON line for each chip instead"),
    ]

    static let global = [
        Option(name: "--help", value: nil, help: "print this and end"),
        Option(name: "--version", value: nil, help: "print the version and end"),
    ]
}
