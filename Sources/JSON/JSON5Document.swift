/// A member of an object in a text, and where it stands there.
public struct JSON5Member: Hashable, Sendable {
    /// The keys that lead to it, the outermost first, its own last.
    public let path: [String]
    /// The line in which its key begins, from 1.
    public let line: Int
    /// The value.
    public let value: JSONValue
    /// The bytes of the value.
    let range: Range<Int>
}

/// A text in JSON5 that holds one object, with the place of each member: a mistake can be named by its line, and one
/// value can be written without touching the rest. A text of blanks and comments alone is an object without members.
public struct JSON5Document: Sendable {
    /// The members of the object and those of objects in it, in the order in which they end. A key may stand there twice.
    public let members: [JSON5Member]
    private let bytes: [UInt8]
    private let closing: Int
    private let endsWithComma: Bool
    private let hasObject: Bool

    /// Reads a text. Throws where it stops being JSON5, or begins with something else than an object.
    public init(_ bytes: [UInt8]) throws(JSONFault) {
        var reader = JSONReader(bytes, isJSON5: true)
        reader.outline = JSONOutline()
        try reader.skipBlanks()
        hasObject = reader.next != nil
        if hasObject {
            guard reader.next == UInt8(ascii: "{") else {
                throw reader.fault("it should hold one object, { key: \"value\", … }")
            }
            _ = try reader.wholeText()
        }
        let outline = reader.outline ?? JSONOutline()
        self.bytes = bytes
        closing = outline.closing
        endsWithComma = outline.endsWithComma
        var line = 1
        var place = 0
        let inOrder = outline.members.sorted { $0.start < $1.start }
        members = inOrder.map { member in
            line += bytes[place..<member.start].count { $0 == 0x0A }
            place = member.start
            return JSON5Member(path: member.path, line: line, value: member.value, range: member.range)
        }
    }

    /// The text with `source`, which must be a value, as the value of `key`: in the place of the last one, else in a line
    /// of its own before the closing brace. All else, comments too, stays as it is.
    public func setting(_ key: String, to source: String) -> [UInt8] {
        var result = bytes
        guard hasObject else {
            if let last = result.last, last != 0x0A { result.append(0x0A) }
            return result + Array("{\n  \(key): \(source),\n}\n".utf8)
        }
        let outermost = members.filter { $0.path.count == 1 }
        if let member = outermost.last(where: { $0.path == [key] }) {
            result.replaceSubrange(member.range, with: source.utf8)
            return result
        }
        // What stands alone in the line of the brace is its indentation.
        var start = closing
        while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
        let isAlone = start > 0 && bytes[start - 1] == 0x0A
        let line = isAlone ? "  \(key): \(source),\n" : " \(key): \(source), "
        result.insert(contentsOf: line.utf8, at: isAlone ? start : closing)
        if let last = outermost.last, !endsWithComma { result.insert(0x2C, at: last.range.upperBound) }
        return result
    }
}

/// What a reader notes of the places of members, where that is wanted.
struct JSONOutline {
    struct Member {
        var path: [String]
        var start: Int
        var range: Range<Int>
        var value: JSONValue
    }

    var members: [Member] = []
    /// The keys that lead to where the reader is.
    var path: [String] = []
    /// Where the brace stands that closes the outermost object, and whether a comma stands before it.
    var closing = 0
    var endsWithComma = false

    mutating func note(_ value: JSONValue, from start: Int, range: Range<Int>) {
        members.append(Member(path: path, start: start, range: range, value: value))
        path.removeLast()
    }

    mutating func close(at place: Int, endsWithComma: Bool, depth: Int) {
        guard depth == 0 else { return }
        closing = place
        self.endsWithComma = endsWithComma
    }
}
