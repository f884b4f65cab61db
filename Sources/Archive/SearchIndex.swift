import ChatCore
import RichText

/// How messages are written into the full-text index, and searches as its queries.
///
/// SQLite's tokenizer makes one word of what stands between blanks and marks, so that no word of a Chinese or Japanese
/// text would be found. Such texts are therefore indexed as overlapping pairs of characters, with the last character
/// alone at the end of each run: `早上好` is `早上 上好 好`. A word of one character is the beginning of a pair; a longer one
/// is pairs that follow each other. An emoji is a word of its code points. Room, author and those who are mentioned are
/// words of a column of their own, made of their ids by a hash; rows that share a hash by chance are told apart later.
enum SearchIndex {
    /// Most ids of people that one message is found by.
    private static let mostMentions = 500

    /// The text as the index holds it.
    static func text(_ text: String) -> String {
        // Below U+2000 stands neither an emoji nor a character that is indexed by pairs.
        if text.utf8.allSatisfy({ $0 < 0xE2 }) { return text }
        var result = String.UnicodeScalarView()
        var run: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars {
            if isUnspaced(scalar) {
                run.append(scalar)
                continue
            }
            appendPairs(of: run, isOpen: false, to: &result)
            run.removeAll(keepingCapacity: true)
            appendWord(scalar, to: &result)
        }
        appendPairs(of: run, isOpen: false, to: &result)
        return String(result)
    }

    /// The words of the column that tells rows apart.
    static func marks(of message: Message) -> String {
        var marks = [mark("r", message.room.text), mark("a", message.author.id.text)]
        for element in message.body.elements {
            guard case .mention(let mention) = element else { continue }
            switch mention.target {
            case .person(let id): marks.append(mark("m", id.text))
            case .everyone(let ids): marks += ids.prefix(mostMentions).map { mark("m", $0.text) }
            }
            if marks.count > mostMentions { break }
        }
        return marks.joined(separator: " ")
    }

    /// The query of FTS5 for `search` in `room`; nil when the search holds nothing that words could tell.
    static func query(_ search: Search, in room: RoomID?) -> String? {
        var terms: [String] = []
        for (index, word) in search.words.enumerated() {
            guard let phrase = phrase(word, isLast: index == search.words.count - 1) else { continue }
            terms.append("text : " + phrase)
        }
        for word in (search.from ?? "").unicodeScalars.split(whereSeparator: \.properties.isWhitespace) {
            guard let phrase = phrase(String(String.UnicodeScalarView(word)), isLast: true) else { continue }
            terms.append("author : " + phrase)
        }
        if !search.words.isEmpty || search.from != nil, terms.isEmpty { return nil }
        if let author = search.author { terms.append("marks : " + mark("a", author.text)) }
        if let id = search.mentions { terms.append("marks : " + mark("m", id.text)) }
        if let room { terms.append("marks : " + mark("r", room.text)) }
        return terms.isEmpty ? nil : terms.joined(separator: " AND ")
    }

    /// A word as a phrase of FTS5; nil when nothing in it is indexed.
    private static func phrase(_ word: String, isLast: Bool) -> String? {
        var result = String.UnicodeScalarView()
        var run: [Unicode.Scalar] = []
        for scalar in word.unicodeScalars where scalar != "\0" {
            if isUnspaced(scalar) {
                run.append(scalar)
                continue
            }
            appendPairs(of: run, isOpen: false, to: &result)
            run.removeAll(keepingCapacity: true)
            // In a quoted phrase of FTS5 only the quote has a meaning.
            appendWord(scalar == "\"" ? " " : scalar, to: &result)
        }
        let endsInPair = !run.isEmpty
        appendPairs(of: run, isOpen: true, to: &result)
        guard result.contains(where: isWordPart) else { return nil }
        // The last word may be a beginning, where it is long enough not to begin half of all words.
        let isBeginning = endsInPair ? run.count == 1 : isLast && word.unicodeScalars.count >= 3
        return "\"" + String(result) + "\"" + (isBeginning ? " *" : "")
    }

    /// Adds the pairs of `run`; of an open one, the last character may have others behind it.
    private static func appendPairs(
        of run: [Unicode.Scalar], isOpen: Bool, to result: inout String.UnicodeScalarView
    ) {
        guard let last = run.last else { return }
        result.append(" ")
        for (left, right) in zip(run, run.dropFirst()) { result += [left, right, " "] }
        if !isOpen || run.count == 1 { result += [last] }
        if !isOpen { result.append(" ") }
    }

    private static func appendWord(_ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView) {
        guard scalar.properties.isEmojiPresentation else {
            result.append(scalar)
            return
        }
        result += (" u" + String(scalar.value, radix: 16) + " ").unicodeScalars
    }

    /// Whether `scalar` is of a script that is written without blanks and indexed by pairs.
    private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x2E80: false
        case 0x3005...0x3007, 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF: true
        case 0x2E80...0x2FDF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFF: true
        default: false
        }
    }

    private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }

    /// A word for an id: the kind and a 64-bit FNV-1a hash.
    private static func mark(_ kind: String, _ id: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var id = id
        id.withUTF8 { for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 } }
        // Three for each message that comes: written out here in a tenth of the time.
        let count = max((67 - hash.leadingZeroBitCount) / 4, 1)
        let digits = String(unsafeUninitializedCapacity: 16) { bytes in
            for place in 0..<count {
                let digit = UInt8(truncatingIfNeeded: hash >> UInt64(4 * (count - 1 - place)) & 15)
                bytes[place] = digit < 10 ? 0x30 + digit : 0x57 + digit
            }
            return count
        }
        return kind + digits
    }
}
