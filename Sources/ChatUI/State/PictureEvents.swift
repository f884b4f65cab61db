import Pictures
import Terminal

/// What the application wants done about pictures.
public enum PictureErrand: Hashable, Sendable {
    /// Read, decode and draw it, and tell ``PictureNews/prepared(_:_:)``.
    case load(PictureRequest)
    /// Send the terminal these pixels, which placeholder cells will show. Sending them again replaces what was there.
    case send(Bitmap, KittyPlacement)
    /// Take the picture of that number out of the terminal's memory.
    case remove(UInt32)
}

/// What is told about pictures.
public enum PictureNews: Sendable {
    /// How the terminal shows pictures, now that it has answered.
    case drawing(PictureDrawing)
    /// What became of a request.
    case prepared(PictureRequest, Result<PreparedPicture, PictureFailure>)
}

/// Why a picture is not shown.
public struct PictureFailure: Error, Hashable, Sendable {
    /// The reason as a sentence without a full stop.
    public let reason: String

    /// A failure for that reason; text from outside is harmless by then.
    public init(_ reason: String) { self.reason = reason }
}

/// The numbers that the terminal is sent pictures under.
public enum PictureNumbers {
    /// All that a client with that salt ever uses, for a terminal of that depth.
    public static func all(salt: UInt32, depth: ColourDepth) -> [UInt32] {
        PictureAlbum.numbers(salt: salt, depth: depth)
    }
}
