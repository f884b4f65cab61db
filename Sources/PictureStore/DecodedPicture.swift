import Glibc
import Pictures

/// A picture as the decoder gives it: one frame, or several that follow each other.
public struct DecodedPicture: Hashable, Sendable {
    /// One picture of a moving one.
    public struct Frame: Hashable, Sendable {
        /// The pixels; all frames are of one size.
        public var bitmap: Bitmap
        /// How long it is shown, as the file says; 0 in a still picture.
        public var milliseconds: Int

        /// A frame of those pixels.
        public init(bitmap: Bitmap, milliseconds: Int = 0) {
            self.bitmap = bitmap
            self.milliseconds = milliseconds
        }
    }

    /// The file's own width, in pixels.
    public var width: Int
    /// The file's own height, in pixels.
    public var height: Int
    /// The frames in their order; there is at least one.
    public var frames: [Frame]
    /// Whether the file has more frames, or is damaged behind these.
    public var isCut: Bool

    /// A picture of `frames`, or nil when there are none.
    public init?(width: Int, height: Int, frames: [Frame], isCut: Bool = false) {
        guard !frames.isEmpty else { return nil }
        self.width = width
        self.height = height
        self.frames = frames
        self.isCut = isCut
    }

    /// Whether it moves.
    public var isMoving: Bool { frames.count > 1 }
    /// What it takes in memory, in bytes.
    public var byteCount: Int { frames.reduce(0) { $0 + $1.bitmap.byteCount } }
}

/// Why there is no picture.
public enum DecodeFailure: Error, Hashable, Sendable {
    /// The file cannot be read; the system's error number.
    case unreadable(Int32)
    /// It is a folder, a pipe or a device.
    case notRegular
    /// The decoder does not take it; a few words that go on after "the picture".
    case refused(String)
    /// The decoder ended by a signal, or said what is no picture.
    case broken
    /// The decoder was not ready in time, or the picture is larger than was asked for.
    case tooMuchWork
    /// The decoder cannot be started; the system's error number.
    case noDecoder(Int32)

    /// The reason as a sentence without a full stop.
    public var sentence: String {
        switch self {
        case .unreadable(let code): "cannot be read: " + String(cString: strerror(code))
        case .notRegular: "is not a regular file"
        case .refused(let reason): "the picture " + reason
        case .broken: "the picture cannot be decoded"
        case .tooMuchWork: "the picture takes too long to decode"
        case .noDecoder(let code): "mingle-decode cannot be started: " + String(cString: strerror(code))
        }
    }
}
