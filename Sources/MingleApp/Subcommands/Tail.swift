import Archive
import ChatCore
import ChatUI
import Glibc
import RichText

/// `mingle tail`: prints the last ten messages of a room, then each new one, until it is interrupted.
///
/// A message that is changed is printed again as it reads now: with `--json` each time, under the id that it had before;
/// otherwise when its text was edited or it was deleted, and with that said behind it.
enum Tail {
    private static let shownAtStart = 10

    static func run(_ invocation: Invocation) throws(Failure) {
        try invocation.expectNoArguments()
        let place = try Place(invocation)
        let isJSON = invocation.has("--json")
        let account = try Account.chosen(invocation)
        // Who only reads makes nothing, and would wait for ever at a mistyped name.
        if account == nil, access(place.archivePath, F_OK) != 0, errno == ENOENT {
            throw Failure(ArchiveError.missing(path: place.archivePath).sentence)
        }
        let visit = try Visit(place, account: account, log: LogFile(invocation))
        var output = Output()
        var versions: [MessageID: Int] = [:]
        while true {
            for event in visit.news() {
                switch event {
                case .history(_, let messages, _):
                    try print(messages.suffix(shownAtStart), isJSON: isJSON, to: &output)
                case .received(_, let messages): try print(messages[...], isJSON: isJSON, to: &output)
                case .changed(_, let messages):
                    let reworded = messages.filter { isJSON || $0.isReworded && $0.version != versions[$0.id] }
                    for message in messages { versions[message.id] = message.version }
                    try print(reworded[...], isJSON: isJSON, to: &output)
                case .notice(let text, _): Output.tell(text)
                case .opened, .people, .typing, .failed, .readingPlace, .page, .found, .refused, .rooms,
                    .topic, .direct, .invited, .contacts, .progress, .connection, .ranks, .settings, .passwordWanted:
                    break
                }
            }
            try output.flush()
            var waited = [
                pollfd(fd: visit.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
            ]
            _ = poll(&waited, 2, -1)
            // The reader went away: nobody is left to follow for.
            if waited[1].revents & Int16(POLLERR | POLLHUP) != 0 { exit(0) }
        }
    }

    private static func print(
        _ messages: ArraySlice<Message>, isJSON: Bool, to output: inout Output
    ) throws(Failure) {
        for message in messages {
            if isJSON {
                try output.line(MessageJSON.encode(message))
                continue
            }
            // Lines of one message stay together: those behind the first are set in by a blank.
            let said = FlatText(message.spoken).text + (message.edits.isEmpty ? "" : " (edited)")
            let text = (message.isRetracted ? "(deleted)" : said).split(
                separator: "\n", omittingEmptySubsequences: false)
            let time = SystemClock.calendar.clock(message.time)
            try output.line("\(time) \(message.author.name): \(text.joined(separator: "\n "))")
        }
    }
}

extension Message {
    /// Whether it reads otherwise than when it was first said.
    fileprivate var isReworded: Bool { isRetracted || !edits.isEmpty }

    /// A number for what it says, whatever is under it.
    fileprivate var version: Int {
        var hasher = Hasher()
        hasher.combine(isRetracted)
        hasher.combine(body)
        // How many versions are kept may stay the same from edit to edit.
        hasher.combine(edits.last)
        return hasher.finalize()
    }
}
