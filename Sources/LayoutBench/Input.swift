import Glibc

/// A file as lines of valid UTF-8, loaded before anything is timed.
struct Input {
    /// All bytes, with the line feeds.
    let bytes: [UInt8]
    /// The lines, without the line feeds and without an empty one at the end.
    let lines: [Range<Int>]

    /// The file at `path`, or nil if it cannot be read; ill-formed UTF-8 becomes U+FFFD.
    init?(path: String) {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        self.bytes = Array(String(decoding: bytes, as: UTF8.self).utf8)
        var lines: [Range<Int>] = []
        var start = 0
        for (at, byte) in self.bytes.enumerated() where byte == 0x0A {
            lines.append(start..<at)
            start = at + 1
        }
        if start < self.bytes.count { lines.append(start..<self.bytes.count) }
        self.lines = lines
    }
}
