import ChatCore
import RichText

/// What a process tells the others about the person at it, as it stands in a file of the people folder.
///
/// ```
/// mingle 1
/// local:ann/bea
/// Bea
/// 123456789 lobby
/// .
/// ```
///
/// The lines are: the format, the person's id, the name, then for each room the steady time in milliseconds until which
/// the person is writing there (0: is not) and the room, then a dot. What follows the dot means nothing, so that a
/// shorter record can be written over a longer one.
struct PresenceRecord: Equatable {
    /// The largest file that is read, in bytes; also the most that is written.
    static let longest = 64 << 10
    /// The most rooms that are read.
    static let mostRooms = 256

    var person: Person
    /// The rooms that one is in, each with the time until which one is writing there.
    var rooms: [RoomID: Int64] = [:]

    init(person: Person) { self.person = person }

    /// Reads a record; nil when it is not whole or is of another format.
    init?(_ bytes: some Collection<UInt8>) {
        let lines = HarmlessText.lines(bytes).unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 4, String(lines[0]) == "mingle 1", !lines[1].isEmpty, lines[1].count <= 1024 else {
            return nil
        }
        let name = HarmlessText.line(String(String.UnicodeScalarView(lines[2].prefix(LocalIdentity.longestName))))
        let id = HarmlessText.line(String(lines[1]))
        guard !name.isEmpty else { return nil }
        person = Person(id: PersonID(id), name: name)
        for line in lines[3...] {
            if line.elementsEqual([Unicode.Scalar(".")]) { return }
            guard let blank = line.firstIndex(of: " "), let until = Int64(String(line[..<blank])) else { return nil }
            let room = HarmlessText.line(String(line[line.index(after: blank)...]))
            if rooms.count < PresenceRecord.mostRooms { rooms[RoomID(room)] = until }
        }
        return nil
    }

    /// The record as it is written.
    var bytes: [UInt8] {
        var text = "mingle 1\n" + HarmlessText.line(person.id.text) + "\n" + HarmlessText.line(person.name) + "\n"
        for (room, until) in rooms.sorted(by: { $0.key < $1.key }).prefix(PresenceRecord.mostRooms) {
            let line = "\(until) " + HarmlessText.line(room.text) + "\n"
            if text.utf8.count + line.utf8.count < PresenceRecord.longest - 2 { text += line }
        }
        return Array((text + ".\n").utf8)
    }
}
