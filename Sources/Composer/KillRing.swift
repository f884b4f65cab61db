import RichText

/// What was cut, newest last; atoms in it keep who they mean. A person has one, whatever draft they are in.
///
/// It keeps 60 pieces and half a million elements at most, and the newest piece however long it is.
public struct KillRing: Sendable {
    private static let limit = 60
    private static let mostElements = 500_000

    private(set) var pieces: [[DraftElement]] = []
    /// How far yank-pop has gone back from the newest piece.
    private var depth = 0

    /// Adds a piece of its own.
    mutating func add(_ elements: [DraftElement]) {
        guard !elements.isEmpty else { return }
        pieces.append(elements)
        letGo()
    }

    /// Adds to the newest piece, as a cut right after a cut does.
    mutating func extend(with elements: [DraftElement], inFront: Bool) {
        guard let newest = pieces.popLast() else { return add(elements) }
        pieces.append((inFront ? elements + newest : newest + elements).welded)
        letGo()
    }

    private mutating func letGo() {
        var count = pieces.reduce(0) { $0 + $1.count }
        while pieces.count > 1, pieces.count > Self.limit || count > Self.mostElements {
            count -= pieces.removeFirst().count
        }
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

    /// Changes all mentions that are remembered.
    mutating func rewriteMentions(_ change: (inout Mention) -> Void) {
        for piece in pieces.indices { pieces[piece].rewriteMentions(change) }
    }
}
