import TestSupport

/// Pictures that are made to hurt.
enum Bombs {
    /// A PNG that says it is `side` pixels wide and high, with nothing behind it.
    static func png(side: UInt32) -> [UInt8] {
        let number = (0..<4).reversed().map { UInt8(truncatingIfNeeded: side >> (8 * UInt32($0))) }
        let head = Array("IHDR".utf8) + number + number + [8, 6, 0, 0, 0]
        let sum = checksum(head)
        let check = (0..<4).reversed().map { UInt8(truncatingIfNeeded: sum >> (8 * UInt32($0))) }
        let empty: [UInt8] = [0, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + head + check + empty
            + Array("IDAT".utf8) + [0x35, 0xAF, 0x06, 0x1E]
    }

    /// A GIF of that size with one image.
    static func gif(side: UInt16) -> [UInt8] {
        let number = [UInt8(side & 0xFF), UInt8(side >> 8)]
        return Array("GIF89a".utf8) + number + number + [0x80, 0, 0, 0, 0, 0, 255, 255, 255] + [0x2C, 0, 0, 0, 0]
            + number + number + [0, 2, 2, 0x4C, 1, 0, 0x3B]
    }

    /// `bytes` with one to eight faults: flipped bits, other bytes, pieces that are missing, doubled or moved.
    static func mutated(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...8, using: &generator) where bytes.count > 8 {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            let end = min(place + Int.random(in: 1...16, using: &generator), bytes.count)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 2: bytes[place] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
            case 3: bytes.removeSubrange(place..<end)
            case 4: bytes.insert(contentsOf: bytes[place..<end], at: place)
            default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &generator))
            }
        }
        return bytes
    }

    /// CRC-32 as PNG has it.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return sum ^ 0xFFFF_FFFF
    }
}
