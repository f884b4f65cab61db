import ChatCore
import RichText
import XMPP

extension Session {
    /// More mentions than these in one message of others are nobody's attention worth: they stay text.
    static let mostMentions = 5

    /// The text with its mentions as elements.
    func rich(_ text: FlatText, _ marks: [MessageReading.Mark], author: Person, _ conversation: Conversation)
        -> RichText
    {
        var flat = text
        let isOwn = author.id == myID
        place(emoticons: marks, in: &flat)
        let marks = marks.filter { if case .emoticon = $0.target { false } else { true } }
        guard isOwn || marks.count <= Session.mostMentions else { return flat.rich }
        // Nearly all messages call nobody.
        if marks.isEmpty, conversation.kind != .room || isOwn || !flat.text.holds(conversation.nick) {
            return flat.rich
        }
        let scalars = Array(flat.text.unicodeScalars)
        var meansMe = false
        for mark in marks.sorted(by: { ($0.range?.lowerBound ?? 0) < ($1.range?.lowerBound ?? 0) }) {
            guard let target = target(mark.target, author: author, isOwn: isOwn, conversation) else { continue }
            if target == .person(myID) { meansMe = true }
            guard var range = mark.range, range.upperBound <= scalars.count else { continue }
            if let last = flat.mentions.last, last.range.upperBound > range.lowerBound { continue }
            if scalars[range.lowerBound] == "@", range.count > 1 {
                append(target, range, nameFrom: range.lowerBound + 1, scalars, to: &flat)
                continue
            }
            // Others mark the bare name; the token shows its own sign.
            let nameStart = range.lowerBound
            if nameStart > 0, scalars[nameStart - 1] == "@" { range = nameStart - 1..<range.upperBound }
            append(target, range, nameFrom: nameStart, scalars, to: &flat)
        }
        let isMarked = flat.mentions.contains { $0.value.target == .person(myID) }
        if !isOwn, !isMarked, meansMe || (marks.isEmpty && conversation.kind == .room) {
            markNick(conversation.nick, scalars, in: &flat, mustStand: meansMe)
        }
        return flat.rich
    }

    /// How large an emoticon is shown that no pack here has.
    private static let foreignEmoticon = CellSize(width: 4, height: 2)

    /// Puts the emoticons that were marked into the text; each stands over a text in one line. One that no pack here has
    /// is a picture like any other, where others can get it, and else what stands for it.
    private func place(emoticons marks: [MessageReading.Mark], in flat: inout FlatText) {
        guard marks.contains(where: { if case .emoticon = $0.target { true } else { false } }) else { return }
        let scalars = Array(flat.text.unicodeScalars)
        var end = 0
        for mark in marks.sorted(by: { ($0.range?.lowerBound ?? 0) < ($1.range?.lowerBound ?? 0) }) {
            guard case .emoticon(let name, let address) = mark.target, let range = mark.range,
                range.upperBound <= scalars.count, !scalars[range].contains("\n"), range.lowerBound >= end
            else { continue }
            end = range.upperBound
            let written = String(String.UnicodeScalarView(scalars[range]))
            let code = EmoticonCode(name)
            if let address, emoticonFile(code) == nil {
                let source = Picture.Source(.remoteStatic, address)
                let picture = Picture(source: source, size: Session.foreignEmoticon, alt: written)
                flat.pictures.append(FlatText.Marked(picture, range))
            } else if !(written.hasPrefix("[") && written.hasSuffix("]")) {
                // A code says more than its name: the pack, and the size.
                flat.emoticons.append(FlatText.Marked(code, range))
            }
        }
    }

    private func append(
        _ target: Mention.Target, _ range: Range<Int>, nameFrom: Int, _ scalars: [Unicode.Scalar],
        to flat: inout FlatText
    ) {
        let name = String(String.UnicodeScalarView(scalars[nameFrom..<range.upperBound]))
        flat.mentions.append(FlatText.Marked(Mention(target, name: name), range))
    }

    /// Whom a mark means; nil when it does not count.
    private func target(
        _ target: MessageReading.Target, author: Person, isOwn: Bool, _ conversation: Conversation
    ) -> Mention.Target? {
        switch target {
        case .address(let address):
            if address.bare == me { return .person(myID) }
            if let occupant = conversation.occupants.values.first(where: { $0.address == address.bare }) {
                return .person(conversation.person(occupant, me: me).id)
            }
            return .person(PersonID(address.bare.description))
        case .occupant(let id):
            guard conversation.hasOccupantIDs else { return nil }
            if id == conversation.ownOccupantID { return .person(myID) }
            return .person(conversation.personID(nick: "", occupantID: id))
        case .emoticon: return nil
        case .everyone:
            // Whoever may call everyone is a matter of standing in the room.
            guard isOwn || conversation.occupant(author.id)?.mayCallEveryone == true else { return nil }
            return .everyone(conversation.people(me: me).map(\.id))
        }
    }

    /// Most programs mention by writing the nick, and nothing else: a whole word counts.
    private func markNick(_ nick: String, _ scalars: [Unicode.Scalar], in flat: inout FlatText, mustStand: Bool) {
        let word = Array(nick.unicodeScalars)
        let target = Mention.Target.person(myID)
        var start = 0
        while !word.isEmpty, start + word.count <= scalars.count {
            let end = start + word.count
            let isWhole =
                (start == 0 || !Session.isLetter(scalars[start - 1]))
                && (end == scalars.count || !Session.isLetter(scalars[end]))
            let isFree = !flat.mentions.contains { $0.range.overlaps(start..<end) }
            if isWhole, isFree, scalars[start..<end].elementsEqual(word) {
                let hasSign = start > 0 && scalars[start - 1] == "@"
                append(target, (hasSign ? start - 1 : start)..<end, nameFrom: start, scalars, to: &flat)
                return
            }
            start += 1
        }
        guard mustStand else { return }
        // Meant without a place in the text: the token goes in front.
        let mention = Mention(target, name: HarmlessText.line(nick))
        let shift = mention.text.unicodeScalars.count + 1
        for index in flat.mentions.indices {
            let old = flat.mentions[index].range
            flat.mentions[index].range = old.lowerBound + shift..<old.upperBound + shift
        }
        for index in flat.pictures.indices {
            let old = flat.pictures[index].range
            flat.pictures[index].range = old.lowerBound + shift..<old.upperBound + shift
        }
        for index in flat.emoticons.indices {
            let old = flat.emoticons[index].range
            flat.emoticons[index].range = old.lowerBound + shift..<old.upperBound + shift
        }
        flat.text = mention.text + " " + flat.text
        flat.mentions.insert(FlatText.Marked(mention, 0..<shift - 1), at: 0)
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
    }
}

extension String {
    /// Whether the bytes of `word` stand somewhere in it.
    fileprivate func holds(_ word: String) -> Bool {
        var (text, word) = (self, word)
        return text.withUTF8 { text in
            word.withUTF8 { word in
                guard let first = word.first, text.count >= word.count else { return false }
                return (0...text.count - word.count).contains { start in
                    text[start] == first && text[start..<start + word.count].elementsEqual(word)
                }
            }
        }
    }
}
