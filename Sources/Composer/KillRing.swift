/// What was cut, newest last; atoms in it keep who they mean.
struct KillRing: Sendable {
    /// The most pieces that are kept.
    static let limit = 60

    private(set) var pieces: [[DraftElement]] = []
    /// How far yank-pop has gone back from the newest piece.
    private var depth = 0

    /// Adds a piece of its own.
    mutating func add(_ elements: [DraftElement]) {
        guard !elements.isEmpty else { return }
        pieces.append(elements)
        if pieces.count > Self.limit { pieces.removeFirst() }
    }

    /// Adds to the newest piece, as a cut right after a cut does.
    mutating func extend(with elements: [DraftElement], inFront: Bool) {
        guard let newest = pieces.popLast() else { return add(elements) }
        pieces.append((inFront ? elements + newest : newest + elements).welded)
    }

    /// The newest piece.
    mutating func newest() -> [DraftElement]? {
        depth = 0
        return pieces.last
    }

    /// The piece before the one given last, round and round.
    mutating func older() -> [DraftElement]? {
        guard !pieces.isEmpty else { return nil }
        depth = (depth + 1) % pieces.count
        return pieces[pieces.count - 1 - depth]
    }

    /// Changes all elements that are remembered, one for one.
    mutating func rewrite(_ change: (inout DraftElement) -> Void) {
        for piece in pieces.indices {
            for place in pieces[piece].indices { change(&pieces[piece][place]) }
        }
    }
}
