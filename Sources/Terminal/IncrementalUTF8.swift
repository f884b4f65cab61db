/// Decodes UTF-8 byte by byte, across any boundaries of reads.
///
/// Each maximal subpart of an ill-formed sequence becomes one U+FFFD (Unicode 17, section 3.9), and the byte that broke
/// it is looked at afresh: no byte is lost, and the next well-formed character is read right.
struct IncrementalUTF8: Sendable {
    /// What a byte led to.
    enum Outcome: Equatable {
        /// More bytes are needed.
        case pending
        /// A character is complete, or the byte stands for none and gave U+FFFD.
        case scalar(Unicode.Scalar)
        /// What came before was ill-formed; the byte has not been used and is to be handed in again.
        case broken
    }

    private var value: UInt32 = 0
    private var missing = 0
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether a character has begun and is not complete.
    var isPending: Bool { missing > 0 }

    /// Takes the next byte.
    mutating func take(_ byte: UInt8) -> Outcome {
        if missing == 0 { return begin(byte) }
        guard allowed.contains(byte) else {
            missing = 0
            return .broken
        }
        allowed = 0x80...0xBF
        value = value << 6 | UInt32(byte & 0x3F)
        missing -= 1
        return missing > 0 ? .pending : .scalar(Unicode.Scalar(value) ?? "\u{FFFD}")
    }

    private mutating func begin(_ byte: UInt8) -> Outcome {
        // The second byte's range keeps out over-long forms, surrogates and what lies above U+10FFFF.
        switch byte {
        case 0x00..<0x80: return .scalar(Unicode.Scalar(byte))
        case 0xC2...0xDF: expect(1, byte & 0x1F, 0x80...0xBF)
        case 0xE0: expect(2, 0, 0xA0...0xBF)
        case 0xED: expect(2, 0x0D, 0x80...0x9F)
        case 0xE1...0xEF: expect(2, byte & 0x0F, 0x80...0xBF)
        case 0xF0: expect(3, 0, 0x90...0xBF)
        case 0xF4: expect(3, 4, 0x80...0x8F)
        case 0xF1...0xF3: expect(3, byte & 0x07, 0x80...0xBF)
        default: return .scalar("\u{FFFD}")
        }
        return .pending
    }

    private mutating func expect(_ count: Int, _ bits: UInt8, _ range: ClosedRange<UInt8>) {
        missing = count
        value = UInt32(bits)
        allowed = range
    }
}
