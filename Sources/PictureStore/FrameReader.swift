import Pictures

/// Reads what `mingle-decode` writes, and believes none of it: every number is checked against what was asked for.
struct FrameReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The picture, or nil when the bytes are not exactly one whole picture within `limits`.
    mutating func read(_ limits: DecoderProcess.Limits) -> DecodedPicture? {
        guard bytes.starts(with: Array("MGL1".utf8)) else { return nil }
        place = 4
        guard let ownWidth = number(), let ownHeight = number(), let width = number(), let height = number(),
            (1...Bitmap.longestSide).contains(ownWidth), (1...Bitmap.longestSide).contains(ownHeight),
            (1...limits.width).contains(width), (1...limits.height).contains(height)
        else { return nil }
        var frames: [DecodedPicture.Frame] = []
        while let tag = byte() {
            if tag == 0 {
                guard let isCut = byte(), isCut <= 1, place == bytes.count else { return nil }
                return DecodedPicture(width: ownWidth, height: ownHeight, frames: frames, isCut: isCut == 1)
            }
            guard tag == 1, frames.count < limits.frames, let milliseconds = number(),
                let pixels = bytes.dropFirst(place).prefixExactly(width * height * 4),
                let bitmap = Bitmap(width: width, height: height, rgba: pixels)
            else { return nil }
            place += pixels.count
            frames.append(DecodedPicture.Frame(bitmap: bitmap, milliseconds: milliseconds))
        }
        return nil
    }

    private mutating func byte() -> UInt8? {
        guard place < bytes.count else { return nil }
        defer { place += 1 }
        return bytes[place]
    }

    private mutating func number() -> Int? {
        guard place + 4 <= bytes.count else { return nil }
        defer { place += 4 }
        return bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

extension ArraySlice {
    fileprivate func prefixExactly(_ count: Int) -> ArraySlice? { self.count >= count ? prefix(count) : nil }
}
