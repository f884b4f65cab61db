import ChatCore
import Composer
import RichText

extension ChatState {
    /// What the command does that is being written.
    var commandHint: String? {
        guard case .cluster("/")? = view.composer.elements.first else { return nil }
        let name = view.composer.elements.dropFirst().prefix { $0 != .cluster(" ") && !$0.isAtom }.prefix(20)
        return CommandTable.command(named: name.map(\.text).joined()).map { $0.usage + ": " + $0.help }
    }

    /// How much may still be written, once it is little, or how much is too much.
    var counter: String? {
        let left = settings.longestMessage - view.composer.byteCount
        if left < 0 { return "\(-left) bytes too long" }
        return left <= settings.longestMessage / 10 ? "\(left) bytes left" : nil
    }
}

/// What Enter makes of a draft.
enum Submission: Hashable {
    /// Nothing is there to send.
    case nothing
    /// A message.
    case message(RichText)
    /// A known command and the text behind it.
    case command(Command, String)
    /// A blank and then what looks like a command: nobody knows which is meant.
    case unclear
    /// A line that looks like a command and is none: nothing may be sent.
    case refused(String)

    /// Reads a draft: `/name` runs, `//text` is the text `/text`, what begins with blanks and `/` is asked about, unless it
    /// was said to be text.
    init(_ draft: RichText, isText: Bool = false) {
        guard draft.elements.contains(where: { !Submission.isBlank($0) }) else {
            self = .nothing
            return
        }
        guard case .text(let first, let style)? = draft.elements.first else {
            self = .message(draft)
            return
        }
        if first.hasPrefix("//") {
            self = .message(RichText([.text(String(first.dropFirst()), style)] + draft.elements.dropFirst()))
        } else if isText {
            self = .message(draft)
        } else if first.hasPrefix("/") {
            self = Submission.command(in: first, of: draft)
        } else if first.hasPrefix(" "), first.drop(while: { $0 == " " }).hasPrefix("/") {
            self = .unclear
        } else {
            self = .message(draft)
        }
    }

    private static func command(in first: String, of draft: RichText) -> Submission {
        let name = first.dropFirst().prefix { $0 != " " }
        guard let command = CommandTable.command(named: name) else {
            return .refused(unknown(name))
        }
        let rest = FlatText(draft).text.dropFirst(name.count + 1)
        return .command(command, String(rest.drop { $0 == " " }))
    }

    /// What does here what commands of other programs do.
    private static let elsewhere = [
        "clear": "C-l draws the screen anew, and what was said stays",
        "away": "M-z hears of nothing until it is pressed again",
        "whois": "/people shows who is here, and a click on a name tells who that is",
        "alias": "The setting bindings gives a key to a command",
        "bind": "The setting bindings gives a key to a command",
    ]

    /// What is said of a command that there is not.
    static func unknown(_ name: some StringProtocol) -> String {
        if let nearest = elsewhere[name.lowercased()] {
            return "There is no command /\(name). \(nearest). // sends it as text."
        }
        let near = CommandTable.command(like: name).map { "Do you mean /\($0.name)? // sends it as text." }
        return "There is no command /\(name). " + (near ?? "// sends a line with a /; /help shows all.")
    }

    private static func isBlank(_ element: RichText.Element) -> Bool {
        switch element {
        case .text(let text, _): text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        case .lineBreak: true
        case .mention, .emoticon, .picture: false
        }
    }
}
