import Glibc
import Pictures

/// The program `mingle-decode`, started once for each picture: bytes in, frames out.
///
/// Pictures come from anybody, and decoders have had holes. So they run in a process that can neither open files nor
/// reach the network, and what it says is believed no more than the picture itself.
public struct DecoderProcess: Sendable {
    /// What is asked for.
    public struct Limits: Hashable, Sendable {
        /// The largest width of a frame, in pixels.
        public var width: Int
        /// The largest height of a frame, in pixels.
        public var height: Int
        /// The most frames.
        public var frames: Int
        /// How long the decoder may take, in milliseconds.
        public var milliseconds: Int

        /// Limits; each is at least 1, and 16,384 at most but for the time.
        public init(width: Int, height: Int, frames: Int = 60, milliseconds: Int = 10_000) {
            self.width = min(max(width, 1), Bitmap.longestSide)
            self.height = min(max(height, 1), Bitmap.longestSide)
            self.frames = min(max(frames, 1), Bitmap.longestSide)
            self.milliseconds = max(milliseconds, 1)
        }
    }

    /// The most bytes that are taken from the decoder.
    public static let largestOutput = 64 << 20
    /// The largest file, in bytes.
    public static let largestInput = 10 << 20

    /// The path of the program.
    public let path: String

    /// The decoder at `path`.
    public init(path: String) { self.path = path }

    /// The decoder that belongs to the program at `executable`: beside it, else in `../libexec/mingle`.
    public init(besides executable: String) {
        let folder = executable.lastIndex(of: "/").map { String(executable[..<$0]) } ?? "."
        let beside = folder + "/mingle-decode"
        path = access(beside, X_OK) == 0 ? beside : folder + "/../libexec/mingle/mingle-decode"
    }

    /// Decodes the picture in the file at `path`. Takes as long as it takes: not for the main thread.
    public func decode(file path: String, _ limits: Limits) throws(DecodeFailure) -> DecodedPicture {
        do {
            return try decode(RegularFile.read(path, limit: DecoderProcess.largestInput), limits)
        } catch let failure as RegularFile.Failure {
            switch failure {
            case .system(let code): throw .unreadable(code)
            case .notRegular: throw .notRegular
            case .tooLarge: throw .refused("is larger than \(DecoderProcess.largestInput >> 20) MiB")
            }
        } catch let failure as DecodeFailure {
            throw failure
        } catch {
            throw .broken
        }
    }

    /// Decodes a picture. Takes as long as it takes: not for the main thread.
    public func decode(_ bytes: [UInt8], _ limits: Limits) throws(DecodeFailure) -> DecodedPicture {
        let arguments = [limits.width, limits.height, limits.frames].map(String.init)
        let output = try ChildProcess.run(
            path, arguments, input: bytes, largestOutput: DecoderProcess.largestOutput,
            milliseconds: limits.milliseconds)
        switch output.end {
        case .code(0):
            var reader = FrameReader(output.bytes)
            guard let picture = reader.read(limits) else { throw .broken }
            return picture
        case .code(3): throw .refused(output.words)
        case .code(71): throw .refused("cannot be decoded safely on this system")
        case .code, .signal: throw .broken
        case .stopped: throw .tooMuchWork
        }
    }
}
