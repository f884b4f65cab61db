/// Names, nicks and ids of many people as folded UTF-8 in one buffer, searched without allocating.
struct FoldedTexts: Sendable {
    private struct Entry: Sendable {
        var start: Int32
        var idStart: Int32
        var end: Int32
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []

    /// Parts the name from the nick: a line feed is in no name.
    private static let separator = UInt8(ascii: "\n")

    /// What is looked for: folded UTF-8, and its letters, which are more than a byte each in most scripts.
    private struct Needle {
        var bytes: UnsafeBufferPointer<UInt8>
        var letterCount: Int
        /// A query with blanks is a text that goes on, and one or two letters are scattered over most names: neither is
        /// looked for in this way.
        var mayBeScattered: Bool
    }

    /// Adds the next person.
    mutating func append(_ name: String, nick: String?, id: String) {
        let start = bytes.count
        Folding.append(name, to: &bytes)
        if let nick {
            bytes.append(Self.separator)
            Folding.append(nick, to: &bytes)
        }
        let idStart = bytes.count
        Folding.append(id, to: &bytes)
        entries.append(Entry(start: Int32(start), idStart: Int32(idStart), end: Int32(bytes.count)))
    }

    /// Adds a name that nothing else belongs to.
    mutating func append(_ name: String) { append(name, nick: nil, id: "") }

    /// Puts them in the order of the alphabet, those of one name in the order of their ids, and tells where each of them
    /// stood.
    ///
    /// Most names differ in their first eight bytes, and numbers are compared and moved faster than texts.
    mutating func sort() -> [Int] {
        let order = bytes.withUnsafeBufferPointer { bytes in
            var order = entries.enumerated().map { place, entry in
                var start: UInt64 = 0
                for offset in 0..<min(8, entry.idStart - entry.start) {
                    start |= UInt64(bytes[Int(entry.start + offset)]) << UInt64(56 - 8 * offset)
                }
                return (start: start, place: place)
            }
            order.sort { left, right in
                if left.start != right.start { return left.start < right.start }
                return precedes(entries[left.place], entries[right.place], bytes) ?? (left.place < right.place)
            }
            return order.map(\.place)
        }
        takeOrder(order)
        return order
    }

    /// Whether `left` stands before `right`; nil where they are alike.
    private func precedes(_ left: Entry, _ right: Entry, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
        let names = (bytes[Int(left.start)..<Int(left.idStart)], bytes[Int(right.start)..<Int(right.idStart)])
        if names.0.lexicographicallyPrecedes(names.1) { return true }
        if names.1.lexicographicallyPrecedes(names.0) { return false }
        let ids = (bytes[Int(left.idStart)..<Int(left.end)], bytes[Int(right.idStart)..<Int(right.end)])
        if ids.0.lexicographicallyPrecedes(ids.1) { return true }
        return ids.1.lexicographicallyPrecedes(ids.0) ? false : nil
    }

    /// Moves the texts, too: a search goes through memory from one end to the other.
    private mutating func takeOrder(_ order: [Int]) {
        var sorted = FoldedTexts()
        sorted.bytes.reserveCapacity(bytes.count)
        sorted.entries.reserveCapacity(entries.count)
        for place in order {
            let entry = entries[place]
            let start = Int32(sorted.bytes.count)
            sorted.bytes += bytes[Int(entry.start)..<Int(entry.end)]
            sorted.entries.append(
                Entry(
                    start: start, idStart: start + entry.idStart - entry.start, end: start + entry.end - entry.start))
        }
        self = sorted
    }

    /// Calls `found` with each person that `needle` finds, in order.
    func search(_ needle: [UInt8], found: (Int, PeopleMatch.Quality) -> Void) {
        let letterCount = needle.count { !$0.continuesLetter }
        bytes.withUnsafeBufferPointer { bytes in
            needle.withUnsafeBufferPointer { sought in
                let needle = Needle(
                    bytes: sought, letterCount: letterCount,
                    mayBeScattered: letterCount >= 3 && !sought.contains(0x20))
                for (place, entry) in entries.enumerated() {
                    if let quality = quality(of: entry, bytes, needle) { found(place, quality) }
                }
            }
        }
    }

    private func quality(
        of entry: Entry, _ bytes: UnsafeBufferPointer<UInt8>, _ sought: Needle
    ) -> PeopleMatch.Quality? {
        let needle = sought.bytes
        guard let first = needle.first else { return .wordStart }
        let names = Int(entry.start)..<Int(entry.idStart)
        if isWhole(needle, in: names, bytes) { return .whole }
        var isInside = false
        for place in names where bytes[place] == first && holds(needle, at: place, upTo: names.upperBound, bytes) {
            if isWordStart(place, in: names, bytes) { return .wordStart }
            isInside = true
        }
        if isInside { return .inside }
        // One letter is in nearly every id, which says nothing.
        guard sought.letterCount > 1 else { return nil }
        for place in names.upperBound..<Int(entry.end)
        where bytes[place] == first && holds(needle, at: place, upTo: Int(entry.end), bytes) { return .id }
        return sought.mayBeScattered && isScattered(needle, in: names, bytes) ? .scattered : nil
    }

    /// Whether the needle is the whole name or the whole nick.
    private func isWhole(
        _ needle: UnsafeBufferPointer<UInt8>, in names: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard needle.count <= names.count else { return false }
        let (nameEnd, nickStart) = (names.lowerBound + needle.count, names.upperBound - needle.count)
        let endsName = nameEnd == names.upperBound || bytes[nameEnd] == Self.separator
        if endsName && holds(needle, at: names.lowerBound, upTo: nameEnd, bytes) { return true }
        let beginsNick = nickStart > names.lowerBound && bytes[nickStart - 1] == Self.separator
        return beginsNick && holds(needle, at: nickStart, upTo: names.upperBound, bytes)
    }

    private func holds(
        _ needle: UnsafeBufferPointer<UInt8>, at place: Int, upTo end: Int, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard place + needle.count <= end else { return false }
        for offset in 0..<needle.count where bytes[place + offset] != needle[offset] { return false }
        return true
    }

    /// Whether a word begins at `place`: behind no letter and no digit, and anywhere among ideographs and their like.
    private func isWordStart(_ place: Int, in range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard place > range.lowerBound else { return true }
        switch bytes[place - 1] {
        case 0x30...0x39, 0x61...0x7A: return false
        case 0..<0x80: return true
        default: return bytes[place] >= 0xE3
        }
    }

    /// Whether the letters of the needle are there in order, from the start of a word on.
    private func isScattered(
        _ needle: UnsafeBufferPointer<UInt8>, in range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard needle.count <= range.count else { return false }
        var letter = 0..<needle.endOfLetter(at: 0)
        for place in range where bytes[place] == needle[letter.lowerBound] {
            if letter.lowerBound == 0 && !isWordStart(place, in: range, bytes) { continue }
            guard place + letter.count <= range.upperBound else { return false }
            let isThere = letter.allSatisfy { bytes[place + $0 - letter.lowerBound] == needle[$0] }
            guard isThere else { continue }
            if letter.upperBound == needle.count { return true }
            letter = letter.upperBound..<needle.endOfLetter(at: letter.upperBound)
        }
        return false
    }
}

extension UInt8 {
    /// Whether it is in UTF-8 a byte behind the first of a scalar.
    fileprivate var continuesLetter: Bool { self & 0xC0 == 0x80 }
}

extension UnsafeBufferPointer<UInt8> {
    /// Behind the scalar that begins at `start`.
    fileprivate func endOfLetter(at start: Int) -> Int {
        var end = start + 1
        while end < count, self[end].continuesLetter { end += 1 }
        return end
    }
}
