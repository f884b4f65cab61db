/// A picture brought to a grid of averages: each place holds red, green, blue (0 to 255) and opacity (0 to 1), the
/// colours not premultiplied.
struct Resampled {
    let width: Int
    let height: Int
    private(set) var places: [SIMD4<Float>]

    /// Averages the pixels of `bitmap` over `width` × `height` equal parts; a part smaller than a pixel takes its share.
    init(_ bitmap: Bitmap, width: Int, height: Int) {
        self.width = width
        self.height = height
        places = Array(repeating: .zero, count: width * height)
        let columns = Resampled.shares(of: bitmap.width, in: width)
        let rows = Resampled.shares(of: bitmap.height, in: height)
        let scale = Float(width) * Float(height) / (Float(bitmap.width) * Float(bitmap.height))
        places.withUnsafeMutableBufferPointer { places in
            bitmap.pixels.withUnsafeBufferPointer { pixels in
                for (y, row) in rows.enumerated() {
                    for source in row.first...row.last {
                        let weight = row.weight(of: source) * scale
                        let line = UnsafeBufferPointer(
                            rebasing: pixels[source * bitmap.width..<(source + 1) * bitmap.width])
                        Resampled.add(line, columns, weight, to: &places, at: y * width)
                    }
                }
            }
            for place in places.indices { places[place] = Resampled.separated(places[place]) }
        }
    }

    /// The pixels from `first` to `last` that a part covers, the outer two in part.
    private struct Share {
        var first: Int
        var last: Int
        var firstWeight: Float
        var lastWeight: Float

        func weight(of source: Int) -> Float {
            source == first ? firstWeight : source == last ? lastWeight : 1
        }
    }

    private static func shares(of length: Int, in parts: Int) -> [Share] {
        (0..<parts).map { part in
            let start = part * length
            let end = start + length
            let first = start / parts
            let last = (end - 1) / parts
            guard first < last else {
                let weight = Float(length) / Float(parts)
                return Share(first: first, last: first, firstWeight: weight, lastWeight: weight)
            }
            return Share(
                first: first, last: last, firstWeight: Float((first + 1) * parts - start) / Float(parts),
                lastWeight: Float(end - last * parts) / Float(parts))
        }
    }

    private static func add(
        _ line: UnsafeBufferPointer<SIMD4<UInt8>>, _ columns: [Share], _ weight: Float,
        to places: inout UnsafeMutableBufferPointer<SIMD4<Float>>, at start: Int
    ) {
        for (x, column) in columns.enumerated() {
            var sum = premultiplied(line[column.first]) * column.firstWeight
            if column.last > column.first {
                var source = column.first + 1
                while source < column.last {
                    sum += premultiplied(line[source])
                    source += 1
                }
                sum += premultiplied(line[column.last]) * column.lastWeight
            }
            places[start + x] += sum * weight
        }
    }

    /// Colours by opacity, and opacity, so that what is clear does not colour its neighbours.
    @inline(__always)
    private static func premultiplied(_ pixel: SIMD4<UInt8>) -> SIMD4<Float> {
        var colour = SIMD4<Float>(truncatingIfNeeded: pixel)
        let opacity = colour.w * (1 / 255)
        colour.w = 1
        return colour * opacity
    }

    private static func separated(_ sum: SIMD4<Float>) -> SIMD4<Float> {
        guard sum.w > 0 else { return .zero }
        var colour = sum / sum.w
        colour.w = sum.w
        return colour
    }
}

extension SIMD4<Float> {
    @inline(__always)
    init(truncatingIfNeeded bytes: SIMD4<UInt8>) {
        self.init(Float(bytes.x), Float(bytes.y), Float(bytes.z), Float(bytes.w))
    }
}
