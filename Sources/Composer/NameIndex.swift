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

    /// The places of the names that `query` finds, in the order of ``PeopleMatch/Quality``: those that are just that,
    /// those with a word that begins with it, those with it inside, those that hold its letters in order; among each, in
    /// the order of the alphabet. At most `limit`; an empty query finds all.
    public func matches(_ query: String, limit: Int = 100) -> [Int] {
        guard limit > 0 else { return [] }
        var found = [[Int]](repeating: [], count: PeopleMatch.Quality.allCases.count)
        texts.search(Folding.bytes(of: query)) { place, quality in found[quality.rawValue].append(places[place]) }
        return Array(found.joined().prefix(limit))
    }
}
