import Glibc

// A reader of a pipe that goes away is an error to be handled, not an end by signal.
signal(SIGPIPE, SIG_IGN)
// So is a file that may not grow: the archive tells of it, and keeps what it has.
signal(SIGXFSZ, SIG_IGN)
// What is used of a locale: its letters, its days, its words for errors. Each of the others is a file more to read.
for category in [LC_CTYPE, LC_TIME, LC_MESSAGES] { setlocale(category, "") }

/// Runs what the command line asks for.
private func run(_ words: [String]) throws(Failure) {
    // Help and version work beside any other word, as people expect who are stuck.
    let beforeEnd = words.prefix { $0 != "--" }
    if beforeEnd.contains("--help") || beforeEnd.contains("-h") {
        let named = Invocation.subcommand(in: Array(beforeEnd)).0.flatMap { $0.name.isEmpty ? nil : $0 }
        return try Output.write(Array((named.map(Manual.help(of:)) ?? Manual.help).utf8), to: STDOUT_FILENO)
    }
    if beforeEnd.contains("--version") {
        return try Output.write(Array(Version.text.utf8), to: STDOUT_FILENO)
    }
    let invocation = try Invocation(words)
    switch invocation.subcommand.name {
    case "demo": try Demo.run(invocation)
    case "render":
        var render = try Render(invocation)
        try render.run()
    case "tags": try Tags(invocation).run()
    case "send": try Send.run(invocation)
    case "tail": try Tail.run(invocation)
    case "settings": try SettingsListing.run(invocation)
    case "export": try Export.run(invocation)
    case "import": try Import.run(invocation)
    case "archive": try ArchiveCommands.run(invocation)
    case "account": try AccountCommands.run(invocation)
    case "emoticons": try EmoticonList.run(invocation)
    case "doctor": try Doctor(invocation).run()
    case "manual": try Output.write(Array(Manual.page.utf8), to: STDOUT_FILENO)
    case "completions": try Completions.run(invocation)
    default: try Chat.run(invocation)
    }
}

do throws(Failure) {
    try run(Array(CommandLine.arguments.dropFirst()))
} catch {
    if !error.sentence.isEmpty { Output.tell(error.sentence) }
    exit(error.code.rawValue)
}
