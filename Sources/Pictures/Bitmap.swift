/// A picture of pixels, row by row from the top; red, green, blue and opacity are a byte each, not premultiplied.
public struct Bitmap: Hashable, Sendable {
    /// The longest side, in pixels.
    public static let longestSide = 16_384

    /// Columns of pixels, 1 to ``longestSide``.
    public let width: Int
    /// Rows of pixels, 1 to ``longestSide``.
    public let height: Int
    /// The pixels; as many as width × height.
    public let pixels: [SIMD4<UInt8>]

    /// A picture of `pixels`, or nil when their number is not width × height or a side is out of bounds.
    public init?(width: Int, height: Int, pixels: [SIMD4<UInt8>]) {
        guard (1...Bitmap.longestSide).contains(width), (1...Bitmap.longestSide).contains(height),
            pixels.count == width * height
        else { return nil }
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// A picture of `bytes`, four for each pixel: red, green, blue, opacity.
    public init?(width: Int, height: Int, rgba bytes: some Collection<UInt8>) {
        guard bytes.count % 4 == 0 else { return nil }
        var pixels: [SIMD4<UInt8>] = []
        pixels.reserveCapacity(bytes.count / 4)
        var place = bytes.startIndex
        while place != bytes.endIndex {
            var pixel = SIMD4<UInt8>()
            for channel in 0..<4 {
                pixel[channel] = bytes[place]
                bytes.formIndex(after: &place)
            }
            pixels.append(pixel)
        }
        self.init(width: width, height: height, pixels: pixels)
    }

    /// The pixel in column `x` of row `y`, both inside the picture.
    public subscript(x: Int, y: Int) -> SIMD4<UInt8> { pixels[y * width + x] }

    /// What it takes in memory, in bytes.
    public var byteCount: Int { pixels.count * 4 }
}
