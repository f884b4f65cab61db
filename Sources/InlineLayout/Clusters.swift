/// A user-perceived character: an extended grapheme cluster of Unicode 17 (UAX #29).
public struct Cluster: Hashable, Sendable {
    /// Its scalars; never empty.
    public var text: Substring
    /// Its cells in the profile ``WidthProfile/modern``: 0, 1 or 2.
    public var width: Int
}

/// The clusters of a text in order.
///
///     Clusters("e\u{301}👍🏽").map(\.width)  // [1, 2]
public struct Clusters: Sequence, Sendable {
    private let text: Substring

    /// The clusters of `text`.
    public init(_ text: String) {
        self.text = text[...]
    }

    /// The clusters of `text`.
    public init(_ text: Substring) {
        self.text = text
    }

    /// Takes one cluster after the other.
    public func makeIterator() -> Iterator { Iterator(text) }

    /// Takes one cluster after the other.
    public struct Iterator: IteratorProtocol {
        private let text: Substring
        private var place: Substring.Index
        private var state = ClusterMachine.start

        init(_ text: Substring) {
            self.text = text
            place = text.startIndex
        }

        /// The next cluster, or nil after the last.
        public mutating func next() -> Cluster? {
            let scalars = text.unicodeScalars
            let start = place
            var width = 0
            while place < scalars.endIndex {
                let step = ClusterMachine.clusters.step(state, PropertyTable.shared[scalars[place].value].cellClass)
                if step.startsCluster && place > start { break }
                width += step.growth
                state = step.state
                place = scalars.index(after: place)
            }
            return start == place ? nil : Cluster(text: text[start..<place], width: width)
        }
    }
}
