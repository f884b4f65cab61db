import ChatCore
import RichText
import XMPP

/// What a message stanza says, before anybody has decided whether to believe it.
struct MessageReading {
    /// The sender's own id of it.
    var senderID: String?
    /// What was said; nil when there is no text.
    var text: FlatText?
    /// The sender's id of the message that this one replaces (XEP-0308).
    var replaces: String?
    /// The message that this one answers (XEP-0461), as the stanza names it.
    var replyTo: String?
    /// Emoji for a message (XEP-0444); none takes earlier ones back.
    var reactions: (target: String, emoji: [String])?
    /// Whether the sender is writing; nil when it does not say (XEP-0085).
    var isTyping: Bool?
    /// Mentions as they were marked (XEP-0372, XEP-0513).
    var marks: [Mark] = []

    /// Whom a mark means.
    enum Target: Hashable {
        case address(JID)
        case occupant(String)
        case everyone
    }

    /// A mention in the text; a range that makes no sense is none, and the mention stands all the same.
    struct Mark: Hashable {
        var target: Target
        var range: Range<Int>?
    }

    /// How many reactions of one person to one message are kept.
    static let mostReactions = 8

    init(_ stanza: XMLElement) {
        senderID = stanza.child("origin-id", Names.stanzaID)?["id"] ?? stanza["id"]
        replaces = stanza.child("replace", Names.correction)?["id"]
        replyTo = stanza.child("reply", Names.reply)?["id"]
        if stanza.child("composing", Names.chatStates) != nil {
            isTyping = true
        } else if stanza.elements.contains(where: { $0.namespace == Names.chatStates }) {
            isTyping = false
        }
        if let element = stanza.child("reactions", Names.reactions), let target = element["id"] {
            var emoji: [String] = []
            for text in element.all("reaction").map({ HarmlessText.line($0.text) }) {
                let isEmoji =
                    !text.isEmpty && text.unicodeScalars.count <= 16 && !text.contains(" ")
                    && text.unicodeScalars.contains { $0.properties.isEmoji || $0.properties.isEmojiPresentation }
                if isEmoji, !emoji.contains(text), emoji.count < MessageReading.mostReactions { emoji.append(text) }
            }
            reactions = (target, emoji)
        }
        guard var body = stanza.child("body")?.text else { return }
        if let encryption = stanza.child("encryption", Names.encryption) {
            let kind = HarmlessText.line(encryption["name"] ?? encryption["namespace"] ?? "unknown")
            text = FlatText("[encrypted with \(kind); this program cannot read it]")
            return
        }
        marks = MessageReading.marks(stanza)
        if replyTo != nil, let range = MessageReading.fallback(stanza) { cut(range, from: &body) }
        text = FlatText(HarmlessText.lines(body))
    }

    /// Takes the quote for programs that do not know replies out of the text.
    private mutating func cut(_ range: Range<Int>, from body: inout String) {
        var scalars = Array(body.unicodeScalars)
        let range = range.clamped(to: 0..<scalars.count)
        scalars.removeSubrange(range)
        body = String(String.UnicodeScalarView(scalars))
        for index in marks.indices {
            guard let mark = marks[index].range else { continue }
            let moved = mark.lowerBound >= range.upperBound
            marks[index].range =
                moved
                ? mark.lowerBound - range.count..<mark.upperBound - range.count
                : mark.upperBound <= range.lowerBound ? mark : nil
        }
    }

    private static func fallback(_ stanza: XMLElement) -> Range<Int>? {
        let element = stanza.all("fallback", Names.fallback).first { $0["for"] == Names.reply }
        return element?.child("body").flatMap { range($0["start"], $0["end"]) }
    }

    private static func marks(_ stanza: XMLElement) -> [Mark] {
        var result: [Mark] = []
        func append(_ target: Target, _ element: XMLElement) {
            let mark = Mark(target: target, range: range(element["begin"], element["end"]))
            // The same mention is sent in both forms.
            let isKnown = result.contains { $0.range != nil && $0.range == mark.range }
            if !isKnown { result.append(mark) }
        }
        for element in stanza.elements {
            if element.matches("mention", Names.mentions) {
                if element["mentions"] == Names.mentions + "#channel" {
                    append(.everyone, element)
                } else if let id = element["occupantid"] {
                    append(.occupant(id), element)
                } else if let jid = element["jid"].flatMap({ JID($0) }) {
                    append(.address(jid), element)
                }
            } else if element.matches("reference", Names.references), element["type"] == "mention" {
                let address = element["uri"].flatMap { $0.hasPrefix("xmpp:") ? JID(String($0.dropFirst(5))) : nil }
                if let address { append(.address(address), element) }
            }
        }
        return result
    }

    /// Ranges count code points (XEP-0426).
    private static func range(_ start: String?, _ end: String?) -> Range<Int>? {
        guard let start = start.flatMap({ Int($0) }), let end = end.flatMap({ Int($0) }), start >= 0, start < end,
            end <= 1 << 24
        else { return nil }
        return start..<end
    }
}
