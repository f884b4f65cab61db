import InlineLayout
import RichText

// Two neighbouring clusters may be one as soon as what stood between them is gone: a letter and an accent, two halves
// of a flag, two people and a joiner. A draft is kept so that its clusters are always those of its text.
//
// A boundary depends on the cluster before it and the first scalar after it only (UAX #29), so looking at one pair is
// enough to know whether the boundary between them holds.

extension DraftElement {
    /// Whether `next`, standing right behind this element, belongs to the same cluster.
    func joins(_ next: DraftElement) -> Bool {
        guard case .cluster(let left) = self, case .cluster(let right) = next else { return false }
        guard let last = left.utf8.last, let first = right.utf8.first else { return false }
        if last < 0x80 && first < 0x80 { return false }
        var clusters = Clusters(left + right).makeIterator()
        return clusters.next()?.text.utf8.count != left.utf8.count
    }

    /// A measure that welding keeps: the bytes of a cluster, 1 for an atom.
    var length: Int { cluster?.utf8.count ?? 1 }
}

extension [DraftElement] {
    /// The same elements with neighbours joined that are one cluster.
    var welded: [DraftElement] {
        guard zip(self, dropFirst()).contains(where: { $0.joins($1) }) else { return self }
        var result: [DraftElement] = []
        result.reserveCapacity(count)
        for element in self { result.weld(element) }
        return result
    }

    /// Puts `element` at the end, joined with what stands there where they are one cluster. What would make it longer
    /// than the filter lets through is cut off as there.
    mutating func weld(_ element: DraftElement) {
        guard let last, last.joins(element), case .cluster(let left) = last, case .cluster(let right) = element else {
            append(element)
            return
        }
        removeLast()
        self += [DraftElement](clustersOf: HarmlessText.lines(left + right))
    }

    /// The index of the first element boundary at or behind `length`.
    func boundary(atLength length: Int) -> Int {
        var passed = 0
        for (index, element) in enumerated() {
            if passed >= length { return index }
            passed += element.length
        }
        return count
    }
}
