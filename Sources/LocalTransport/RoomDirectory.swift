import Archive
import ChatCore

/// What is known of all rooms of the archive: read when it is first asked for, and kept up to date by the feed from then
/// on, so that a list of thousands of rooms costs no look into the archive.
struct RoomDirectory {
    private struct Entry {
        var summary: RoomSummary
        var newest: Int64 = 0

        init(_ room: RoomID) { summary = RoomSummary(id: room, name: room.text, peopleCount: 0) }
    }

    private var entries: [Entry] = []
    private var places: [RoomID: Int] = [:]
    private var isRead = false

    /// Something was said.
    mutating func note(_ messages: some Sequence<Message>) {
        if !isRead { return }
        for message in messages where !DirectRoom.isDirect(message.room) {
            let place = place(of: message.room)
            guard let order = message.order, order > entries[place].newest else { continue }
            entries[place].newest = order
            entries[place].summary.lastSpoken = message.time
        }
    }

    /// Somebody said what `room` is about.
    mutating func note(_ topic: String, of room: RoomID) {
        if isRead { entries[place(of: room)].summary.topic = topic }
    }

    /// All rooms but those of two people, the one that was spoken in last first; `people` are there now.
    mutating func list(_ archive: Archive, people: [RoomID: Int]) throws(ArchiveError) -> [RoomSummary] {
        if !isRead { try read(archive) }
        // Rooms where nobody ever spoke are listed for as long as somebody is there.
        var empty: [RoomSummary] = []
        var counts: [Int: Int] = [:]
        for (room, count) in people where !DirectRoom.isDirect(room) {
            if let place = places[room] {
                counts[place] = count
            } else {
                empty.append(RoomSummary(id: room, name: room.text, peopleCount: count))
            }
        }
        empty.sort { $0.id < $1.id }
        let order = entries.indices.map { (entries[$0].newest, $0) }.sorted { $0 > $1 }
        var result = order.map { entries[$0.1].summary }
        for (index, place) in order.enumerated() {
            if let count = counts[place.1] { result[index].peopleCount = count }
        }
        return result + empty
    }

    private mutating func place(of room: RoomID) -> Int {
        if let place = places[room] { return place }
        places[room] = entries.count
        entries.append(Entry(room))
        return entries.count - 1
    }

    private mutating func read(_ archive: Archive) throws(ArchiveError) {
        let (activity, topics) = (try archive.activity(), try archive.topics())
        for activity in activity where !DirectRoom.isDirect(activity.room) {
            let place = place(of: activity.room)
            entries[place].newest = activity.newest
            entries[place].summary.lastSpoken = activity.time
        }
        for (room, topic) in topics { entries[place(of: room)].summary.topic = topic }
        isRead = true
    }
}
