import Glibc

/// Standard input as lines, read as far as there is something to read.
struct LineInput {
    private var bytes: [UInt8] = []
    private var start = 0
    private var hasEnded = false

    /// More than a message may hold; what goes on after it is another line.
    private static let longest = 8 << 20

    /// Whether nothing more comes and all was taken.
    var isAtEnd: Bool { hasEnded && start == bytes.count }

    /// Reads what is there.
    mutating func fill() {
        if start > 0 {
            bytes.removeSubrange(..<start)
            start = 0
        }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count > 0 { bytes += buffer[..<count] } else if count == 0 || errno != EINTR { hasEnded = true }
    }

    /// The next whole line, or the rest at the end of the input.
    mutating func next() -> String? {
        let end = bytes[start...].firstIndex(of: 0x0A)
        guard let end else {
            guard start < bytes.count, hasEnded || bytes.count - start > LineInput.longest else { return nil }
            defer { start = bytes.count }
            return String(decoding: bytes[start...], as: UTF8.self)
        }
        defer { start = end + 1 }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }
}
