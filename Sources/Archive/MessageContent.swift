import ChatCore
import JSON
import RichText

/// What a message says, read from JSON or from a row: the text with its marks, the message that it answers, earlier
/// versions, reactions, and when it was taken back.
struct MessageContent {
    /// The largest width, height or padding of a picture, in cells, and the largest scale of a run.
    static let largestSize = 1000

    private(set) var body = RichText()
    private(set) var replyTo: MessageID?
    private(set) var edits: [Message.Edit] = []
    private(set) var reactions: [Message.Reaction] = []
    private(set) var retracted: Timestamp?
    private(set) var isUnstyled = false
    /// How far an own message got, beyond that it was sent.
    private(set) var delivery: Message.Delivery?

    private let ranges: FilteredRanges
    /// Whether a mistake costs only the entry that it is in, as for rows, or is thrown, as for lines of JSON.
    private let isLenient: Bool

    /// Reads what ``marks(of:_:)`` wrote, as far as it makes sense; nil when nothing does.
    init?(stored: String, text: String) {
        do throws(MessageJSONError) {
            let object = try JSONObject(line: Array(stored.utf8))
            try self.init(object, text: text, isLenient: true)
        } catch {
            return nil
        }
    }

    /// Reads the members of `object` over `text`. The first mistake is thrown or, where it `isLenient`, costs what it is
    /// in; ids and names may be of any length then, since other programs' ids may.
    init(_ object: JSONObject, text: String, isLenient: Bool) throws(MessageJSONError) {
        self.isLenient = isLenient
        ranges = FilteredRanges(text)
        var flat = FlatText(ranges.text)
        let everyone = try forgiving { () throws(MessageJSONError) in try object.ids("everyone") } ?? nil
        flat.mentions = try list(object, "mentions") { entry throws(MessageJSONError) in
            try mention(entry, everyone: everyone)
        }
        flat.emoticons = try list(object, "emoticons") { entry throws(MessageJSONError) in try emoticon(entry) }
        flat.pictures = try list(object, "pictures") { entry throws(MessageJSONError) in try picture(entry) }
        flat.runs = try list(object, "runs") { entry throws(MessageJSONError) in try run(entry) }
        try checkOverlaps(flat)
        body = flat.rich
        replyTo =
            try forgiving { () throws(MessageJSONError) in
                try object.line("replyTo", limit: limit).map(MessageID.init)
            } ?? nil
        edits = try list(object, "edits") { entry throws(MessageJSONError) in try edit(entry) }
        reactions = try list(object, "reactions") { entry throws(MessageJSONError) in try reaction(entry) }
        retracted = try forgiving { () throws(MessageJSONError) in try object.time("deleted") } ?? nil
        isUnstyled = try forgiving { () throws(MessageJSONError) in try object.flag("unstyled") ?? false } ?? false
        guard isLenient else { return }
        let reached = try forgiving { () throws(MessageJSONError) in try object.line("delivery") } ?? nil
        delivery = MessageContent.deliveries.first { $0.name == reached }?.delivery
    }

    private var limit: Int { isLenient ? .max : JSONObject.longestLine }

    private func forgiving<Value>(
        _ work: () throws(MessageJSONError) -> Value
    ) throws(MessageJSONError) -> Value? {
        do throws(MessageJSONError) {
            return try work()
        } catch {
            if isLenient { return nil }
            throw error
        }
    }

    private func list<Value>(
        _ object: JSONObject, _ key: String, _ read: (JSONObject) throws(MessageJSONError) -> Value
    ) throws(MessageJSONError) -> [Value] {
        let elements = try forgiving { () throws(MessageJSONError) in try object.array(key) ?? [] } ?? []
        var result: [Value] = []
        for element in elements {
            let value = try forgiving { () throws(MessageJSONError) in
                try read(try JSONObject(element.value, path: element.path))
            }
            if let value { result.append(value) }
        }
        return result
    }

    private func mention(
        _ entry: JSONObject, everyone: [PersonID]?
    ) throws(MessageJSONError) -> FlatText.Marked<Mention> {
        let name = try entry.required(try entry.line("name", limit: limit), "name")
        let raw = try rawRange(entry)
        // A mention is shown by its name: words that it covers and that say something else would be gone.
        guard isLenient || ["@" + name, name].contains(HarmlessText.line(ranges.string(raw), trims: false)) else {
            throw .wrong(key: entry.name("name"), expected: "what stands in the text there, with or without an @")
        }
        let range = ranges.filtered(raw)
        if let id = try entry.line("id", limit: limit) {
            return .init(Mention(.person(PersonID(id)), name: name), range)
        }
        // Who everyone was stands once, beside the mentions; a mention of everyone has no id of its own.
        return .init(Mention(.everyone(try entry.required(everyone, "id")), name: name), range)
    }

    private func emoticon(_ entry: JSONObject) throws(MessageJSONError) -> FlatText.Marked<EmoticonCode> {
        var code = EmoticonCode(try entry.required(try entry.line("name"), "name"), pack: try entry.line("pack"))
        let raw = try rawRange(entry)
        code.size = ranges.size(of: code, in: raw)
        return .init(code, ranges.filtered(raw))
    }

    private func picture(_ entry: JSONObject) throws(MessageJSONError) -> FlatText.Marked<Picture> {
        let cells = 0...MessageContent.largestSize
        let width = try entry.required(try entry.integer("width", in: cells), "width")
        let height = try entry.required(try entry.integer("height", in: cells), "height")
        let source = try entry.required(try entry.text("source"), "source")
        let picture = Picture(
            source: .init(HarmlessText.line(source)), size: CellSize(width: width, height: height),
            paddingX: try entry.integer("padX", in: cells) ?? 0, paddingY: try entry.integer("padY", in: cells) ?? 0,
            alt: HarmlessText.line(try entry.text("alt") ?? ""))
        let start = try entry.required(try entry.integer("start", in: 0...Int.max), "start")
        guard start < ranges.count else { throw .wrong(key: entry.name("start"), expected: "inside the text") }
        return .init(picture, ranges.filtered(start..<(start + 1)))
    }

    private func run(_ entry: JSONObject) throws(MessageJSONError) -> FlatText.Marked<RichText.Style> {
        let scale = try entry.integer("scale", in: 1...MessageContent.largestSize) ?? 1
        return .init(RichText.Style(colour: try entry.line("colour"), scale: scale), try range(entry))
    }

    private func edit(_ entry: JSONObject) throws(MessageJSONError) -> Message.Edit {
        let time = try entry.required(try entry.time("time"), "time")
        return Message.Edit(
            time: time, text: HarmlessText.lines(try entry.required(try entry.text("text"), "text")))
    }

    private func reaction(_ entry: JSONObject) throws(MessageJSONError) -> Message.Reaction {
        let emoji = try entry.required(try entry.line("emoji"), "emoji")
        return Message.Reaction(emoji: emoji, by: try entry.ids("by") ?? [])
    }

    private func range(_ entry: JSONObject) throws(MessageJSONError) -> Range<Int> {
        ranges.filtered(try rawRange(entry))
    }

    private func rawRange(_ entry: JSONObject) throws(MessageJSONError) -> Range<Int> {
        let start = try entry.required(try entry.integer("start", in: 0...Int.max), "start")
        let end = try entry.required(try entry.integer("end", in: 0...Int.max), "end")
        guard end > start else { throw .wrong(key: entry.name("end"), expected: "after the start") }
        guard end <= ranges.count else { throw .wrong(key: entry.name("end"), expected: "inside the text") }
        return start..<end
    }

    private func checkOverlaps(_ flat: FlatText) throws(MessageJSONError) {
        if isLenient { return }
        var places: [(key: String, index: Int, range: Range<Int>)] = []
        places += flat.mentions.enumerated().map { ("mentions", $0.offset, $0.element.range) }
        places += flat.emoticons.enumerated().map { ("emoticons", $0.offset, $0.element.range) }
        places += flat.pictures.enumerated().map { ("pictures", $0.offset, $0.element.range) }
        places.sort { $0.range.lowerBound < $1.range.lowerBound }
        for (before, after) in zip(places, places.dropFirst()) where after.range.lowerBound < before.range.upperBound {
            throw .wrong(key: "\(after.key)[\(after.index)].start", expected: "after what stands before it")
        }
    }
}
