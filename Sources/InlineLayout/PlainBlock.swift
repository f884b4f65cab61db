/// Eight bytes of UTF-8 looked at as one number, a flag a byte in its top bit.
///
/// Plain is what needs no table: printable ASCII, and the characters of three bytes that are always wide and never
/// join: U+3000–3029, 3041–3096, 309B–30FF, 4000–9FFF, FF01–FF60. Most of a chat is plain.
struct PlainBlock {
    /// How many of the bytes, from the first on, are plain or complete a plain character: 0 … 8.
    let bytes: Int
    /// The cells of the characters that start among these bytes.
    let cells: Int
    /// Whether all of them are ASCII.
    let isASCII: Bool

    private static let high: UInt64 = 0x8080_8080_8080_8080
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// The block from `place` on; ten bytes must be readable, and `place` is not inside a character but a plain one.
    @inline(__always)
    init(at place: UnsafePointer<UInt8>) {
        self.init(Self.load(place), second: Self.load(place + 1), third: Self.load(place + 2))
    }

    /// The block of the last `count` bytes of a text, 1 … 9, that ends at `end` and is at least 8 bytes long.
    @inline(__always)
    init(endingAt end: UnsafePointer<UInt8>, count: Int) {
        // Past the end come zeros, which are not plain. No character reaches there, since none is cut.
        let last = Self.load(end - 8)
        if count > 8 {
            self.init(Self.load(end - 9), second: last, third: last >> 8)
        } else {
            let word = last >> UInt64(64 - 8 * count)
            self.init(word, second: word >> 8, third: word >> 16)
        }
    }

    /// The block of a word, given the words that start one and two bytes later.
    @inline(__always)
    private init(_ word: UInt64, second: UInt64, third: UInt64) {
        if word & Self.high == 0 {
            // A word of ASCII, the common case: the additions reach the top bit where a byte is not printable.
            let other = ((word &- 0x20 &* Self.ones) | (word &+ Self.ones)) & Self.high
            bytes = other == 0 ? 8 : other.trailingZeroBitCount >> 3
            cells = bytes
            isASCII = true
            return
        }
        let low = word & ~Self.high
        let ascii = ~word & Self.atLeast(low, 0x20) & ~Self.atLeast(low, 0x7F)
        let continuation = word & ~(word << 1)
        let lead = word & (Self.atLeast(low, 0x63) & ~Self.atLeast(low, 0x6A) | Self.equal(low, 0x6F))
        var other = ~(ascii | continuation | lead)
        let kana = word & Self.equal(low, 0x63), fullwidth = word & Self.equal(low, 0x6F)
        if (kana | fullwidth) & Self.high != 0 {
            other |= Self.unplain(kana: kana, fullwidth: fullwidth, second & ~Self.high, third & ~Self.high)
        }
        other &= Self.high
        let kept = other == 0 ? ~0 : (other & (0 &- other)) &- 1
        bytes = other == 0 ? 8 : other.trailingZeroBitCount >> 3
        isASCII = word & kept & Self.high == 0
        let narrow = (ascii & kept & Self.high) >> 7, wide = (lead & kept & Self.high) >> 6
        cells = Int(((narrow &+ wide) &* Self.ones) >> 56)
    }

    /// The leads of U+3000–30FF and U+FF00–FFFF whose characters are not plain.
    @inline(__always)
    private static func unplain(kana: UInt64, fullwidth: UInt64, _ second: UInt64, _ third: UInt64) -> UInt64 {
        let page0 = equal(second, 0), page1 = equal(second, 1), page2 = equal(second, 2)
        var odd = atLeast(second, 4) | page0 & atLeast(third, 0x2A)
        odd |= page1 & ~atLeast(third, 1) | page2 & atLeast(third, 0x17) & ~atLeast(third, 0x1B)
        let forms = equal(second, 0x3C) & atLeast(third, 1) | equal(second, 0x3D) & ~atLeast(third, 0x21)
        return kana & odd | fullwidth & ~forms
    }

    /// Flags the bytes (below 0x80) of at least `bound`.
    @inline(__always)
    private static func atLeast(_ word: UInt64, _ bound: UInt64) -> UInt64 { word &+ (0x80 &- bound) &* ones }

    /// Flags the bytes (below 0x80) equal to `byte`.
    @inline(__always)
    private static func equal(_ word: UInt64, _ byte: UInt64) -> UInt64 { ~((word ^ byte &* ones) &+ 0x7F &* ones) }

    @inline(__always)
    private static func load(_ place: UnsafePointer<UInt8>) -> UInt64 {
        UnsafeRawPointer(place).loadUnaligned(as: UInt64.self)
    }

    /// How many of the eight bytes at `place`, from the first on, are printable ASCII.
    @inline(__always)
    static func printable(_ place: UnsafePointer<UInt8>) -> Int {
        let other = unprintable(place) & high
        return other == 0 ? 8 : other.trailingZeroBitCount >> 3
    }

    /// Whether `count` bytes from `place` are all printable ASCII.
    @inline(__always)
    static func isPrintable(_ place: UnsafePointer<UInt8>, count: Int) -> Bool {
        if count < 8 {
            for byte in 0..<count where place[byte] &- 0x20 >= 0x5F { return false }
            return true
        }
        var at = 0
        // Four words a turn, tested together: the additions carry into the top bit where a byte is not printable.
        while at + 32 <= count {
            let odd = unprintable(place + at) | unprintable(place + at + 8)
            if (odd | unprintable(place + at + 16) | unprintable(place + at + 24)) & high != 0 { return false }
            at += 32
        }
        while at + 8 <= count {
            if unprintable(place + at) & high != 0 { return false }
            at += 8
        }
        return unprintable(place + count - 8) & high == 0
    }

    @inline(__always)
    private static func unprintable(_ place: UnsafePointer<UInt8>) -> UInt64 {
        let word = load(place)
        return (word &- 0x20 &* ones) | (word &+ ones) | word
    }
}
