import ChatCore
import JSON
import RichText

/// The file that goes along with a message that was not sent, as a line of the drafts.
///
/// It is no part of the format of messages: whoever imports messages of others must not be made to send files.
enum DraftAttachment {
    /// The line, with its end; nil for a message without a file.
    static func line(of message: Message) -> String? {
        guard let file = message.attachment else { return nil }
        var json = JSONText()
        json.object { json in
            json.member("message", message.id.text)
            json.member("room", message.room.text)
            json.member("path", file.path)
            json.member("name", file.name)
            json.member("size", file.size)
            json.member("type", file.mediaType)
            if let pixels = file.pixels {
                json.member("width", pixels.width)
                json.member("height", pixels.height)
            }
        }
        return json.text + "\n"
    }

    /// The file that a line tells of, and of which message in which room; nil for any other line.
    static func read(_ line: [UInt8]) -> (MessageID, RoomID, FileAttachment)? {
        guard case .object(let members)? = try? JSONValue(line) else { return nil }
        func text(_ key: String) -> String? {
            if case .string(let text)? = members[key], !text.isEmpty { text } else { nil }
        }
        func number(_ key: String) -> Int? {
            if case .number(let number?)? = members[key], number >= 0 { Int(exactly: number) } else { nil }
        }
        guard let id = text("message"), let room = text("room"), let path = text("path"), let size = number("size")
        else { return nil }
        let name = HarmlessText.line(text("name") ?? "")
        var file = FileAttachment(
            path: path, name: name.isEmpty ? "file" : name, size: size,
            mediaType: HarmlessText.line(text("type") ?? "application/octet-stream"))
        if let width = number("width"), let height = number("height"), width > 0, height > 0 {
            file.pixels = FileAttachment.Pixels(width: width, height: height)
        }
        return (MessageID(id), RoomID(room), file)
    }
}
