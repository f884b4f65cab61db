/// Writes PNG (ISO 15948) with a palette; the bytes depend on nothing but the picture.
enum PNGWriter {
    static func bytes(_ pixels: [SIMD4<UInt8>], side: Int) -> [UInt8] {
        let image = IndexedImage(pixels)
        var raw: [UInt8] = []
        for row in 0..<side {
            raw.append(0)
            raw += image.indices[row * side..<(row + 1) * side]
        }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        add("IHDR", number(UInt32(side)) + number(UInt32(side)) + [8, 3, 0, 0, 0], to: &file)
        add("PLTE", image.palette.flatMap { [$0.x, $0.y, $0.z] }, to: &file)
        add("tRNS", image.palette.map(\.w), to: &file)
        add("IDAT", [0x78, 0x01] + Deflate.bytes(raw) + number(adler(raw)), to: &file)
        add("IEND", [], to: &file)
        return file
    }

    private static func add(_ name: String, _ content: [UInt8], to file: inout [UInt8]) {
        let body = Array(name.utf8) + content
        file += number(UInt32(content.count)) + body + number(crc(body))
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }

    private static func adler(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }
}
