import ChatCore
import RichText
import XMPP

/// What a message stanza says, before anybody has decided whether to believe it.
struct MessageReading {
    /// The sender's own id of it.
    var senderID: String?
    /// What was said; nil when there is no text.
    var text: FlatText?
    /// The message that this one answers (XEP-0461), as the stanza names it.
    var replyTo: String?
    /// What it changes of an earlier message, if that is all it is for.
    var alteration: Alteration?
    /// When the archive's keeper took it back (XEP-0424, XEP-0425): its text is gone.
    var isTombstone = false
    /// Whether the sender is writing; nil when it does not say (XEP-0085).
    var isTyping: Bool?
    /// Whether marks in the text mean nothing (XEP-0393).
    var isUnstyled = false
    /// Whether the sender wants to know when it was seen (XEP-0333).
    var isMarkable = false
    /// Mentions as they were marked (XEP-0372, XEP-0513).
    var marks: [Mark] = []

    /// Whom a mark means.
    enum Target: Hashable {
        case address(JID)
        case occupant(String)
        case everyone
        /// Nobody: an emoticon of that name, and where its picture lies by https, if it does (XEP-0514).
        case emoticon(String, address: String?)
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
        replyTo = stanza.child("reply", Names.reply)?["id"]
        isMarkable = stanza.child("markable", Names.markers) != nil
        isUnstyled = stanza.child("unstyled", Names.styling) != nil
        if stanza.child("composing", Names.chatStates) != nil {
            isTyping = true
        } else if stanza.holds({ $0.namespace == Names.chatStates }) {
            isTyping = false
        }
        alteration = MessageReading.alteration(stanza)
        isTombstone = stanza.holds { $0.name == "retracted" && Names.retractions.contains($0.namespace) }
        if case .react = alteration { return }
        if case .retract = alteration { return }
        if let notice = MessageReading.encryptionNotice(stanza) {
            text = FlatText(notice)
            return
        }
        guard var body = stanza.child("body")?.text else { return }
        marks = MessageReading.marks(stanza) + MessageReading.emoticons(stanza)
        if replyTo != nil, let range = MessageReading.fallback(stanza) { cut(range, from: &body) }
        let file = SharedFile(stanza, body: body)
        text = FlatText(HarmlessText.lines(body))
        if let file { put(file, into: body) }
    }

    /// Lets a file stand where its address does, in the first line; where the text does not begin so, behind the text.
    private mutating func put(_ file: SharedFile, into body: String) {
        guard var flat = text else { return }
        let stands = file.isPicture ? "\u{FFFC}" : file.line
        let length = file.address.unicodeScalars.count
        let isWhole = body == file.address
        if isWhole || body.hasPrefix(file.address + "\n") {
            let shift = stands.unicodeScalars.count - length
            flat.text = stands + String(flat.text.unicodeScalars.dropFirst(length))
            if file.isPicture { flat.pictures = [FlatText.Marked(file.picture, 0..<1)] }
            for index in marks.indices {
                guard let mark = marks[index].range else { continue }
                marks[index].range =
                    mark.lowerBound >= length ? mark.lowerBound + shift..<mark.upperBound + shift : nil
            }
        } else {
            let place = flat.text.unicodeScalars.count + 1
            flat.text += "\n" + stands
            if file.isPicture { flat.pictures = [FlatText.Marked(file.picture, place..<place + 1)] }
        }
        text = flat
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

    /// What stands in the place of a message that came encrypted (XEP-0380); nil for one that did not, or that holds nothing
    /// but keys.
    private static func encryptionNotice(_ stanza: XMLElement) -> String? {
        guard let encryption = stanza.child("encryption", Names.encryption),
            stanza.child("body") != nil || stanza.elements.contains(where: { $0.child("payload") != nil })
        else { return nil }
        let kind = HarmlessText.line(encryption["name"] ?? encryption["namespace"] ?? "unknown")
        return "[encrypted with \(kind); this program cannot read it]"
    }

    private static func alteration(_ stanza: XMLElement) -> Alteration? {
        if let id = stanza.child("retract", Names.retraction)?["id"] { return .retract(id) }
        if let element = stanza.child("reactions", Names.reactions), let id = element["id"] {
            var emoji: [String] = []
            for text in element.all("reaction").map({ HarmlessText.line($0.text) }) where isEmoji(text) {
                if !emoji.contains(text), emoji.count < mostReactions { emoji.append(text) }
            }
            return .react(id, emoji)
        }
        return stanza.child("replace", Names.correction)?["id"].map { .correct($0) }
    }

    /// What the room itself took out of sight, in the words of today's servers or in the newer ones (XEP-0425). Nobody
    /// else may say so.
    static func moderation(_ stanza: XMLElement) -> Alteration? {
        if let retract = stanza.child("retract", Names.retraction), let id = retract["id"],
            retract.child("moderated", Names.moderation) != nil
        {
            return .moderate(id)
        }
        guard let fastened = stanza.child("apply-to", Names.fastening), let id = fastened["id"],
            let moderated = fastened.child("moderated", Names.oldModeration),
            moderated.child("retract", Names.oldRetraction) != nil
        else { return nil }
        return .moderate(id)
    }

    /// One emoji or a few, and nothing that could be read: digits are emoji by their property, and words are not.
    static func isEmoji(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        return !scalars.isEmpty && scalars.count <= 16
            && scalars.contains {
                $0.properties.isEmojiPresentation || ($0.properties.isEmoji && $0.value > 0x7F)
                    || $0.value == 0x20E3
            }
            && !scalars.contains { $0.properties.isAlphabetic || $0.properties.isWhitespace }
    }

    /// The place of the quote for programs that do not know replies; the whole text where no place is told.
    private static func fallback(_ stanza: XMLElement) -> Range<Int>? {
        let element = stanza.all("fallback", Names.fallback).first { $0["for"] == Names.reply }
        guard let element else { return nil }
        guard let body = element.child("body"), body["start"] != nil else { return 0..<1 << 24 }
        return range(body["start"], body["end"])
    }

    private static func marks(_ stanza: XMLElement) -> [Mark] {
        var result: [Mark] = []
        func append(_ target: Target, _ element: XMLElement) {
            let mark = Mark(target: target, range: range(element["begin"], element["end"]))
            // The same mention is sent in both forms.
            let isKnown = result.contains { $0.range != nil && $0.range == mark.range }
            if !isKnown { result.append(mark) }
        }
        for case .element(let element) in stanza.children {
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

    /// The longest text that stands for an emoticon: more could hide what is said.
    private static let longestEmoticon = 40

    /// The emoticons that the markup names (XEP-0394, XEP-0514), as far as what stands for them is short.
    private static func emoticons(_ stanza: XMLElement) -> [Mark] {
        guard let markup = stanza.child("markup", Names.markup) else { return [] }
        let sharings = stanza.all("file-sharing", Names.fileSharing)
        return markup.all("span").compactMap { span in
            guard let name = span.child("emoji", Names.emoji)?["name"].map({ HarmlessText.line($0) }), !name.isEmpty,
                name.unicodeScalars.count <= longestEmoticon, let range = range(span["start"], span["end"]),
                range.count <= longestEmoticon
            else { return nil }
            let hashes = span.child("emoji", Names.emoji)?.all("hash", Names.hashes) ?? []
            let sharing = sharings.first { SharedFile.hashes(of: $0).contains(where: hashes.contains) }
            let address = sharing.flatMap { SharedFile.address(of: $0) }
            return Mark(target: .emoticon(name, address: address), range: range)
        }
    }

    /// Ranges count code points (XEP-0426).
    private static func range(_ start: String?, _ end: String?) -> Range<Int>? {
        guard let start = start.flatMap({ Int($0) }), let end = end.flatMap({ Int($0) }), start >= 0, start < end,
            end <= 1 << 24
        else { return nil }
        return start..<end
    }
}

extension XMLElement {
    /// Whether a child element is `wanted`.
    fileprivate func holds(_ wanted: (XMLElement) -> Bool) -> Bool {
        children.contains { if case .element(let element) = $0 { wanted(element) } else { false } }
    }
}
