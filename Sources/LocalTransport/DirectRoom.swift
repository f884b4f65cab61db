import ChatCore
import RichText

/// Rooms in which two people of one machine talk alone.
///
/// Such a room's id is `direct:` and the ids of both, the smaller first, with a bar between them: the same whoever makes
/// it. Bars and per cent signs of the ids are written as `%7C` and `%25`.
enum DirectRoom {
    /// How the ids of all such rooms begin.
    static let prefix = "direct:"

    /// The room of two people.
    static func id(_ one: PersonID, _ other: PersonID) -> RoomID {
        RoomID(prefix + [one, other].sorted().map { escaped($0.text) }.joined(separator: "|"))
    }

    /// Whether `room` is one of two people, whoever they are.
    static func isDirect(_ room: RoomID) -> Bool { room.text.hasPrefix(prefix) }

    /// Whom `person` talks to in `room`; nil when it is not a room of that person and somebody else.
    static func partner(of person: PersonID, in room: RoomID) -> PersonID? {
        guard isDirect(room) else { return nil }
        let parts = room.text.dropFirst(prefix.count).split(separator: "|", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let people = parts.map { PersonID(unescaped($0)) }
        // Of several spellings only the one that is made here counts.
        guard people[0] != people[1], id(people[0], people[1]) == room else { return nil }
        if people[0] == person { return people[1] }
        return people[1] == person ? people[0] : nil
    }

    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": result += "%25".unicodeScalars
            case "|": result += "%7C".unicodeScalars
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    private static func unescaped(_ text: Substring) -> String {
        var result = String.UnicodeScalarView()
        var rest = Substring(text).unicodeScalars
        while let scalar = rest.popFirst() {
            guard scalar == "%" else {
                result.append(scalar)
                continue
            }
            let code = String(Substring(rest.prefix(2)))
            guard code == "25" || code == "7C" else { return "" }
            result.append(code == "25" ? "%" : "|")
            rest = rest.dropFirst(2)
        }
        return String(result)
    }
}
