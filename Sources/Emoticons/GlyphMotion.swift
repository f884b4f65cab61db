import RichText

/// A drawing in glyphs that moves: pictures of one size that follow each other.
///
/// The first is the drawing at rest.
public struct GlyphMotion: Hashable, Sendable {
    /// The most pictures.
    public static let mostFrames = 24
    /// How long one of them may be shown, in milliseconds.
    public static let times = 20...10_000

    /// The pictures, two at least.
    public let frames: [GlyphArt]
    /// How long each is shown, in milliseconds.
    public let milliseconds: [Int]

    /// A motion of `frames`; nil when they are less than two, more than ``mostFrames`` or of different sizes, or when
    /// there is not a time within ``times`` for each.
    public init?(_ frames: [GlyphArt], milliseconds: [Int]) {
        guard (2...GlyphMotion.mostFrames).contains(frames.count), frames.count == milliseconds.count,
            frames.allSatisfy({ $0.size == frames[0].size }), milliseconds.allSatisfy(GlyphMotion.times.contains)
        else { return nil }
        self.frames = frames
        self.milliseconds = milliseconds
    }

    /// The most cells that differ from one picture to the next.
    public var mostChanges: Int {
        frames.indices.map { number in
            let (before, after) = (frames[number], frames[(number + 1) % frames.count])
            return zip(before.rows.joined(), after.rows.joined()).count(where: { $0.0 != $0.1 })
        }.max() ?? 0
    }
}
