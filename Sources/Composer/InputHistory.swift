import RichText

/// What was sent from a room, to be called back into the draft; atoms in it keep who they mean.
///
/// A walk begins with the draft in progress and a text that all answers begin with; it ends when one comes back to the
/// draft or sends. What is changed on the way stays changed in its place until then, as in readline. No command carries
/// a secret, so all that was written may be kept.
public struct InputHistory: Sendable {
    /// What was sent, oldest first.
    public private(set) var entries: [RichText] = []
    /// The most entries that are kept.
    public let limit: Int

    private var walk: Walk?

    private struct Walk: Sendable {
        var draft: RichText
        var prefix: String
        var index: Int
        /// Entries as they were changed in this walk.
        var changed: [Int: RichText] = [:]
    }

    /// A history of `entries`, of which the newest `limit` are kept.
    public init(_ entries: [RichText] = [], limit: Int = 500) {
        self.limit = max(limit, 0)
        for entry in entries { add(entry) }
    }

    /// Whether an entry is shown in place of the draft in progress.
    public var isWalking: Bool { walk != nil }

    /// Adds what was sent and ends the walk; the same as the newest entry, or nothing, is not added.
    public mutating func add(_ rich: RichText) {
        walk = nil
        guard !rich.isEmpty, rich != entries.last else { return }
        entries.append(rich)
        if entries.count > limit { entries.removeFirst(entries.count - limit) }
    }

    /// The next older entry whose text begins with `prefix`, or nil when there is none.
    ///
    /// The first call of a walk keeps `draft` and `prefix`; later calls go on with those, or where `draft` is not what
    /// they showed, with that and with `prefix`.
    public mutating func older(from draft: RichText, prefix: String = "") -> RichText? {
        var now = walk ?? Walk(draft: draft, prefix: prefix, index: entries.count)
        if walk != nil, keep(draft, in: &now) { now.prefix = prefix }
        let places = entries[..<now.index].indices.reversed()
        guard let index = places.first(where: { isAnswer($0, in: now, beside: draft) }) else { return nil }
        now.index = index
        walk = now
        return entry(index, in: now)
    }

    /// The next newer entry of the walk, and behind the newest the draft in progress; nil when no walk is on.
    /// `draft` is what stands in the composer now.
    public mutating func newer(from draft: RichText) -> RichText? {
        guard var now = walk else { return nil }
        _ = keep(draft, in: &now)
        let places = entries.indices.dropFirst(now.index + 1)
        guard let index = places.first(where: { isAnswer($0, in: now, beside: draft) }) else {
            walk = nil
            return now.draft
        }
        now.index = index
        walk = now
        return entry(index, in: now)
    }

    /// Notes how the entry that is shown was changed; whether it was.
    private func keep(_ draft: RichText, in walk: inout Walk) -> Bool {
        guard draft != entry(walk.index, in: walk) else { return false }
        walk.changed[walk.index] = draft
        return true
    }

    private func entry(_ index: Int, in walk: Walk) -> RichText { walk.changed[index] ?? entries[index] }

    private func isAnswer(_ index: Int, in walk: Walk, beside shown: RichText) -> Bool {
        let entry = entry(index, in: walk)
        return entry != shown && (begins(entry, walk.prefix) || walk.changed[index] != nil)
    }

    /// Ends the walk where it is: what is shown becomes the draft in progress.
    public mutating func endWalk() { walk = nil }

    /// The newest entry older than `index` that holds `text` in any case, and where it stands; nil for none.
    ///
    /// Start with the number of entries and go on with the index that came back.
    public func search(_ text: String, before index: Int) -> (index: Int, entry: RichText)? {
        let sought = Folding.fold(text)
        guard !sought.isEmpty else { return nil }
        let range = ..<min(max(index, 0), entries.count)
        guard let found = entries[range].lastIndex(where: { Folding.fold(FlatText($0).text).holds(sought) }) else {
            return nil
        }
        return (found, entries[found])
    }

    /// Shows each person by the name that `name` has for them in all entries, nil for the one that is there, so that
    /// what comes back looks as it does elsewhere.
    public mutating func rename(_ name: (PersonID) -> String?) {
        for index in entries.indices { entries[index] = entries[index].renaming(name) }
        guard var now = walk else { return }
        now.draft = now.draft.renaming(name)
        now.changed = now.changed.mapValues { $0.renaming(name) }
        walk = now
    }

    private func begins(_ rich: RichText, _ prefix: String) -> Bool {
        prefix.isEmpty || FlatText(rich).text.hasPrefix(prefix)
    }
}

extension String {
    /// Whether `part` is in it, byte by byte.
    fileprivate func holds(_ part: String) -> Bool {
        let whole = Array(utf8)
        let part = Array(part.utf8)
        guard part.count <= whole.count else { return false }
        return (0...whole.count - part.count).contains { whole[$0...].starts(with: part) }
    }
}
