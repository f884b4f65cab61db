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
/// Several windows of one person write it: each changes only what it wrote or showed itself. Lines that cannot be read
/// stay as they are, for another version may read them.
///
/// Where that cannot be written, as on a full disk, a file in the state folder holds it until it can. So it does where
/// somebody else has put a file: the archive's folder may be shared, and what is kept goes out in one's own name. A file
/// that cannot be read or written costs no more than the drafts in it.
struct DraftFile {
    private let path: String
    private let spare: String?
    private let me: Person
    /// What this window read or wrote last of each room: nothing else is its to forget.
    private var own: [RoomID: KeptDraft] = [:]
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

    /// All drafts that were kept, to be shown.
    mutating func load() -> [RoomID: KeptDraft] {
        own = contents(of: read() ?? []).drafts
        return own
    }

    /// What is in a file: the drafts, and the lines that are none that this version knows.
    private func contents(of bytes: [UInt8]) -> (drafts: [RoomID: KeptDraft], unknown: [[UInt8]]) {
        var drafts: [RoomID: KeptDraft] = [:]
        var unknown: [[UInt8]] = []
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            if let (id, room, file) = DraftAttachment.read(Array(line)) {
                guard let index = drafts[room]?.unsent.lastIndex(where: { $0.id == id }) else { continue }
                drafts[room]?.unsent[index].attachment = file
                continue
            }
            guard
                let message = try? MessageJSON.decode(
                    line, id: Self.draft, time: Timestamp(milliseconds: 0), room: RoomID(""), author: me,
                    isLenient: true),
                !message.room.text.isEmpty, message.id != Self.edit || message.replyTo != nil
            else {
                unknown.append(Array(line))
                continue
            }
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
        return (drafts, unknown)
    }

    private static let draft = MessageID("draft")
    private static let edit = MessageID("edit")

    /// Keeps `draft` as that of `room`, or forgets it when it is empty. What another window keeps of other rooms stays, and
    /// so does what it keeps of this one while here is nothing to be put in its place.
    mutating func keep(_ draft: KeptDraft, of room: RoomID, at time: Timestamp) {
        let lock = FolderLock(of: path)
        defer { lock?.release() }
        let file = read()
        // What is there and cannot be read is put aside rather than written over.
        if file == nil, !OwnFile.isOfOthers(path) { _ = rename(path, path + ".unreadable") }
        var (drafts, unknown) = contents(of: file ?? [])
        let none = KeptDraft(RichText())
        // As it is read again: only so can it be compared with what is in the file.
        let draft = contents(of: Array(lines(of: draft, in: room, time).joined().utf8)).drafts[room] ?? none
        let before = drafts[room] ?? none
        let after = before.replaced(by: draft, in: own[room] ?? none)
        own[room] = draft
        guard before != after else { return }
        drafts[room] = after.isEmpty ? nil : after
        guard !drafts.isEmpty || !unknown.isEmpty else {
            for path in [path, spare].compactMap({ $0 }) { OwnFile.remove(path) }
            return
        }
        let lines = drafts.sorted { $0.key < $1.key }.flatMap { room, draft in self.lines(of: draft, in: room, time) }
        let bytes = Array(lines.joined().utf8) + unknown.flatMap { $0 + [UInt8(ascii: "\n")] }
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

extension KeptDraft {
    /// What is kept once one of several windows has `new` in place of `known`, while this is what is in the file.
    fileprivate func replaced(by new: KeptDraft, in known: KeptDraft) -> KeptDraft {
        var result = new.isBlank && !isSameText(as: known) ? self : new
        let own = Set((known.unsent + new.unsent).map(\.id))
        result.unsent = unsent.filter { !own.contains($0.id) } + new.unsent
        return result
    }

    private var isBlank: Bool { text.isEmpty && edit == nil }

    private func isSameText(as other: KeptDraft) -> Bool {
        text == other.text && replyTo == other.replyTo && edit == other.edit
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
