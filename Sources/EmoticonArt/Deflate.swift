/// Compresses by DEFLATE (RFC 1951) with its fixed codes, looking for the longest repetition each time.
struct Deflate {
    private var result: [UInt8] = []
    private var pending: UInt32 = 0
    private var pendingCount: UInt32 = 0

    static func bytes(_ input: [UInt8]) -> [UInt8] {
        var deflate = Deflate()
        deflate.put(0b011, bits: 3)
        deflate.compress(input)
        deflate.putLength(256)
        if deflate.pendingCount > 0 { deflate.put(0, bits: 8 - deflate.pendingCount) }
        return deflate.result
    }

    private static let longest = 258
    private static let farthest = 4_096

    private mutating func compress(_ input: [UInt8]) {
        var places: [UInt32: [Int]] = [:]
        var place = 0
        while place < input.count {
            let (length, distance) = Deflate.repetition(input, at: place, places)
            let count = length >= 3 ? length : 1
            if length >= 3 {
                putRepetition(length, distance)
            } else {
                putLength(Int(input[place]))
            }
            for start in place..<max(min(place + count, input.count - 2), place) {
                places[Deflate.key(input, start), default: []].append(start)
            }
            place += count
        }
    }

    private static func key(_ input: [UInt8], _ place: Int) -> UInt32 {
        UInt32(input[place]) << 16 | UInt32(input[place + 1]) << 8 | UInt32(input[place + 2])
    }

    private static func repetition(_ input: [UInt8], at place: Int, _ places: [UInt32: [Int]]) -> (Int, Int) {
        guard place + 3 <= input.count else { return (0, 0) }
        var best = (length: 0, distance: 0)
        for start in (places[key(input, place)] ?? []).suffix(32).reversed() {
            guard place - start <= farthest else { break }
            var length = 3
            while length < longest, place + length < input.count, input[start + length] == input[place + length] {
                length += 1
            }
            if length > best.length { best = (length, place - start) }
        }
        return best
    }

    private mutating func put(_ value: UInt32, bits: UInt32) {
        pending |= value << pendingCount
        pendingCount += bits
        while pendingCount >= 8 {
            result.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            pendingCount -= 8
        }
    }

    /// Codes go with their highest bit first, unlike everything else.
    private mutating func putCode(_ code: UInt32, bits: UInt32) {
        for bit in (0..<bits).reversed() { put(code >> bit & 1, bits: 1) }
    }

    /// A literal, the end, or a class of lengths.
    private mutating func putLength(_ symbol: Int) {
        let code = UInt32(symbol)
        switch symbol {
        case ..<144: putCode(0x30 + code, bits: 8)
        case ..<256: putCode(0x190 + code - 144, bits: 9)
        case ..<280: putCode(code - 256, bits: 7)
        default: putCode(0xC0 + code - 280, bits: 8)
        }
    }

    private mutating func putRepetition(_ length: Int, _ distance: Int) {
        if length == Deflate.longest {
            putLength(285)
        } else {
            let (symbol, bits, rest) = Deflate.place(length - 3, perClass: 4)
            putLength(257 + symbol)
            put(UInt32(rest), bits: UInt32(bits))
        }
        let (symbol, bits, rest) = Deflate.place(distance - 1, perClass: 2)
        putCode(UInt32(symbol), bits: 5)
        put(UInt32(rest), bits: UInt32(bits))
    }

    /// The class of `value`, where after two rounds of `perClass` classes each round is twice as wide.
    private static func place(_ value: Int, perClass: Int) -> (symbol: Int, bits: Int, rest: Int) {
        var (start, symbol, bits) = (0, 0, 0)
        while true {
            let width = 1 << bits
            for _ in 0..<perClass {
                if value < start + width { return (symbol, bits, value - start) }
                start += width
                symbol += 1
            }
            if symbol >= 2 * perClass { bits += 1 }
        }
    }
}
