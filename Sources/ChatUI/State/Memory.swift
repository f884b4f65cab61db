import ChatCore
import RichText

/// What of the rooms is kept from one start to the next.
public struct Memory: Hashable, Sendable {
    /// A room that was open.
    public struct Room: Hashable, Sendable {
        /// Which room it is.
        public var id: RoomID
        /// What was shown as its name.
        public var name: String
        /// Whom one talks to there alone.
        public var partner: Person?
        /// Which of its messages one hears of; nil for what the settings say.
        public var level: NoticeLevel?

        /// A room that was open.
        public init(id: RoomID, name: String, partner: Person? = nil, level: NoticeLevel? = nil) {
            self.id = id
            self.name = name
            self.partner = partner
            self.level = level
        }
    }

    /// The rooms that were open, from the top.
    public var rooms: [Room]
    /// The one that was in view.
    public var current: RoomID?
    /// The people whose messages are not shown.
    public var ignored: [Person]

    /// What was kept.
    public init(rooms: [Room] = [], current: RoomID? = nil, ignored: [Person] = []) {
        self.rooms = rooms
        self.current = current
        self.ignored = ignored
    }
}

extension ChatState {
    /// Opens the rooms that were open; the one in view stays in view.
    mutating func recall(_ memory: Memory) -> [Effect] {
        settings.ignored = Dictionary(memory.ignored.map { ($0.id, $0) }) { first, _ in first }
        let shown = view.room.id
        var effects: [Effect] = []
        var recalled: [RoomView] = []
        for kept in memory.rooms where !recalled.contains(where: { $0.room.id == kept.id }) {
            var room: RoomView
            if let index = views.firstIndex(where: { $0.room.id == kept.id }) {
                room = views.remove(at: index)
            } else {
                room = RoomView(room: Room(id: kept.id, name: kept.name), substitutions: settings.substitutions)
                effects.append(.transport(.open(kept.id)))
            }
            if room.room.partner == nil { room.room.partner = kept.partner }
            room.room.name = kept.name
            room.level = kept.level
            recalled.append(room)
        }
        views = recalled + views
        current = views.firstIndex { $0.room.id == shown } ?? 0
        for index in views.indices { effects += takeUpDraft(of: index) }
        layouts.removeAll()
        kept = memory
        return effects
    }

    /// Has the rooms kept when they are not what was kept last.
    mutating func remember() -> [Effect] {
        // Before that is known, nothing may take its place.
        guard let last = kept else { return [] }
        let rooms = views.map { view in
            Memory.Room(
                id: view.room.id, name: view.room.name, partner: view.room.partner, level: view.level)
        }
        let ignored = settings.ignored.values.sorted { $0.id < $1.id }
        let now = Memory(rooms: rooms, current: view.room.id, ignored: ignored)
        guard now != last else { return [] }
        kept = now
        return [.remember(now)]
    }
}
