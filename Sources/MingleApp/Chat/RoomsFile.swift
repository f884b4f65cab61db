import ChatCore
import ChatUI
import Glibc
import JSON
import RichText

/// What is kept of one person's rooms from one start to the next: a file under the XDG state folder that only its owner
/// reads, one for each archive or account.
struct RoomsFile {
    private let path: String
    /// More than anybody's rooms need; what is larger is taken for damage.
    private static let largest = 1 << 20
    /// Rooms past this many are not opened again.
    private static let mostRooms = 500

    /// The file of `me` in the rooms of `archivePath`; nil where there is no place for it.
    init?(archivePath: String, me: Person, environment: [String: String]) {
        guard let path = PrivateFolder.stateFile("rooms", of: me, at: archivePath, environment: environment) else {
            return nil
        }
        self.path = path
    }

    /// What was kept, and a sentence when that could not be read; the damaged file is put aside.
    func load() -> (memory: Memory, complaint: String?) {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return (Memory(), nil) }
        defer { close(file) }
        if let bytes = FileBytes.read(file, limit: RoomsFile.largest), let value = try? JSONValue(bytes),
            let memory = RoomsFile.memory(value)
        {
            return (memory, nil)
        }
        let aside = path + ".damaged"
        let isAside = rename(path, aside) == 0
        let shown = HarmlessText.line(isAside ? aside : path)
        return (Memory(), "Which rooms were open cannot be read; the file is \(shown)")
    }

    /// Keeps `memory` in one step: whoever is interrupted leaves the old file or the new one.
    func keep(_ memory: Memory) {
        _ = OwnFile.replace(path, with: Array(RoomsFile.text(memory).utf8))
    }

    // MARK: As JSON

    private static func text(_ memory: Memory) -> String {
        var json = JSONText()
        json.object { json in
            json.member("v", 1)
            if let current = memory.current { json.member("current", current.text) }
            json.array("rooms", memory.rooms) { json, room in
                json.object { json in
                    json.member("id", room.id.text)
                    json.member("name", room.name)
                    if let level = room.level { json.member("level", level.rawValue) }
                    if let partner = room.partner {
                        json.member("partner", partner.id.text)
                        json.member("partnerName", partner.name)
                    }
                }
            }
            json.array("ignored", memory.ignored) { json, person in
                json.object { json in
                    json.member("id", person.id.text)
                    json.member("name", person.name)
                }
            }
        }
        return json.text + "\n"
    }

    private static func memory(_ value: JSONValue) -> Memory? {
        guard case .object(let members) = value, members["v"] == .number(1), case .array(let rooms)? = members["rooms"]
        else { return nil }
        var memory = Memory()
        for case .object(let room) in rooms.prefix(mostRooms) {
            guard let id = text(room["id"]), let name = text(room["name"]) else { return nil }
            let partner = text(room["partner"]).map {
                Person(id: PersonID($0), name: text(room["partnerName"]) ?? name)
            }
            let level = text(room["level"]).flatMap(NoticeLevel.init)
            memory.rooms.append(Memory.Room(id: RoomID(id), name: name, partner: partner, level: level))
        }
        memory.current = text(members["current"]).map { RoomID($0) }
        if case .array(let ignored)? = members["ignored"] {
            for case .object(let person) in ignored {
                guard let id = text(person["id"]) else { return nil }
                memory.ignored.append(Person(id: PersonID(id), name: text(person["name"]) ?? id))
            }
        }
        return memory
    }

    private static func text(_ value: JSONValue?) -> String? {
        guard case .string(let text)? = value, case let line = HarmlessText.line(text), !line.isEmpty else {
            return nil
        }
        return line
    }
}
