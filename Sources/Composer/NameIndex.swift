/// Names prepared so that a few letters find some of thousands of them: made in a millisecond for 5,000 names, so that a
/// list can make it when the first letter is typed.
///
/// Names are compared folded (``Folding``), and found by their places in the list that the index was made of.
public struct NameIndex: Sendable {
    /// In the order of the alphabet.
    private var texts = FoldedTexts()
    /// The place in the list of each of the texts.
    private let places: [Int]

    /// An index of `names`.
    public init(_ names: some Collection<String>) {
        for name in names { texts.append(name) }
        places = texts.sort()
    }

    /// A name that a query finds.
    public struct Match: Hashable, Sendable {
        /// Its place in the list.
        public let place: Int
        /// How it was found.
        public let quality: PeopleMatch.Quality
    }

    /// The names that `query` finds: those with a word that begins with it, those with it inside, those that hold its
    /// letters in order; among each, in the order of the alphabet. At most `limit`; an empty query finds all.
    public func matches(_ query: String, limit: Int = 100) -> [Match] {
        guard limit > 0 else { return [] }
        var found: [[Match]] = [[], [], [], []]
        texts.search(Folding.bytes(of: query)) { place, quality in
            found[quality.rawValue].append(Match(place: places[place], quality: quality))
        }
        return Array(found.joined().prefix(limit))
    }
}
