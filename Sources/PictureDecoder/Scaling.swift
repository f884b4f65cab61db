/// Makes pictures smaller by averaging; four bytes a pixel, opacity last and not premultiplied.
enum Scaling {
    /// `pixels` of `width` × `height` brought to a size that is not larger in either direction.
    static func reduced(
        _ pixels: UnsafeBufferPointer<UInt8>, width: Int, height: Int, to size: (width: Int, height: Int)
    ) -> [UInt8] {
        if size == (width, height) { return Array(pixels) }
        var result = [UInt8](repeating: 0, count: size.width * size.height * 4)
        var sums = [SIMD4<UInt64>](repeating: .zero, count: size.width)
        result.withUnsafeMutableBufferPointer { result in
            for y in 0..<size.height {
                let rows = y * height / size.height..<max((y + 1) * height / size.height, y * height / size.height + 1)
                for x in 0..<size.width { sums[x] = .zero }
                for row in rows { add(pixels, row * width, width, to: &sums) }
                for x in 0..<size.width {
                    let columns = (x + 1) * width / size.width - x * width / size.width
                    let count = UInt64(max(columns, 1) * rows.count)
                    write(sums[x], count, to: result, at: (y * size.width + x) * 4)
                }
            }
        }
        return result
    }

    private static func add(
        _ pixels: UnsafeBufferPointer<UInt8>, _ start: Int, _ width: Int, to sums: inout [SIMD4<UInt64>]
    ) {
        let parts = sums.count
        for x in 0..<parts {
            let first = x * width / parts
            let end = max((x + 1) * width / parts, first + 1)
            var sum = SIMD4<UInt32>.zero
            var place = (start + first) * 4
            for _ in first..<end {
                let opacity = UInt32(pixels[place + 3])
                let colour = SIMD4(UInt32(pixels[place]), UInt32(pixels[place + 1]), UInt32(pixels[place + 2]), 1)
                sum &+= colour &* opacity
                place += 4
            }
            // A row of the longest side fits 32 bits, the whole of a large picture does not.
            sums[x] &+= SIMD4<UInt64>(truncatingIfNeeded: sum)
        }
    }

    private static func write(
        _ sum: SIMD4<UInt64>, _ count: UInt64, to result: UnsafeMutableBufferPointer<UInt8>, at place: Int
    ) {
        guard sum.w > 0 else { return }
        for channel in 0..<3 { result[place + channel] = UInt8(min(sum[channel] / sum.w, 255)) }
        result[place + 3] = UInt8(min((sum.w + count / 2) / count, 255))
    }
}
