import ChatCore
import RichText
import XMPP

/// Writes messages as stanzas.
enum MessageWriting {
    /// The stanza of `message`. Its id is that of the message, as `id` and as origin-id (XEP-0359).
    static func stanza(_ message: Message, in conversation: Conversation, me: JID) -> XMLElement {
        var flat = FlatText(message.body)
        // A picture is written as what is said where it cannot be shown.
        for picture in flat.pictures.reversed() {
            replace(&flat, picture.range, with: picture.value.alt)
        }
        let isRoom = conversation.kind == .room
        var stanza = XMLElement(
            "message", Namespace.client,
            [
                "to": conversation.address.description, "type": isRoom ? "groupchat" : "chat",
                "id": message.id.text,
            ])
        stanza.append(XMLElement("body", Namespace.client, text: flat.text))
        stanza.append(XMLElement("origin-id", Names.stanzaID, ["id": message.id.text]))
        stanza.append(XMLElement("active", Names.chatStates))
        if let target = message.replyTo { append(reply: target, to: &stanza, conversation) }
        for mark in flat.mentions {
            for element in mentions(mark, in: conversation, me: me) { stanza.append(element) }
        }
        return stanza
    }

    /// Tells whether one is writing.
    static func typing(_ isTyping: Bool, in conversation: Conversation) -> XMLElement {
        XMLElement(
            "message", Namespace.client,
            [
                "to": conversation.address.description,
                "type": conversation.kind == .room ? "groupchat" : "chat",
            ],
            [
                XMLElement(isTyping ? "composing" : "active", Names.chatStates),
                XMLElement("no-store", Names.hints),
            ])
    }

    private static func append(reply target: MessageID, to stanza: inout XMLElement, _ conversation: Conversation) {
        // In a room only the room's own id is the same for all (XEP-0461).
        let archived = conversation.log.archiveID(of: target)
        guard let id = conversation.kind == .room ? archived : target.text as String? else { return }
        stanza.append(XMLElement("reply", Names.reply, ["id": id]))
    }

    private static func mentions(
        _ mark: FlatText.Marked<Mention>, in conversation: Conversation, me: JID
    ) -> [XMLElement] {
        let (begin, end) = (String(mark.range.lowerBound), String(mark.range.upperBound))
        func explicit(_ name: String, _ value: String) -> XMLElement {
            var element = XMLElement("mention", Names.mentions, ["begin": begin, "end": end])
            element[name] = value
            return element
        }
        func reference(_ address: JID) -> XMLElement {
            XMLElement(
                "reference", Names.references,
                ["type": "mention", "begin": begin, "end": end, "uri": "xmpp:\(address.bare)"])
        }
        guard case .person(let id) = mark.value.target else {
            return [explicit("mentions", Names.mentions + "#channel")]
        }
        if id == PersonID(me.description) { return [reference(me), explicit("jid", me.description)] }
        guard let occupant = conversation.occupant(id) else {
            // Somebody who has left, or a person outside rooms, whose id is the address.
            let parts = id.text.split(separator: "#", maxSplits: 1)
            if parts.count == 2, parts[0] == conversation.address.description {
                return [explicit("occupantid", String(parts[1]))]
            }
            return JID(id.text).map { [reference($0), explicit("jid", $0.bare.description)] } ?? []
        }
        let address = occupant.address.map { [reference($0)] } ?? []
        if let occupantID = occupant.occupantID, conversation.hasOccupantIDs {
            return address + [explicit("occupantid", occupantID)]
        }
        return address + (occupant.address.map { [explicit("jid", $0.bare.description)] } ?? [])
    }

    /// Replaces a picture's place by words, and moves the marks behind it.
    private static func replace(_ flat: inout FlatText, _ range: Range<Int>, with words: String) {
        var scalars = Array(flat.text.unicodeScalars)
        guard range.upperBound <= scalars.count else { return }
        scalars.replaceSubrange(range, with: words.unicodeScalars)
        flat.text = String(String.UnicodeScalarView(scalars))
        let shift = words.unicodeScalars.count - range.count
        for index in flat.mentions.indices where flat.mentions[index].range.lowerBound >= range.upperBound {
            let old = flat.mentions[index].range
            flat.mentions[index].range = old.lowerBound + shift..<old.upperBound + shift
        }
    }
}
