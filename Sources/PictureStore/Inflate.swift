/// Undoes DEFLATE (RFC 1951).
struct Inflate {
    private let input: ArraySlice<UInt8>
    private var place: Int
    private var pending: UInt32 = 0
    private var pendingCount = 0
    private var output: [UInt8] = []
    private let limit: Int

    /// The bytes that `input` stands for, or nil when it is damaged or they are more than `limit`.
    static func bytes(_ input: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
        var inflate = Inflate(input, limit: limit)
        return inflate.run() ? inflate.output : nil
    }

    private init(_ input: ArraySlice<UInt8>, limit: Int) {
        self.input = input
        place = input.startIndex
        self.limit = limit
    }

    private mutating func run() -> Bool {
        while true {
            guard let isLast = bits(1), let kind = bits(2) else { return false }
            let isGood: Bool
            switch kind {
            case 0: isGood = stored()
            case 1: isGood = compressed(Codes.fixed, Codes.fixedDistances)
            case 2: isGood = readCodes().map { compressed($0.0, $0.1) } ?? false
            default: isGood = false
            }
            guard isGood else { return false }
            if isLast == 1 { return true }
        }
    }

    private mutating func bits(_ count: Int) -> Int? {
        while pendingCount < count {
            guard place < input.endIndex else { return nil }
            pending |= UInt32(input[place]) << UInt32(pendingCount)
            pendingCount += 8
            place += 1
        }
        let value = Int(pending & (1 << UInt32(count) - 1))
        pending >>= UInt32(count)
        pendingCount -= count
        return value
    }

    private mutating func stored() -> Bool {
        _ = bits(pendingCount % 8)
        guard let length = bits(16), let inverse = bits(16), length == inverse ^ 0xFFFF,
            output.count + length <= limit
        else { return false }
        for _ in 0..<length {
            guard let byte = bits(8) else { return false }
            output.append(UInt8(byte))
        }
        return true
    }

    private mutating func symbol(_ codes: Codes) -> Int? {
        var (code, first, index) = (0, 0, 0)
        for length in 1...15 {
            guard let bit = bits(1) else { return nil }
            code |= bit
            let count = codes.counts[length]
            if code - first < count { return codes.symbols[index + code - first] }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        return nil
    }

    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]

    private mutating func compressed(_ literals: Codes, _ distances: Codes) -> Bool {
        while let symbol = symbol(literals) {
            if symbol == 256 { return true }
            if symbol < 256 {
                guard output.count < limit else { return false }
                output.append(UInt8(symbol))
                continue
            }
            let kind = symbol - 257
            guard kind < Self.lengthBases.count else { return false }
            let extra = kind < 8 || kind == 28 ? 0 : (kind - 4) / 4
            guard let more = bits(extra), let far = self.symbol(distances), far < 30 else { return false }
            let farExtra = far < 4 ? 0 : far / 2 - 1
            let base = far < 4 ? far + 1 : (2 + far % 2) << farExtra + 1
            guard let farMore = bits(farExtra) else { return false }
            let (length, distance) = (Self.lengthBases[kind] + more, base + farMore)
            guard distance <= output.count, output.count + length <= limit else { return false }
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
        return false
    }

    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// The codes of a block that brings its own.
    private mutating func readCodes() -> (Codes, Codes)? {
        guard let literals = bits(5), let distances = bits(5), let count = bits(4) else { return nil }
        var lengths = [Int](repeating: 0, count: 19)
        for index in 0..<count + 4 {
            guard let length = bits(3) else { return nil }
            lengths[Self.order[index]] = length
        }
        let codes = Codes(lengths[...])
        let total = literals + 257 + distances + 1
        var result: [Int] = []
        while result.count < total {
            guard let symbol = symbol(codes) else { return nil }
            switch symbol {
            case ..<16: result.append(symbol)
            case 16:
                guard let last = result.last, let more = bits(2) else { return nil }
                result += Array(repeating: last, count: 3 + more)
            case 17:
                guard let more = bits(3) else { return nil }
                result += Array(repeating: 0, count: 3 + more)
            default:
                guard let more = bits(7) else { return nil }
                result += Array(repeating: 0, count: 11 + more)
            }
        }
        guard result.count == total else { return nil }
        return (Codes(result[..<(literals + 257)]), Codes(result[(literals + 257)...]))
    }

    /// A set of codes by their lengths.
    private struct Codes {
        private(set) var counts = [Int](repeating: 0, count: 16)
        private(set) var symbols: [Int] = []

        init(_ lengths: ArraySlice<Int>) {
            for length in 1...15 {
                for (symbol, own) in lengths.enumerated() where own == length { symbols.append(symbol) }
                counts[length] = lengths.count { $0 == length }
            }
            // An over-full set of codes cannot lead outside: what is looked up lies within the counts.
        }

        static let fixed = Codes(
            (Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112) + Array(repeating: 7, count: 24)
                + Array(repeating: 8, count: 8))[...])
        static let fixedDistances = Codes(Array(repeating: 5, count: 30)[...])
    }
}
