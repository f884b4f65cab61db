/// Tells printable ASCII, eight bytes at a time, each with a flag in its top bit.
enum PrintableASCII {
    private static let high: UInt64 = 0x8080_8080_8080_8080
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// How many of the eight bytes at `place`, from the first on, are printable ASCII.
    @inline(__always)
    static func count(in8 place: UnsafePointer<UInt8>) -> Int {
        let other = flags(place) & high
        return other == 0 ? 8 : other.trailingZeroBitCount >> 3
    }

    /// Whether `count` bytes from `place` are all printable ASCII.
    @inline(__always)
    static func fills(_ place: UnsafePointer<UInt8>, count: Int) -> Bool {
        if count < 8 {
            for byte in 0..<count where place[byte] &- 0x20 >= 0x5F { return false }
            return true
        }
        var at = 0
        // Four words a turn, tested together.
        while at + 32 <= count {
            let odd = flags(place + at) | flags(place + at + 8)
            if (odd | flags(place + at + 16) | flags(place + at + 24)) & high != 0 { return false }
            at += 32
        }
        while at + 8 <= count {
            if flags(place + at) & high != 0 { return false }
            at += 8
        }
        return flags(place + count - 8) & high == 0
    }

    /// A word whose top bits flag the bytes at `place` that are not printable: both sums reach the top bit there. Behind
    /// the first of them a flag may be wrong, since the sums carry.
    @inline(__always)
    private static func flags(_ place: UnsafePointer<UInt8>) -> UInt64 {
        let word = UnsafeRawPointer(place).loadUnaligned(as: UInt64.self)
        return (word &- 0x20 &* ones) | (word &+ ones) | word
    }
}
