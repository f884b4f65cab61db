/// Why a picture is not decoded, in words that go on after "the picture".
struct Refusal: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    static let isDamaged = Refusal("is damaged")
    static let isTooLarge = Refusal("has too many pixels")
}

/// What is decoded at most.
enum Limits {
    /// The largest file, in bytes.
    static let input = 10 << 20
    /// The longest side, in pixels.
    static let side = 16_384
    /// The most pixels of one frame.
    static let pixels = 40_000_000
    /// The most pixels of all frames together; the frames after that are left out.
    static let pixelsOfAllFrames = 160_000_000

    static func check(width: Int, height: Int) throws(Refusal) {
        guard width > 0, height > 0 else { throw .isDamaged }
        guard width <= side, height <= side, width * height <= pixels else { throw .isTooLarge }
    }
}
