import Pictures
import RichText
import Terminal
import Testing

/// Small bitmaps drawn as text, and cells as text, so that a test shows what it means.
enum Drawing {
    static let inks: [Character: SIMD4<UInt8>] = [
        ".": SIMD4(0, 0, 0, 0), "R": SIMD4(255, 0, 0, 255), "B": SIMD4(0, 0, 255, 255), "W": SIMD4(255, 255, 255, 255),
        "K": SIMD4(0, 0, 0, 255), "Y": SIMD4(255, 208, 46, 255), "r": SIMD4(255, 0, 0, 100),
    ]

    /// The bitmap of `rows`, each letter one pixel.
    static func bitmap(_ rows: String...) throws -> Bitmap {
        let pixels = rows.joined().map { inks[$0] ?? SIMD4(1, 1, 1, 255) }
        return try #require(Bitmap(width: rows[0].count, height: rows.count, pixels: pixels))
    }

    /// The glyphs of `picture`, a row a string.
    static func glyphs(_ picture: CellPicture) -> [String] {
        (0..<picture.size.height).map { y in
            (0..<picture.size.width).map { String(picture[$0, y].glyph) }.joined()
        }
    }

    /// A round yellow face of `side` pixels with two eyes and a mouth, all edges blurred by four samples each way.
    static func face(side: Int) throws -> Bitmap {
        var pixels: [SIMD4<UInt8>] = []
        for y in 0..<side {
            for x in 0..<side {
                var sum = SIMD4<Float>.zero
                for sample in 0..<16 {
                    let (u, v) = (
                        (Float(x) + (Float(sample % 4) + 0.5) / 4) / Float(side) * 100,
                        (Float(y) + (Float(sample / 4) + 0.5) / 4) / Float(side) * 100
                    )
                    guard (u - 50) * (u - 50) + (v - 50) * (v - 50) < 49 * 49 else { continue }
                    let isEye = abs(v - 37) < 13 && (abs(u - 33) < 8 || abs(u - 67) < 8)
                    let isMouth = v > 62 && v < 76 && u > 25 && u < 75
                    sum += isEye || isMouth ? SIMD4(58, 35, 0, 255) : SIMD4(255, 208, 46, 255)
                }
                let count = max(sum.w / 255, 1)
                pixels.append(
                    SIMD4(UInt8(sum.x / count), UInt8(sum.y / count), UInt8(sum.z / count), UInt8(sum.w / 16)))
            }
        }
        return try #require(Bitmap(width: side, height: side, pixels: pixels))
    }
}
