/// How often each colour stands in a picture, in what is opaque of it; of a large picture every so many pixels count.
struct ColourCounts {
    /// The most pixels that are looked at.
    private static let mostPixels = 1 << 14

    /// How many opaque pixels were counted.
    private(set) var total = 0
    /// How many more colours there may be. In a picture of which a quarter is other colours than the few frequent ones
    /// nothing is to be found, and colours chosen to meet in the table shall not take long.
    private var others: Int
    /// A hash table with open places: the colour with 1 above its three bytes, or 0 in a free place, and its count.
    private var table: [SIMD2<UInt32>]

    init(_ bitmap: Bitmap) {
        let step = (bitmap.pixels.count + ColourCounts.mostPixels - 1) / ColourCounts.mostPixels
        let looked = bitmap.pixels.count / max(step, 1) + 1
        others = looked / 4 + 3 * SnapPalette.mostColours
        // A power of two, of which at most half is ever taken.
        let capacity = 1 << (Int.bitWidth - (2 * others).leadingZeroBitCount)
        table = Array(repeating: .zero, count: capacity)
        var last: UInt32 = 0
        var run: UInt32 = 0
        for place in stride(from: 0, to: bitmap.pixels.count, by: max(step, 1)) {
            let pixel = bitmap.pixels[place]
            guard pixel.w == 255 else { continue }
            let key = 1 << 24 | UInt32(pixel.x) << 16 | UInt32(pixel.y) << 8 | UInt32(pixel.z)
            // Neighbours are mostly of one colour.
            if key != last {
                add(run, of: last)
                guard others > 0 else { return }
                (last, run) = (key, 0)
            }
            run += 1
        }
        add(run, of: last)
    }

    private mutating func add(_ count: UInt32, of key: UInt32) {
        guard count > 0 else { return }
        total += Int(count)
        var place = Int(truncatingIfNeeded: (key &* 2_654_435_761) >> 12) & (table.count - 1)
        while table[place].x != 0 && table[place].x != key { place = (place + 1) & (table.count - 1) }
        if table[place].x == 0 { others -= 1 }
        table[place].x = key
        table[place].y += count
    }

    /// The colours that were counted `least` times or more, the most frequent first; none of a picture that has too many.
    func atLeast(_ least: Int) -> [(colour: SIMD3<UInt8>, count: Int)] {
        guard others > 0 else { return [] }
        let found = table.filter { $0.x != 0 && $0.y >= least }
        let sorted = found.sorted { $0.y != $1.y ? $0.y > $1.y : $0.x < $1.x }
        return sorted.map { entry in
            let (red, green, blue) = (entry.x >> 16 & 255, entry.x >> 8 & 255, entry.x & 255)
            return (SIMD3(UInt8(red), UInt8(green), UInt8(blue)), Int(entry.y))
        }
    }
}
