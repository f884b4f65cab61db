import RichText

/// A person as the list under an `@` knows them.
public struct Candidate: Hashable, Sendable {
    /// Who it is.
    public var id: PersonID
    /// The name that is shown.
    public var name: String
    /// Another name that the person goes by.
    public var nick: String?

    /// A person of that id, name and nick.
    public init(id: PersonID, name: String, nick: String? = nil) {
        self.id = id
        self.name = name
        self.nick = nick
    }
}

/// A person whom a query finds.
public struct PeopleMatch: Hashable, Sendable {
    /// How the query was found; a smaller one is better.
    public enum Quality: Int, CaseIterable, Hashable, Comparable, Sendable {
        /// It is the whole name or the whole nick.
        case whole
        /// A word of the name or of the nick begins with it.
        case wordStart
        /// It is in the name or in the nick.
        case inside
        /// It is in the id.
        case id
        /// Its letters are in the name, in order.
        case scattered

        /// Better ones are smaller.
        public static func < (left: Quality, right: Quality) -> Bool { left.rawValue < right.rawValue }
    }

    /// The person.
    public var person: Candidate
    /// How the query was found.
    public var quality: Quality
    /// What tells the person apart from others of the same shown name: the nick, or the id; nil for a unique name.
    public var mark: String?
}

/// The people of a room, prepared so that a query over 50,000 of them costs little for each key.
///
/// Names, nicks and ids are kept folded (``Folding``), in the order of the alphabet.
public struct PeopleIndex: Sendable {
    /// What `@` and everyone may be called, the name that is shown first.
    public static let everyoneNames = ["everyone", "all", "channel", "here", "所有人", "全体成员"]

    private var people: [Candidate] = []
    private var marks: [String?] = []
    private var places: [PersonID: Int] = [:]
    private var texts = FoldedTexts()

    /// An index of `people`; of several with one id, the last counts.
    public init(_ people: some Sequence<Candidate>) {
        var known: [PersonID: Int] = [:]
        var list: [Candidate] = []
        for person in people {
            if let place = known[person.id] {
                list[place] = person
            } else {
                known[person.id] = list.count
                list.append(person)
            }
        }
        for person in list { texts.append(person.name, nick: person.nick, id: person.id.text) }
        self.people = texts.sort().map { list[$0] }
        places.reserveCapacity(list.count)
        for (place, person) in self.people.enumerated() { places[person.id] = place }
        let marksByID = Namesakes.marks(of: self.people)
        marks = self.people.map { marksByID[$0.id] }
    }

    /// What tells the person `id` apart from others of the same shown name, or nil for a unique name.
    public func mark(of id: PersonID) -> String? { places[id].flatMap { marks[$0] } }

    /// Whether `query` is the start of a name of everyone.
    public static func isEveryone(_ query: String) -> Bool {
        let query = Folding.fold(query)
        return everyoneNames.contains { Folding.fold($0).hasPrefix(query) }
    }

    /// The people whom `query` finds: those who are called just that, those with a word that begins with it, those with
    /// it inside, then by id and by scattered letters (two and three letters at the least); among each, who spoke last
    /// comes first, then the alphabet. At most `limit`.
    ///
    /// An empty query finds everybody. `lastSpoken` holds larger numbers for those who spoke later.
    public func matches(_ query: String, lastSpoken: [PersonID: Int] = [:], limit: Int = 100) -> [PeopleMatch] {
        guard limit > 0 else { return [] }
        let needle = Folding.bytes(of: query)
        var found = [[Int]](repeating: [], count: PeopleMatch.Quality.allCases.count)
        texts.search(needle) { place, quality in found[quality.rawValue].append(place) }
        var spoken = [Int](repeating: .min, count: lastSpoken.isEmpty ? 0 : people.count)
        for (id, moment) in lastSpoken { if let place = places[id] { spoken[place] = moment } }

        var result: [PeopleMatch] = []
        for (rank, group) in found.enumerated() {
            guard let quality = PeopleMatch.Quality(rawValue: rank) else { continue }
            // Most have never spoken and stand in order already: only the few others are sorted.
            let speakers = spoken.isEmpty ? [] : group.filter { spoken[$0] != .min }
            let bySpeech = speakers.sorted { (spoken[$0], $1) > (spoken[$1], $0) }
            let others = speakers.isEmpty ? group : group.filter { spoken[$0] == .min }
            for place in (bySpeech + others).prefix(limit - result.count) {
                result.append(PeopleMatch(person: people[place], quality: quality, mark: marks[place]))
            }
        }
        return result
    }
}

/// Ranks a few people without keeping an index; see ``PeopleIndex/matches(_:lastSpoken:limit:)``.
public func rankPeople(
    _ query: String, among people: [(id: PersonID, name: String, nick: String?)], lastSpoken: [PersonID: Int] = [:]
) -> [PeopleMatch] {
    let index = PeopleIndex(people.map { Candidate(id: $0.id, name: $0.name, nick: $0.nick) })
    return index.matches(query, lastSpoken: lastSpoken, limit: people.count)
}
