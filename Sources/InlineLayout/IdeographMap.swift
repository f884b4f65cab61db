/// A bit for each character of three bytes: whether it is one like an ideograph, of two cells and never joined to what
/// stands before it. Kana, fullwidth forms and the punctuation between them are of this kind.
struct IdeographMap: @unchecked Sendable {
    // The memory is written before the value exists and never after: sharing it is safe.
    private let bits: UnsafePointer<UInt64>

    /// The map of the property table.
    static let shared = IdeographMap()

    private init() {
        let memory = UnsafeMutablePointer<UInt64>.allocate(capacity: 1 << 10)
        memory.initialize(repeating: 0, count: 1 << 10)
        let properties = PropertyTable.shared
        let ideograph = properties[0x4E00].cellClass
        for scalar: UInt32 in 0x800..<0x10000 where properties[scalar].cellClass == ideograph {
            memory[Int(scalar >> 6)] |= 1 << UInt64(scalar & 0x3F)
        }
        bits = UnsafePointer(memory)
    }

    /// Whether the character at `place` is one of them.
    @inline(__always)
    func hold(_ place: UnsafePointer<UInt8>) -> Bool {
        if place[0] & 0xF0 != 0xE0 { return false }
        let word = bits[Int(place[0] & 0x0F) << 6 | Int(place[1] & 0x3F)]
        return word &>> UInt64(place[2] & 0x3F) & 1 != 0
    }
}
