/// A picture of at most 256 colours, each pixel the number of one.
struct IndexedImage {
    private(set) var palette: [SIMD4<UInt8>]
    private(set) var indices: [UInt8]

    /// The picture of `pixels` in the `most` colours that are found most often; all others become the nearest of them.
    ///
    /// Flat colours stay as they are, and the many shades along edges are counted by their upper four bits.
    init(_ pixels: [SIMD4<UInt8>], most: Int = 256) {
        var counts: [SIMD4<UInt8>: Int] = [:]
        for pixel in pixels { counts[pixel, default: 0] += 1 }
        let flat = pixels.count / 200
        var shades: [SIMD4<UInt8>: Int] = [:]
        for (pixel, count) in counts { shades[count > flat ? pixel : Self.shade(pixel), default: 0] += count }
        let sorted = shades.sorted { left, right in
            left.value != right.value ? left.value > right.value : Self.number(left.key) < Self.number(right.key)
        }
        palette = sorted.prefix(most).map(\.key)
        var numbers: [SIMD4<UInt8>: UInt8] = [:]
        let colours = palette
        indices = pixels.map { pixel in
            if let known = numbers[pixel] { return known }
            let number = Self.nearest(to: pixel, in: colours)
            numbers[pixel] = number
            return number
        }
    }

    private static func shade(_ pixel: SIMD4<UInt8>) -> SIMD4<UInt8> {
        pixel.w == 0 ? .zero : pixel & 0xF0 | pixel &>> 4
    }

    private static func number(_ pixel: SIMD4<UInt8>) -> UInt32 {
        UInt32(pixel.x) << 24 | UInt32(pixel.y) << 16 | UInt32(pixel.z) << 8 | UInt32(pixel.w)
    }

    private static func nearest(to pixel: SIMD4<UInt8>, in palette: [SIMD4<UInt8>]) -> UInt8 {
        let wanted = SIMD4<Int32>(truncatingIfNeeded: pixel)
        var best = 0
        var least = Int32.max
        for (number, colour) in palette.enumerated() {
            let difference = SIMD4<Int32>(truncatingIfNeeded: colour) &- wanted
            let distance = (difference &* difference).wrappedSum() &+ 3 &* difference.w &* difference.w
            if distance < least { (best, least) = (number, distance) }
        }
        return UInt8(best)
    }
}
