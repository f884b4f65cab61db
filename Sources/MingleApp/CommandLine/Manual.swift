import ChatUI

/// The texts that are made from the command table: `--help` and the man page.
enum Manual {
    static let version = "0.1.0"

    static var help: String {
        var lines = ["mingle \(version): a terminal chat client", ""]
        for command in CommandTable.subcommands { lines.append(usage(command) + "\n    " + command.summary) }
        for command in CommandTable.subcommands where !command.options.isEmpty {
            lines += ["", command.name.isEmpty ? "Options of the chat:" : "Options of \(command.name):"]
            lines += command.options.map(describe)
        }
        lines += ["", "Always:"] + CommandTable.global.map(describe)
        lines += ["", "Exit codes: 0; 1 failure, told in one line; 64 wrong usage; 74 input or output."]
        return lines.joined(separator: "\n") + "\n"
    }

    /// What `mingle NAME --help` prints: that command's part.
    static func help(of command: CommandTable.Subcommand) -> String {
        var lines = [usage(command), "", command.summary.prefix(1).uppercased() + command.summary.dropFirst() + "."]
        if !command.options.isEmpty { lines += ["", "Options:"] + command.options.map(describe) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func usage(_ command: CommandTable.Subcommand) -> String {
        var words = ["mingle"]
        if !command.name.isEmpty { words.append(command.name) }
        if !command.options.isEmpty { words.append("[OPTION]…") }
        if !command.arguments.isEmpty { words.append(command.arguments) }
        return words.joined(separator: " ")
    }

    private static func describe(_ option: CommandTable.Option) -> String {
        let left = "  " + option.name + (option.value.map { " " + $0 } ?? "")
        let gap = String(repeating: " ", count: max(26 - left.count, 2))
        return left + gap + option.help
    }

    /// The man page in the man macros of roff.
    static var page: String {
        var lines = [".TH MINGLE 1 \"\" \"mingle \(version)\" \"User Commands\""]
        lines += [".SH NAME", "mingle \\- terminal chat client with atomic mentions and inline emoticons"]
        lines.append(".SH SYNOPSIS")
        for command in CommandTable.subcommands { lines += [".B " + roff(usage(command)), ".br"] }
        lines += [
            ".SH DESCRIPTION",
            "Mingle shows a scrolling log of messages in which text, emoticons, pictures and mentions flow as one.",
            "Without a command it opens the room \\fBlobby\\fR of this machine: everybody who opens the same archive",
            "file is in it. Type a message and press Enter; type @ to mention somebody; F1 shows all keys.",
            ".SH COMMANDS",
        ]
        for command in CommandTable.subcommands {
            lines += [".SS " + roff(usage(command)), roff(command.summary.prefix(1).uppercased())]
            lines[lines.count - 1] += roff(String(command.summary.dropFirst())) + "."
            for option in command.options { lines += item(option) }
        }
        lines += [".SS Always"]
        for option in CommandTable.global { lines += item(option) }
        lines.append(".SH KEYS")
        for section in Reference.keys + [Reference.commands] {
            lines.append(".SS " + roff(section.title))
            for line in section.lines { lines += [".TP", "\\fB" + roff(line.left) + "\\fR", roff(line.right)] }
        }
        lines.append(".SH SETTINGS")
        for setting in SettingTable.shown {
            let standard = setting.standard.map { "; without it, " + $0.source } ?? ""
            let help = setting.help + ". It is " + setting.values + standard + "."
            lines += [".TP", "\\fB" + roff(setting.key) + "\\fR", roff(help)]
        }
        lines += [
            ".SH FILES", ".TP", "\\fI$XDG_DATA_HOME/mingle/archive.sqlite\\fR", "The archive.",
            ".TP", "\\fI$XDG_CONFIG_HOME/mingle/settings.json5\\fR", "The settings.",
            ".TP", "\\fI$XDG_DATA_HOME/mingle/emoticons/*/pack.json\\fR", "Packs of emoticons.",
            ".SH EXIT STATUS",
            "0; 1 for a failure, told in one line; 64 for wrong usage; 74 for input and output.",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func item(_ option: CommandTable.Option) -> [String] {
        let value = option.value.map { " \\fI" + roff($0) + "\\fR" } ?? ""
        return [".TP", "\\fB" + roff(option.name) + "\\fR" + value, roff(option.help)]
    }

    private static func roff(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "…": result += "..."
            default: result.append(character)
            }
        }
        return result
    }
}
