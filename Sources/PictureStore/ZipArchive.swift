/// Reads the files of a zip archive (APPNOTE 6.3), stored or deflated; encryption and ZIP64 are not known.
struct ZipArchive {
    /// The most files, and the largest one, in bytes.
    static let mostFiles = 10_000
    static let largestFile = 10 << 20

    private struct Entry {
        var start: Int
        var size: Int
        var fullSize: Int
        var method: Int
    }

    private let bytes: [UInt8]
    private var entries: [String: Entry] = [:]

    /// The names of the files, sorted, as they stand in the archive.
    var names: [String] { entries.keys.sorted() }

    /// Nil when the bytes are no archive.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard let end = endRecord(), let count = number(end + 10, 2), var place = number(end + 16, 4) else {
            return nil
        }
        for _ in 0..<min(count, Self.mostFiles) {
            guard number(place, 4) == 0x0201_4B50, let flags = number(place + 8, 2), let method = number(place + 10, 2),
                let size = number(place + 20, 4), let fullSize = number(place + 24, 4),
                let nameLength = number(place + 28, 2), let extra = number(place + 30, 2),
                let comment = number(place + 32, 2), let start = number(place + 42, 4),
                place + 46 + nameLength <= bytes.count
            else { return nil }
            let name = String(decoding: bytes[place + 46..<place + 46 + nameLength], as: UTF8.self)
            if flags & 1 == 0, !name.hasSuffix("/"), entries[name] == nil {
                entries[name] = Entry(start: start, size: size, fullSize: fullSize, method: method)
            }
            place += 46 + nameLength + extra + comment
        }
    }

    /// The bytes of a file; nil when there is none, or when it is damaged or too large.
    func file(_ name: String) -> [UInt8]? {
        guard let entry = entries[name], entry.fullSize <= Self.largestFile, number(entry.start, 4) == 0x0403_4B50,
            let nameLength = number(entry.start + 26, 2), let extra = number(entry.start + 28, 2)
        else { return nil }
        let start = entry.start + 30 + nameLength + extra
        guard start <= bytes.count, entry.size <= bytes.count - start else { return nil }
        let content = bytes[start..<start + entry.size]
        switch entry.method {
        case 0: return Array(content)
        case 8: return Inflate.bytes(content, limit: entry.fullSize)
        default: return nil
        }
    }

    /// Where the record lies that ends the archive; a comment may follow it.
    private func endRecord() -> Int? {
        guard bytes.count >= 22 else { return nil }
        let last = bytes.count - 22
        return (max(last - 0xFFFF, 0)...last).reversed().first { number($0, 4) == 0x0605_4B50 }
    }

    private func number(_ place: Int, _ count: Int) -> Int? {
        guard place >= 0, place + count <= bytes.count else { return nil }
        return (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
    }
}
