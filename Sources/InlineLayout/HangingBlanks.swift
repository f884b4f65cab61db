/// Tells the blanks that hang where a line ends: U+0020 and tabs, and where UAX #14 is not to be followed to the letter
/// the other spaces too (general category Zs), but for those that are glue.
///
/// UAX #14 and ICU have the others stand where they are, which pulls an ideograph down before U+3000.
struct HangingBlanks {
    /// Whether the others hang.
    let includeOthers: Bool

    /// The bytes of the blank at `place`; 0 if there is none.
    @inline(__always)
    func length(at place: Int, in text: UnsafePointer<UInt8>) -> Int {
        if text[place] == 0x20 || text[place] == 0x09 { return 1 }
        return text[place] < 0xE1 || !includeOthers || !Self.isOther(text + place) ? 0 : 3
    }

    /// The bytes of the blank that ends at `end`; 0 if there is none.
    @inline(__always)
    func length(before end: Int, in text: UnsafePointer<UInt8>) -> Int {
        if text[end - 1] == 0x20 || text[end - 1] == 0x09 { return 1 }
        return text[end - 1] < 0x80 || !includeOthers || end < 3 || !Self.isOther(text + (end - 3)) ? 0 : 3
    }

    /// Whether U+1680, U+2000 … U+200A but U+2007, U+205F or U+3000 stands at `place`, which has three bytes of text.
    private static func isOther(_ place: UnsafePointer<UInt8>) -> Bool {
        switch (place[0], place[1], place[2]) {
        case (0xE1, 0x9A, 0x80), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80): true
        case (0xE2, 0x80, 0x80...0x8A): place[2] != 0x87
        default: false
        }
    }
}
