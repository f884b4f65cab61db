import Archive
import ChatCore
import Glibc
import RichText

/// Who is in which room and who writes there: what one tells the others, and what they tell.
struct Presence {
    /// How long one counts as writing after the last key, in milliseconds.
    static let typingTime: Int64 = 6000

    private var me: Person
    private let folder: PeopleFolder
    /// Whether the others are to see one come and go; whoever only reads is not in the room.
    private let isSeen: Bool
    private var mine: PresenceRecord
    /// Until when one is writing, as far as is known here; the file lags behind, so as not to be written at every key.
    private var typingUntil: [RoomID: Int64] = [:]
    private var writeAt: Int64?
    private var others: [String: Other] = [:]

    /// Another process.
    private struct Other {
        var record: PresenceRecord
        /// When it stops to count as writing, by room: never later than the time allows, whatever the record says.
        var deadlines: [RoomID: Int64] = [:]
    }

    init(me: Person, folder: PeopleFolder, isSeen: Bool) {
        self.me = me
        self.folder = folder
        self.isSeen = isSeen
        mine = PresenceRecord(person: me)
    }

    /// When something has to be done here without a sign from outside.
    func next(after now: Int64) -> Int64? {
        let ends = others.values.flatMap { $0.deadlines.values }.filter { $0 > now }
        return (ends + [writeAt].compactMap { $0 }).min()
    }

    /// One is in `room` now.
    mutating func enter(_ room: RoomID, at now: Int64) {
        mine.rooms[room] = 0
        write(at: now)
    }

    /// One has left `room`.
    mutating func leave(_ room: RoomID, at now: Int64) {
        typingUntil[room] = nil
        mine.rooms[room] = nil
        write(at: now)
    }

    /// One is writing in `room`, or has stopped.
    mutating func setTyping(_ room: RoomID, _ isTyping: Bool, at now: Int64) {
        guard let written = mine.rooms[room] else { return }
        if isTyping {
            typingUntil[room] = now + Presence.typingTime
            // What the others know lasts for a while yet.
            if written - now > 2000 {
                writeAt = min(writeAt ?? .max, written - 1500)
            } else {
                write(at: now)
            }
        } else {
            typingUntil[room] = nil
            if written > now { write(at: now) }
        }
    }

    /// Writes what has waited long enough.
    mutating func writeIfDue(at now: Int64) {
        if let writeAt, writeAt <= now { write(at: now) }
    }

    private mutating func write(at now: Int64) {
        guard isSeen else { return }
        typingUntil = typingUntil.filter { $0.value > now }
        for room in mine.rooms.keys { mine.rooms[room] = typingUntil[room] ?? 0 }
        // A full disk may have room again later.
        writeAt = folder.write(mine) ? nil : now + 1000
    }

    /// One is shown by `name` from now on.
    mutating func rename(to name: String, at now: Int64) {
        me.name = name
        mine.person.name = name
        if !mine.rooms.isEmpty { write(at: now) }
    }

    /// The name of the person `id`, wherever that person is; nil when nowhere.
    func name(of id: PersonID) -> String? {
        others.sorted { $0.key < $1.key }.first { $0.value.record.person.id == id }?.value.record.person.name
    }

    /// How many people are in each room, oneself included.
    func counts() -> [RoomID: Int] {
        var people: [RoomID: Set<PersonID>] = [:]
        for other in others.values {
            for room in other.record.rooms.keys { people[room, default: []].insert(other.record.person.id) }
        }
        for room in mine.rooms.keys where isSeen { people[room, default: []].insert(me.id) }
        return people.mapValues(\.count)
    }

    /// Takes one's own file away.
    func leaveAll() { folder.leave() }

    /// Looks at the files of the others.
    mutating func look(at now: Int64) {
        if folder.isOwnFileMissing {
            folder.leave()
            write(at: now)
        }
        let found = folder.others()
        others = others.filter { found[$0.key] != nil }
        for (file, record) in found {
            // A file that is being written keeps the meaning that it had.
            guard let record else { continue }
            let before = others[file]
            var other = Other(record: record)
            for (room, until) in record.rooms where until > now {
                let isKnown = before?.record.rooms[room] == until
                let deadline = isKnown ? before?.deadlines[room] : min(until, now + Presence.typingTime)
                if let deadline { other.deadlines[room] = deadline }
            }
            others[file] = other
        }
    }

    /// All who are in `room`, oneself included, by name.
    func people(in room: RoomID) -> [Person] {
        sorted(others.filter { $0.value.record.rooms[room] != nil }, with: isSeen ? [me] : [])
    }

    /// The others who are writing in `room`, by name.
    func typing(in room: RoomID, at now: Int64) -> [Person] {
        sorted(others.filter { ($0.value.deadlines[room] ?? 0) > now }, with: []).filter { $0.id != me.id }
    }

    /// Each person once. Of several names the one in the first file counts, and of oneself one's own.
    private func sorted(_ processes: [String: Other], with first: [Person]) -> [Person] {
        var names: [PersonID: String] = [:]
        for person in first { names[person.id] = person.name }
        for (_, other) in processes.sorted(by: { $0.key < $1.key }) where names[other.record.person.id] == nil {
            names[other.record.person.id] = other.record.person.name
        }
        let keyed = names.map { (key: $0.value.lowercased(), person: Person(id: $0.key, name: $0.value)) }
        return keyed.sorted { ($0.key, $0.person.id) < ($1.key, $1.person.id) }.map(\.person)
    }
}
