/// Collects what stands between the brackets of a paste, `ESC [ 200 ~` and `ESC [ 201 ~`.
struct PasteCollector: Sendable {
    enum Outcome {
        case continues
        case ends(String)
    }

    private static let terminator: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

    private var bytes: [UInt8] = []
    /// Whether the paste has stopped for long, and what came until then has been given out.
    private var isInterrupted = false
    /// Whether anything came since then.
    private(set) var hasNews = false

    /// Takes a byte; the last one of the closing bracket ends the paste with what has not been given out yet.
    mutating func take(_ byte: UInt8) -> Outcome {
        // Terminals keep control characters out of pastes, so a Ctrl-C after a long silence is a person who is stuck in
        // a paste whose end was lost.
        if byte == 0x03 && isInterrupted { return .ends(close()) }
        bytes.append(byte)
        hasNews = true
        guard byte == 0x7E, bytes.suffix(6).elementsEqual(PasteCollector.terminator) else { return .continues }
        bytes.removeLast(6)
        return .ends(close())
    }

    /// What came so far, after a long silence. The rest is still pasted text, not keys: a line break in it must not
    /// send anything. What may belong to a character or to the closing bracket stays for later.
    mutating func interrupted() -> String {
        isInterrupted = true
        hasNews = false
        let kept = heldBack
        let text = PasteCollector.text(bytes.dropLast(kept))
        bytes.removeFirst(bytes.count - kept)
        return text
    }

    /// The text of `bytes`, when they hold a line break with more text behind it and no ESC, which begins keys; and what
    /// may be the beginning of a character behind it.
    static func guess(_ bytes: [UInt8]) -> (text: String, rest: ArraySlice<UInt8>)? {
        guard let line = bytes.firstIndex(where: { $0 == 0x0D || $0 == 0x0A }), !bytes.contains(0x1B),
            bytes[line...].contains(where: { $0 >= 0x20 && $0 != 0x7F })
        else { return nil }
        var collector = PasteCollector()
        collector.bytes = bytes
        let kept = bytes.last == 0x0D ? 0 : collector.heldBack
        return (text(bytes.dropLast(kept)), bytes.suffix(kept))
    }

    private mutating func close() -> String {
        defer { self = PasteCollector() }
        return PasteCollector.text(bytes[...])
    }

    /// The number of bytes at the end that the next byte may still change the meaning of.
    private var heldBack: Int {
        for count in stride(from: min(5, bytes.count), to: 0, by: -1)
        where bytes.suffix(count).elementsEqual(PasteCollector.terminator.prefix(count)) {
            return count
        }
        if bytes.last == 0x0D { return 1 }
        for count in 1...3 where count <= bytes.count {
            let byte = bytes[bytes.count - count]
            if byte >= 0xC0 { return count <= (byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3) ? count : 0 }
            if byte < 0x80 { return 0 }
        }
        return 0
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(0x0D) else { return String(decoding: bytes, as: UTF8.self) }
        var normal: [UInt8] = []
        normal.reserveCapacity(bytes.count)
        var afterReturn = false
        for byte in bytes {
            if byte == 0x0D {
                normal.append(0x0A)
            } else if byte != 0x0A || !afterReturn {
                normal.append(byte)
            }
            afterReturn = byte == 0x0D
        }
        return String(decoding: normal, as: UTF8.self)
    }
}
