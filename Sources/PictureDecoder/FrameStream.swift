import Glibc

/// Writes decoded frames to standard output.
///
/// All numbers are of 32 bits, the least significant byte first. The head is `MGL1`, the picture's own width and height,
/// and the width and height of the frames. A frame is the byte 1, its time in milliseconds and its pixels, four bytes
/// each: red, green, blue, opacity. The end is the byte 0, and 1 where frames were left out, else 0.
struct FrameStream {
    private let target: Target
    private var size = (width: 0, height: 0)
    private(set) var count = 0

    init(target: Target) { self.target = target }

    /// Whether as many frames as are wanted were written.
    var isFull: Bool { count >= target.frames }

    /// Writes one frame of `width` × `height` pixels made smaller; the first tells the size of all.
    ///
    /// `original` is the picture's own size where the frame is of another one.
    mutating func add(
        _ pixels: UnsafeBufferPointer<UInt8>, width: Int, height: Int, original: (width: Int, height: Int)? = nil,
        milliseconds: Int
    ) throws(Refusal) {
        if count == 0 {
            let original = original ?? (width, height)
            size = target.size(for: original.width, original.height)
            size = (min(size.width, width), min(size.height, height))
            var head = Array("MGL1".utf8)
            for number in [original.width, original.height, size.width, size.height] {
                head += FrameStream.bytes(number)
            }
            try FrameStream.write(head)
        }
        try FrameStream.write([1] + FrameStream.bytes(milliseconds))
        try FrameStream.write(Scaling.reduced(pixels, width: width, height: height, to: size))
        count += 1
    }

    /// Writes the end; without any frame there is no picture.
    func end(isCut: Bool) throws(Refusal) {
        guard count > 0 else { throw .isDamaged }
        try FrameStream.write([0, isCut ? 1 : 0])
    }

    private static func bytes(_ number: Int) -> [UInt8] {
        let number = UInt32(clamping: number)
        return (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
    }

    private static func write(_ bytes: [UInt8]) throws(Refusal) {
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count > 0 {
                start += count
            } else if errno != EINTR {
                throw Refusal("is not wanted any more")
            }
        }
    }
}
