import ChatCore
import Composer
import InlineLayout
import RichText

/// Who is known in a room, made ready once for each change and not for each key or frame.
struct Directory {
    /// All who are in the room, then all who spoke in it and left.
    private(set) var everybody: [Person] = []
    /// The ids of those who are in the room.
    private(set) var here: Set<PersonID> = []
    /// What tells people of one shown name apart.
    private(set) var marks: [PersonID: String] = [:]
    /// Changes whenever somebody comes, goes or is called otherwise.
    private(set) var revision = 0

    private var known: Set<PersonID> = []
    private var index: PeopleIndex?
    private var lastSpoken: [PersonID: Int]?

    /// Takes in what changed in `room`; true when names or marks are not what they were.
    mutating func adopt(_ event: TransportEvent, in room: Room) -> Bool {
        switch event {
        case .history(_, let messages, _), .received(_, let messages):
            lastSpoken = nil
            if messages.allSatisfy({ known.contains($0.author.id) }) { return false }
        case .page(_, let page):
            lastSpoken = nil
            if page.messages.allSatisfy({ known.contains($0.author.id) }) { return false }
        case .people, .opened: break
        case .failed, .typing, .notice, .found, .readingPlace, .changed, .refused, .rooms, .topic, .direct, .invited,
            .contacts, .progress, .connection, .ranks, .settings, .passwordWanted:
            return false
        }
        return rebuild(from: room)
    }

    private mutating func rebuild(from room: Room) -> Bool {
        var known = Set(room.people.map(\.id))
        let here = known
        var people = room.people
        for author in room.speakers where known.insert(author.id).inserted { people.append(author) }
        guard people != everybody || here != self.here else { return false }
        let marks = Namesakes.marks(of: people.map { Candidate(id: $0.id, name: $0.name) })
        let isOtherwise = marks != self.marks
        everybody = people
        self.known = known
        self.here = here
        self.marks = marks
        index = nil
        revision += 1
        return isOtherwise
    }

    /// Whether very many people are not made ready to be looked for: to be done before somebody types an `@`.
    var isUnprepared: Bool { index == nil && everybody.count > 1_000 }

    /// Makes everybody but `me` ready to be looked for.
    mutating func prepare(me: PersonID?) {
        guard index == nil else { return }
        index = PeopleIndex(everybody.lazy.filter { $0.id != me }.map { Candidate(id: $0.id, name: $0.name) })
    }

    /// The people whom `query` finds, best first; not oneself.
    mutating func matches(_ query: String, in room: Room) -> [PeopleMatch] {
        prepare(me: room.me?.id)
        let spoken = lastSpoken ?? room.lastSpoken
        lastSpoken = spoken
        guard let index else { return [] }
        return index.matches(query, lastSpoken: spoken)
    }

    /// `Sam Lee (ann)`: a name with the mark that tells it from another's, where there is another's.
    func label(of id: PersonID, name: String) -> String { marks[id].map { "\(name) (\($0))" } ?? name }

    /// The label in at most `cells` cells: `Sam (ann)`, else `Sam·ann`, else both cut with what tells them apart kept
    /// longest.
    func label(of person: Person, cells: Int) -> String {
        guard let mark = marks[person.id] else { return person.name.truncated(toCells: cells) }
        let whole = "\(person.name) (\(mark))"
        if whole.cellWidth <= cells { return whole }
        // Less than three cells of a name tell nothing.
        let room = cells - 1 - mark.cellWidth
        if room >= min(person.name.cellWidth, 3) { return person.name.truncated(toCells: room) + "·" + mark }
        if cells < 7 { return mark.truncated(toCells: cells) }
        let name = person.name.truncated(toCells: 3)
        return name + "·" + mark.truncated(toCells: cells - 1 - name.cellWidth)
    }
}

extension RoomView {
    /// Whom a mention of everyone means now: all who are here but oneself.
    var idsOfEveryone: [PersonID] { room.people.map(\.id).filter { $0 != room.me?.id } }
}
