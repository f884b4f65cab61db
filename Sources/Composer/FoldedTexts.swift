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

    /// Adds the next person, the name folded already.
    mutating func append(foldedName: String, nick: String?, id: String) {
        let start = bytes.count
        bytes += foldedName.utf8
        if let nick {
            bytes.append(Self.separator)
            bytes += Folding.bytes(of: nick)
        }
        let idStart = bytes.count
        bytes += Folding.bytes(of: id)
        entries.append(Entry(start: Int32(start), idStart: Int32(idStart), end: Int32(bytes.count)))
    }

    /// Adds a name that nothing else belongs to.
    mutating func append(_ name: String) {
        let start = Int32(bytes.count)
        Folding.append(name, to: &bytes)
        entries.append(Entry(start: start, idStart: Int32(bytes.count), end: Int32(bytes.count)))
    }

    /// Puts them in the order of the alphabet, and tells where each of them stood.
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
                let (first, second) = (name(left.place, bytes), name(right.place, bytes))
                if first.lexicographicallyPrecedes(second) { return true }
                return !second.lexicographicallyPrecedes(first) && left.place < right.place
            }
            return order.map(\.place)
        }
        entries = order.map { entries[$0] }
        return order
    }

    private func name(_ place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
        bytes[Int(entries[place].start)..<Int(entries[place].idStart)]
    }

    /// Calls `found` with each person that `needle` finds, in order.
    func search(_ needle: [UInt8], found: (Int, PeopleMatch.Quality) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            needle.withUnsafeBufferPointer { needle in
                for (place, entry) in entries.enumerated() {
                    if let quality = quality(of: entry, bytes, needle) { found(place, quality) }
                }
            }
        }
    }

    private func quality(
        of entry: Entry, _ bytes: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>
    ) -> PeopleMatch.Quality? {
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
        guard needle.count > 1 else { return nil }
        for place in names.upperBound..<Int(entry.end)
        where bytes[place] == first && holds(needle, at: place, upTo: Int(entry.end), bytes) { return .id }
        return isScattered(needle, in: names, bytes) ? .scattered : nil
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
    ///
    /// A query with blanks is a text that goes on, and one or two letters are scattered over most names: neither is
    /// looked for in this way.
    private func isScattered(
        _ needle: UnsafeBufferPointer<UInt8>, in range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard needle.count >= 3, needle.count <= range.count, !needle.contains(0x20) else { return false }
        var next = 0
        for place in range where bytes[place] == needle[next] {
            if next == 0 && !isWordStart(place, in: range, bytes) { continue }
            next += 1
            if next == needle.count { return true }
        }
        return false
    }
}
