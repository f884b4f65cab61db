import ChatCore
import RichText
import XMPP

/// Writes messages as stanzas.
enum MessageWriting {
    /// The stanza of `message`. Its id is that of the message, as `id` and as origin-id (XEP-0359).
    /// A file in its first line is told of by its address; `files` are those that were put somewhere, by their paths.
    static func stanza(
        _ message: Message, in conversation: Conversation, me: JID, files: [String: SharedFile],
        emoticon: (EmoticonCode) -> EmoticonFile? = { _ in nil }
    ) -> XMLElement {
        let file = sharedFile(in: message, files)
        var body = message.body
        if let file { body = RichText([.text(file.address, .plain)] + SharedFile.lines(behindFirstOf: body)) }
        var flat = words(of: body)
        var stanza = frame(message.id, in: conversation)
        let reply = message.replyTo.flatMap { self.reply($0, conversation, me: me) }
        if let quote = reply?.quote { putInFront(quote, of: &flat) }
        stanza.append(XMLElement("body", Namespace.client, text: flat.text))
        stanza.append(XMLElement("active", Names.chatStates))
        for element in reply?.elements ?? [] { stanza.append(element) }
        for mark in flat.mentions {
            for element in mentions(mark, in: conversation, me: me) { stanza.append(element) }
        }
        for element in file?.elements ?? [] { stanza.append(element) }
        for element in markup(flat.emoticons, emoticon) { stanza.append(element) }
        return stanza
    }

    /// What tells which texts stand for emoticons (XEP-0394, XEP-0514), and each of their pictures once: readable where
    /// nobody knows that, and where somebody does, found in the packs there by name and hash, or asked for.
    private static func markup(
        _ emoticons: [FlatText.Marked<EmoticonCode>], _ file: (EmoticonCode) -> EmoticonFile?
    ) -> [XMLElement] {
        var sharings: [XMLElement] = []
        let spans = emoticons.compactMap { mark -> XMLElement? in
            guard let file = file(mark.value) else { return nil }
            let (start, end) = (String(mark.range.lowerBound), String(mark.range.upperBound))
            if !sharings.contains(file.sharing) { sharings.append(file.sharing) }
            return XMLElement("span", Names.markup, ["start": start, "end": end], [file.emoji])
        }
        return spans.isEmpty ? [] : [XMLElement("markup", Names.markup, [:], spans)] + sharings
    }

    /// The file for which the first line of a message stands.
    private static func sharedFile(in message: Message, _ files: [String: SharedFile]) -> SharedFile? {
        if let attachment = message.attachment { return files[attachment.path] }
        let elements = message.body.elements
        guard case .picture(let picture)? = elements.first, elements.count == 1 || elements[1] == .lineBreak else {
            return nil
        }
        if let file = files[picture.source.location] { return file }
        return SharedFile.isAddress(picture.source.location) ? SharedFile(address: picture.source.location) : nil
    }

    /// A text with its marks, in which a picture is written as its address, or as what is said where it cannot be shown.
    private static func words(of body: RichText) -> FlatText {
        var flat = FlatText(body)
        for picture in flat.pictures.reversed() {
            let address = picture.value.source.location
            replace(&flat, picture.range, with: SharedFile.isAddress(address) ? address : picture.value.alt)
        }
        return flat
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

    /// The stanza of a change to a message that is at hand; `emoji` are all of one's own from then on.
    static func stanza(
        _ amendment: Amendment, emoji: [String], in conversation: Conversation, me: JID,
        files: [String: SharedFile], emoticon: (EmoticonCode) -> EmoticonFile? = { _ in nil }
    ) -> XMLElement {
        let target = conversation.reference(to: amendment.target) ?? amendment.target.text
        switch amendment.change {
        case .edit(let body):
            var message = Message(
                id: amendment.id, room: amendment.room, time: amendment.time, author: amendment.author, body: body)
            message.replyTo = conversation.log.message(amendment.target)?.replyTo
            var stanza = stanza(message, in: conversation, me: me, files: files, emoticon: emoticon)
            let original = conversation.log.senderID(of: amendment.target) ?? amendment.target.text
            stanza.append(XMLElement("replace", Names.correction, ["id": original]))
            return stanza
        case .retract:
            var stanza = frame(amendment.id, in: conversation)
            stanza.append(XMLElement("retract", Names.retraction, ["id": target]))
            stanza.append(XMLElement("fallback", Names.fallback, ["for": Names.retraction]))
            let words = "/me took back an earlier message, which this program cannot show"
            stanza.append(XMLElement("body", Namespace.client, text: words))
            stanza.append(XMLElement("store", Names.hints))
            return stanza
        case .react:
            var stanza = frame(amendment.id, in: conversation)
            let reactions = emoji.map { XMLElement("reaction", Names.reactions, text: $0) }
            stanza.append(XMLElement("reactions", Names.reactions, ["id": target], reactions))
            // Archives keep what has no text only if they are told so.
            stanza.append(XMLElement("store", Names.hints))
            return stanza
        }
    }

    private static func frame(_ id: MessageID, in conversation: Conversation) -> XMLElement {
        let type = conversation.kind == .room ? "groupchat" : "chat"
        var stanza = XMLElement(
            "message", Namespace.client, ["to": conversation.address.description, "type": type, "id": id.text],
            [XMLElement("origin-id", Names.stanzaID, ["id": id.text])])
        if conversation.kind == .occupant { stanza.append(XMLElement("x", Names.roomUser)) }
        if conversation.kind == .person {
            stanza.append(XMLElement("request", Names.receipts))
            stanza.append(XMLElement("markable", Names.markers))
        }
        return stanza
    }

    /// What says that a message answers another (XEP-0461), and the quote for programs that do not know that (XEP-0428).
    private static func reply(
        _ target: MessageID, _ conversation: Conversation, me: JID
    ) -> (elements: [XMLElement], quote: String?)? {
        guard let id = conversation.reference(to: target) else { return nil }
        let original = conversation.log.message(target)
        let isMine = original?.author.id == PersonID(me.description)
        var to: JID? = isMine ? me : conversation.address
        if conversation.kind == .room {
            let nick = isMine ? conversation.nick : original?.author.name
            to = nick.flatMap { conversation.address.with(resource: $0) }
        }
        var elements = [XMLElement("reply", Names.reply, ["to": to?.description, "id": id])]
        guard let original, !original.isRetracted else { return (elements, nil) }
        let lines = words(of: original.body).text.split(separator: "\n", omittingEmptySubsequences: false).prefix(3)
        let quote = lines.map { "> " + $0.prefix(200) + "\n" }.joined()
        let place = XMLElement(
            "body", Names.fallback, ["start": "0", "end": String(quote.unicodeScalars.count)])
        elements.append(XMLElement("fallback", Names.fallback, ["for": Names.reply], [place]))
        return (elements, quote)
    }

    private static func putInFront(_ quote: String, of flat: inout FlatText) {
        let shift = quote.unicodeScalars.count
        flat.text = quote + flat.text
        for index in flat.mentions.indices {
            let old = flat.mentions[index].range
            flat.mentions[index].range = old.lowerBound + shift..<old.upperBound + shift
        }
        for index in flat.emoticons.indices {
            let old = flat.emoticons[index].range
            flat.emoticons[index].range = old.lowerBound + shift..<old.upperBound + shift
        }
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
        for index in flat.emoticons.indices where flat.emoticons[index].range.lowerBound >= range.upperBound {
            let old = flat.emoticons[index].range
            flat.emoticons[index].range = old.lowerBound + shift..<old.upperBound + shift
        }
    }
}
