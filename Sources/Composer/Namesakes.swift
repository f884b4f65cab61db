import RichText

/// People who are shown by the same name, and what tells them apart.
public enum Namesakes {
    /// A mark for everybody whose name another of `people` has too: the nick where it is theirs alone, else the part of
    /// the id in which it differs from the others' ids, cut between words; the whole id where that says nothing.
    ///
    ///     // "local:ann/sam" and "local:bob/sam", both called Sam: "ann" and "bob"
    public static func marks(of people: [Candidate]) -> [PersonID: String] {
        var names: [String: Int] = [:]
        for person in people { names[person.name, default: 0] += 1 }
        guard names.count < people.count else { return [:] }
        var groups: [String: [Candidate]] = [:]
        for person in people where names[person.name, default: 0] > 1 {
            groups[person.name, default: []].append(person)
        }
        var result: [PersonID: String] = [:]
        for group in groups.values { mark(group, in: &result) }
        return result
    }

    private static func mark(_ namesakes: [Candidate], in result: inout [PersonID: String]) {
        var nicks: [String: Int] = [:]
        for person in namesakes { nicks[person.nick ?? "", default: 0] += 1 }
        let parts = differingParts(of: namesakes.map(\.id.text))
        for (person, part) in zip(namesakes, parts) {
            let isUnique = person.nick.map { $0 != person.name && !$0.isEmpty && nicks[$0] == 1 } ?? false
            result[person.id] = isUnique ? person.nick : part
        }
    }

    /// What is left of `ids` without what all of them begin and end with.
    private static func differingParts(of ids: [String]) -> [String] {
        let all = ids.map { Array($0.unicodeScalars) }
        guard let first = all.first, all.count > 1 else { return ids }
        let shortest = all.map(\.count).min() ?? 0
        var start = 0
        while start < shortest, all.allSatisfy({ $0[start] == first[start] }) { start += 1 }
        while start > 0, first[start - 1].isInWord { start -= 1 }
        var end = 0
        while end < shortest - start, all.allSatisfy({ $0[$0.count - 1 - end] == first[first.count - 1 - end] }) {
            end += 1
        }
        while end > 0, first[first.count - end].isInWord { end -= 1 }
        let parts = all.map { String(String.UnicodeScalarView($0[start..<$0.count - end])) }
        return parts.contains("") ? ids : parts
    }
}

extension Unicode.Scalar {
    fileprivate var isInWord: Bool { properties.isAlphabetic || properties.numericType != nil || self == "_" }
}
