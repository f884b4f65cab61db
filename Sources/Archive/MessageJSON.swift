import ChatCore
import JSON
import RichText

/// Messages as JSON, version 1: one object a line, the same in `export`, `import`, `render --json` and `tail --json`.
///
/// ```
/// {"v":1,"id","room","time","from":{"id","name"},"text","mentions":[{"id","name","start","end"}],"everyone":null|[ids],
/// "emoticons":[{"name","pack","start","end"}],"pictures":[{"source","width","height","padX","padY","alt","start"}],
/// "runs":[{"start","end","colour","scale"}],"replyTo","edits":[{"time","text"}],"reactions":[{"emoji","by":[ids]}],
/// "deleted","unstyled":true}
/// ```
///
/// Ranges count code points of `text`, in which a mention stands as `@Name`, an emoticon as its code and a picture as
/// U+FFFC; times are ISO 8601, UTC. What is empty is absent, but for `mentions` and `everyone`. A mention of everyone
/// has the id `null`, and `everyone` tells who that was. `text` is how the message reads now, `edits` are its earlier
/// versions, and `deleted` is when it was taken back: such a message has no text, edits and reactions any more; in one
/// that is `unstyled`, marks such as `*bold*` mean nothing. Place and delivery belong to a transport and are left out.
public enum MessageJSON {
    /// `message` as one line, without the line feed; pure but for what JSON itself needs escaped, and for controls.
    public static func encode(_ message: Message) -> String {
        let flat = FlatText(message.body)
        var json = JSONText()
        json.object {
            $0.member("v", 1)
            $0.member("id", message.id.text)
            $0.member("room", message.room.text)
            $0.member("time", message.time.iso8601)
            $0.key("from")
            $0.object {
                $0.member("id", message.author.id.text)
                $0.member("name", message.author.name)
            }
            $0.member("text", flat.text)
            MessageContent.write(message, flat, to: &$0)
        }
        return json.text
    }

    /// Reads one line of UTF-8.
    ///
    /// `id`, `time`, `room` and, when it is given, `author` are taken where the line has none; keys that are not of the
    /// format are passed over. Texts are filtered by ``HarmlessText``. The first mistake is thrown, and names its key:
    /// a value of another kind, a range outside the text, marks that overlap, a version other than 1. What one has
    /// written oneself can be read as far as it makes sense (`isLenient`): then only a line that is no JSON or has no text
    /// is refused.
    public static func decode(
        _ line: some Sequence<UInt8>, id: MessageID, time: Timestamp, room: RoomID, author: Person? = nil,
        isLenient: Bool = false
    ) throws(MessageJSONError) -> Message {
        let object = try JSONObject(line: Array(line))
        let limit = isLenient ? Int.max : JSONObject.longestLine
        if try object.integer("v", in: 0...Int.max) ?? 1 != 1 { throw .wrong(key: "v", expected: "1") }
        let text = try object.required(try object.text("text"), "text")
        let content = try MessageContent(object, text: text, isLenient: isLenient)
        var message = Message(
            id: try object.line("id", limit: limit).map(MessageID.init) ?? id,
            room: try object.line("room", limit: limit).map(RoomID.init) ?? room,
            time: try object.time("time") ?? time,
            author: try from(object, default: author, limit),
            body: content.body, replyTo: content.replyTo)
        message.edits = content.edits
        message.reactions = content.reactions
        message.isUnstyled = content.isUnstyled
        if let time = content.retracted { message.retract(at: time) }
        return message
    }

    /// Reads one line; otherwise as for bytes.
    public static func decode(
        _ line: String, id: MessageID, time: Timestamp, room: RoomID, author: Person? = nil
    ) throws(MessageJSONError) -> Message {
        try decode(line.utf8, id: id, time: time, room: room, author: author)
    }

    private static func from(
        _ object: JSONObject, default author: Person?, _ limit: Int
    ) throws(MessageJSONError) -> Person {
        guard let from = try object.object("from") else { return try object.required(author, "from") }
        let id = try from.required(try from.line("id", limit: limit), "id")
        return Person(id: PersonID(id), name: try from.line("name", limit: limit) ?? id)
    }
}

extension JSONObject {
    /// A moment, or nil when it is absent.
    func time(_ key: String) throws(MessageJSONError) -> Timestamp? {
        guard let text = try text(key) else { return nil }
        guard let time = Timestamp(iso8601: text) else {
            throw .wrong(key: name(key), expected: "a time in ISO 8601, such as 2026-11-30T09:14:05.250Z")
        }
        return time
    }
}
