import Archive
import ChatCore
import ChatUI
import Glibc
import RichText

/// The drafts of one person, kept beside the archive until the next start: one message as JSON for each room, a line
/// each, in a file that only its owner reads. `replyTo` is what the draft answers. In the room of an edit a line with the
/// id `edit` goes before it, whose `replyTo` is the message that is edited. Lines of other ids are messages that have not
/// arrived; behind one that a file goes along with, a line tells of that: its `message`, the `path`, the `name`, the `size`
/// and the `type`, and of a picture its pixels as `width` and `height`.
///
/// Where that cannot be written, as on a full disk, a file in the state folder holds it until it can. So it does where
/// somebody else has put a file: the archive's folder may be shared, and what is kept goes out in one's own name. A file that cannot
/// be read or written costs no more than the drafts in it.
struct DraftFile {
    private let path: String
    private let spare: String?
    private let me: Person
    /// More than any person writes; what is larger is not read.
    private static let largest = 64 << 20

    /// The drafts of `me` beside the archive at `archivePath`.
    init(archivePath: String, me: Person) {
        // Ids hold slashes and more; a percent sign and two digits stand for what is no letter or digit.
        let name = me.id.text.utf8.map { byte -> String in
            let scalar = Unicode.Scalar(byte)
            if scalar.properties.isAlphabetic && byte < 0x80 || (0x30...0x39).contains(byte) { return String(scalar) }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        path = archivePath + "-drafts-" + name.joined().prefix(200) + ".json"
        spare = PrivateFolder.stateFile("drafts", of: me, at: archivePath, environment: Environment.all)
        self.me = me
    }

    /// All drafts that were kept.
    func load() -> [RoomID: KeptDraft] {
        guard let bytes = read() else { return [:] }
        var drafts: [RoomID: KeptDraft] = [:]
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            if let (id, room, file) = DraftAttachment.read(Array(line)) {
                guard let index = drafts[room]?.unsent.lastIndex(where: { $0.id == id }) else { continue }
                drafts[room]?.unsent[index].attachment = file
                continue
            }
            guard
                let message = try? MessageJSON.decode(
                    line, id: Self.draft, time: Timestamp(milliseconds: 0), room: RoomID(""), author: me),
                !message.room.text.isEmpty
            else { continue }
            var kept = drafts[message.room] ?? KeptDraft(RichText())
            switch message.id {
            case Self.edit: kept.edit = message.replyTo.map { KeptDraft.Edit($0, saying: message.body) }
            case Self.draft:
                kept.text = message.body
                kept.replyTo = message.replyTo
            default: kept.unsent.append(message)
            }
            drafts[message.room] = kept
        }
        return drafts
    }

    private static let draft = MessageID("draft")
    private static let edit = MessageID("edit")

    /// Keeps `draft` as that of `room`, or forgets it when it is empty. What another window keeps of other rooms stays.
    func keep(_ draft: KeptDraft, of room: RoomID, at time: Timestamp) {
        var drafts = load()
        guard drafts[room] != draft, !(draft.isEmpty && drafts[room] == nil) else { return }
        drafts[room] = draft.isEmpty ? nil : draft
        guard !drafts.isEmpty else {
            for path in [path, spare].compactMap({ $0 }) { OwnFile.remove(path) }
            return
        }
        let lines = drafts.sorted { $0.key < $1.key }.flatMap { room, draft in self.lines(of: draft, in: room, time) }
        let bytes = Array(lines.joined().utf8)
        if !OwnFile.isOfOthers(path), OwnFile.replace(path, with: bytes) {
            if let spare { _ = unlink(spare) }
        } else if let spare {
            PrivateFolder.make(holding: spare)
            _ = OwnFile.replace(spare, with: bytes)
        }
    }

    private func lines(of draft: KeptDraft, in room: RoomID, _ time: Timestamp) -> [String] {
        func line(_ id: MessageID, _ text: RichText, replyTo: MessageID?) -> String {
            let message = Message(id: id, room: room, time: time, author: me, body: text, replyTo: replyTo)
            return MessageJSON.encode(message) + "\n"
        }
        let edit = draft.edit.map { line(Self.edit, $0.text, replyTo: $0.message) }
        let unsent = draft.unsent.flatMap { message in
            [MessageJSON.encode(message) + "\n"] + [DraftAttachment.line(of: message)].compactMap { $0 }
        }
        return unsent + [edit, line(Self.draft, draft.text, replyTo: draft.replyTo)].compactMap { $0 }
    }

    /// The spare file is there only while it is the newer one.
    private func read() -> [UInt8]? {
        [spare, path].compactMap { $0 }.lazy.compactMap { OwnFile.read($0, limit: DraftFile.largest) }.first
    }
}

/// Whole files through their descriptors.
enum FileBytes {
    /// All that follows, or nil when it cannot be read or is more than `limit` bytes.
    static func read(_ file: Int32, limit: Int) -> [UInt8]? {
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0, result.count + count <= limit else { return nil }
            if count == 0 { return result }
            result += buffer[..<count]
        }
    }

    /// Whether all of `bytes` were written.
    static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
        bytes.withUnsafeBytes { all in
            var done = 0
            while done < all.count {
                let count = Glibc.write(file, all.baseAddress?.advanced(by: done), all.count - done)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                done += count
            }
            return true
        }
    }
}
