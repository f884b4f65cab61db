/// Writes animated GIF (GIF89a) that repeats for ever; a pixel is there or it is not.
enum GIFWriter {
    static func bytes(_ frames: [[SIMD4<UInt8>]], side: Int, milliseconds: Int) -> [UInt8] {
        let solid = frames.map { frame in
            frame.map { $0.w >= 128 ? SIMD4($0.x, $0.y, $0.z, 255) : SIMD4<UInt8>.zero }
        }
        // One clear pixel makes sure that there is a colour for what is not there.
        let image = IndexedImage(Array(solid.joined()) + [.zero], most: 256)
        var palette = image.palette
        let clear = UInt8(palette.firstIndex(of: .zero) ?? 0)
        palette += Array(repeating: .zero, count: 256 - palette.count)
        let length = number(side)
        var file = Array("GIF89a".utf8) + length + length + [0xF7, 0, 0]
        file += palette.flatMap { [$0.x, $0.y, $0.z] }
        file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        for index in frames.indices {
            // Taken away before the next (2), with a clear colour (1).
            file += [0x21, 0xF9, 4, 2 << 2 | 1] + number(milliseconds / 10) + [clear, 0]
            file += [0x2C, 0, 0, 0, 0] + length + length + [0, 8]
            let data = LZW.bytes(image.indices[index * side * side..<(index + 1) * side * side])
            for start in stride(from: 0, to: data.count, by: 255) {
                let block = data[start..<min(start + 255, data.count)]
                file.append(UInt8(block.count))
                file += block
            }
            file.append(0)
        }
        return file + [0x3B]
    }

    private static func number(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }
}

/// The compression of GIF: codes of 9 to 12 bits for ever longer strings.
private struct LZW {
    private var result: [UInt8] = []
    private var pending: UInt32 = 0
    private var pendingCount: UInt32 = 0
    private var width: UInt32 = 9

    static func bytes(_ indices: ArraySlice<UInt8>) -> [UInt8] {
        var writer = LZW()
        var codes: [UInt32: UInt32] = [:]
        var next: UInt32 = 258
        writer.put(256)
        var prefix: UInt32?
        for index in indices {
            guard let string = prefix else {
                prefix = UInt32(index)
                continue
            }
            let key = string << 8 | UInt32(index)
            if let code = codes[key] {
                prefix = code
                continue
            }
            writer.put(string)
            prefix = UInt32(index)
            if next < 4_096 {
                codes[key] = next
                if next == 1 << writer.width { writer.width += 1 }
                next += 1
            } else {
                writer.put(256)
                codes = [:]
                next = 258
                writer.width = 9
            }
        }
        if let prefix { writer.put(prefix) }
        writer.put(257)
        if writer.pendingCount > 0 { writer.result.append(UInt8(truncatingIfNeeded: writer.pending)) }
        return writer.result
    }

    private mutating func put(_ code: UInt32) {
        pending |= code << pendingCount
        pendingCount += width
        while pendingCount >= 8 {
            result.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            pendingCount -= 8
        }
    }
}
