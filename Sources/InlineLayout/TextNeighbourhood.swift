import UnicodeTables

/// The text around one place, read as far as the rules ask.
struct TextNeighbourhood: BreakNeighbourhood {
    private let reader: CharacterReader
    private let place: Int
    private let before: CharacterReader.Character
    private let after: CharacterReader.Character
    let followsJoiner: Bool
    /// A place in a run of regional indicators that is known already, and what is known when all is done.
    private(set) var regionals: (place: Int, isOdd: Bool)

    /// The text around `place`, which has text on both sides.
    init(_ reader: CharacterReader, place: Int, regionals: (place: Int, isOdd: Bool)) {
        self.reader = reader
        self.place = place
        self.regionals = regionals
        let edge = CharacterReader.Character(lineClass: .al, start: place, end: place)
        before = reader.character(before: place) ?? edge
        after = reader.character(after: place) ?? edge
        followsJoiner = UTF8Text.scalar(at: UTF8Text.before(place, in: reader.text), in: reader.text).value == 0x200D
    }

    var left: LineClass { before.lineClass }
    var right: LineClass { after.lineClass }

    func leftBeyondBlanks() -> LineClass? { beyondBlanks()?.lineClass }

    func leftBeyondQuotation() -> LineClass? {
        beyondBlanks().flatMap { reader.character(before: $0.start)?.lineClass }
    }

    func secondLeft() -> LineClass? { reader.character(before: before.start)?.lineClass }

    func secondRight() -> LineClass? { reader.character(after: after.end)?.lineClass }

    func thirdRight() -> LineClass? {
        reader.character(after: after.end).flatMap { reader.character(after: $0.end)?.lineClass }
    }

    func followsNumber(closed: Bool) -> Bool {
        var character = closed ? reader.character(before: before.start) : before
        while let separator = character, separator.lineClass == .sy || separator.lineClass == .infix {
            character = reader.character(before: separator.start)
        }
        return character?.lineClass == .nu
    }

    mutating func followsOddRegionals() -> Bool {
        var count = 0
        var isOdd = false
        var end = place
        var kept: Int?
        while let character = reader.character(before: end), character.lineClass == .ri {
            if end == regionals.place {
                isOdd = regionals.isOdd
                break
            }
            count += 1
            end = character.start
            if count == 16 { kept = end }
        }
        isOdd = isOdd != (count % 2 == 1)
        // The next line asks from farther on, this one again from nearer: a place 16 characters back serves both.
        if let kept, count > 32 { regionals = (kept, isOdd) }
        return isOdd
    }

    private func beyondBlanks() -> CharacterReader.Character? {
        var end = place
        while end > 0 && reader.text[end - 1] == 0x20 { end -= 1 }
        return reader.character(before: end)
    }
}

/// Reads a text by characters as LB9 and LB10 see them: a scalar with its marks, or a run of marks without a base.
struct CharacterReader {
    /// One character and its bytes.
    struct Character {
        var lineClass: LineClass
        var start: Int
        var end: Int
    }

    let text: UnsafePointer<UInt8>
    let count: Int
    let forChat: Bool

    /// The character that ends at `end`, or nil at the start of the text.
    func character(before end: Int) -> Character? {
        if end == 0 { return nil }
        var start = UTF8Text.before(end, in: text)
        var last = lineClass(at: start)
        if !LineClassSet.marks.contains(last) { return Character(lineClass: last, start: start, end: end) }
        while start > 0 {
            let previous = UTF8Text.before(start, in: text)
            last = lineClass(at: previous)
            if LineClassSet.markless.contains(last) { break }
            start = previous
            if !LineClassSet.marks.contains(last) { return Character(lineClass: last, start: start, end: end) }
        }
        return Character(lineClass: .al, start: start, end: end)
    }

    /// The character that starts at `start`, or nil at the end of the text.
    func character(after start: Int) -> Character? {
        if start >= count { return nil }
        let first = lineClass(at: start)
        var end = start + UTF8Text.scalar(at: start, in: text).length
        if !LineClassSet.markless.contains(first) {
            while end < count && LineClassSet.marks.contains(lineClass(at: end)) {
                end += UTF8Text.scalar(at: end, in: text).length
            }
        }
        let isMark = LineClassSet.marks.contains(first)
        return Character(lineClass: isMark ? .al : first, start: start, end: end)
    }

    private func lineClass(at place: Int) -> LineClass {
        let record = PropertyTable.shared[UTF8Text.scalar(at: place, in: text).value]
        let lineClass = LineClass(rawValue: UInt8(record.lineClass)) ?? .al
        return forChat && LineClassSet.hangul.contains(lineClass) ? .al : lineClass
    }
}
