import Terminal

/// Finds addresses that may be opened.
public enum WebLinks {
    /// The schemes that are opened; whatever else stands in a message could start any program.
    private static let schemes = ["http://", "https://", "xmpp:", "mailto:"].map { Array($0.utf8) }

    /// The addresses in `text`, in order: a known scheme at the start of a word and what follows it in printable ASCII,
    /// without marks at the end that belong to the sentence.
    public static func find(in text: String) -> [String] {
        let bytes = Array(text.utf8)
        return ranges(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    /// The longest address, in bytes, that is one: what terminals and desktops take. A longer run is text.
    private static let longest = Frame.longestAddress

    /// Where the addresses stand in UTF-8 bytes.
    static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        var links: [Range<Int>] = []
        // Every scheme ends with a colon: most text has none.
        guard bytes.contains(UInt8(ascii: ":")) else { return [] }
        var place = 0
        while place < bytes.count {
            guard place == 0 || !isLetter(bytes[place - 1]), let scheme = scheme(at: place, in: bytes) else {
                place += 1
                continue
            }
            var end = place + scheme
            while end < bytes.count, isPart(bytes[end]) { end += 1 }
            let next = end
            end = place + scheme + lengthWithoutTail(bytes[place + scheme..<end])
            if end > place + scheme, end - place <= longest { links.append(place..<end) }
            place = next
        }
        return links
    }

    /// Whether `address` is one that may be opened, and nothing else.
    public static func isOpenable(_ address: String) -> Bool { find(in: address) == [address] }

    private static func scheme(at place: Int, in bytes: [UInt8]) -> Int? {
        for scheme in schemes where place + scheme.count < bytes.count {
            let isHere = zip(scheme, bytes[place...]).allSatisfy { $0 == ($1 >= 0x41 && $1 <= 0x5A ? $1 | 0x20 : $1) }
            if isHere { return scheme.count }
        }
        return nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    private static func isPart(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !"\"<>`\\^{|}".utf8.contains(byte)
    }

    /// How much of `link` is left without what belongs to the sentence: marks at its end, and brackets there that were
    /// opened before the link.
    private static func lengthWithoutTail(_ link: ArraySlice<UInt8>) -> Int {
        // How many brackets of a kind close more than the link opens. Counted once: a message may be full of them.
        func surplus(_ opening: UInt8, _ closing: UInt8) -> Int {
            link.reduce(0) { $0 + ($1 == closing ? 1 : $1 == opening ? -1 : 0) }
        }
        var (round, square) = (surplus(0x28, 0x29), surplus(0x5B, 0x5D))
        var end = link.endIndex
        while end > link.startIndex {
            switch link[end - 1] {
            case UInt8(ascii: ")") where round > 0: round -= 1
            case UInt8(ascii: "]") where square > 0: square -= 1
            case let byte where ".,;:!?'*".utf8.contains(byte): break
            default: return end - link.startIndex
            }
            end -= 1
        }
        return 0
    }
}
