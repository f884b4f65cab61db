import Archive
import ChatCore
import ChatUI
import RichText

/// `mingle send`: says one message; returns once it is safe in the archive.
enum Send {
    static func run(_ invocation: Invocation) throws(Failure) {
        guard !invocation.arguments.isEmpty else { throw .usage("send needs a text, or - to read it") }
        let place = try Place(invocation)
        var text = invocation.arguments.joined(separator: " ")
        if invocation.arguments == ["-"] {
            var input = try Input(nil)
            text = String(decoding: try input.rest(), as: UTF8.self)
            if text.hasSuffix("\n") { text.removeLast() }
        }
        text = HarmlessText.lines(text)
        guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            throw .usage("there is nothing to send")
        }
        let ids = invocation.all("--mention").map { HarmlessText.line($0) }
        if ids.contains("") { throw .usage("--mention needs an id") }
        let visit = try Visit(place, account: Account.chosen(invocation), log: LogFile(invocation))
        defer { visit.leave() }
        var draft = MentionedText(text)
        for id in ids { draft.mention(mention(of: id, in: visit.room)) }
        try visit.say(draft.richText)
    }

    /// The mention that `id` asks for, with the name that the person has in the room.
    private static func mention(of id: String, in room: Room) -> Mention {
        if id == "everyone" {
            return Mention(.everyone(room.people.map(\.id).filter { $0 != room.me?.id }), name: id)
        }
        let person = PersonID(id)
        let lastPart = id.split(separator: "/").last.map(String.init)
        return Mention(.person(person), name: room.name(of: person) ?? lastPart ?? id)
    }
}

/// A text into which mentions are put by whoever knows whom they mean.
private struct MentionedText {
    private var flat: FlatText

    init(_ text: String) { flat = FlatText(text) }

    /// Marks the first `@Name`, in whatever case, that stands as a word of its own and is not marked yet, else puts one
    /// in front.
    mutating func mention(_ mention: Mention) {
        // Folded scalar by scalar, so that places stay what they are.
        let text = flat.text.unicodeScalars.map(\.properties.lowercaseMapping)
        let scalars = Array(flat.text.unicodeScalars)
        let sought = mention.text.unicodeScalars.map(\.properties.lowercaseMapping)
        let taken = flat.mentions.map(\.range)
        var start = 0
        while start + sought.count <= text.count {
            let range = start..<start + sought.count
            let endsWord = range.upperBound == text.count || !Self.isLetter(scalars[range.upperBound])
            let startsWord = start == 0 || !Self.isLetter(scalars[start - 1])
            if startsWord, endsWord, Array(text[range]) == sought, !taken.contains(where: { $0.overlaps(range) }) {
                flat.mentions.append(.init(mention, range))
                flat.mentions.sort { $0.range.lowerBound < $1.range.lowerBound }
                return
            }
            start += 1
        }
        let shift = sought.count + 1
        flat.text = mention.text + " " + flat.text
        flat.mentions = flat.mentions.map {
            .init($0.value, $0.range.lowerBound + shift..<$0.range.upperBound + shift)
        }
        flat.mentions.insert(.init(mention, 0..<sought.count), at: 0)
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    var richText: RichText { flat.rich }
}
