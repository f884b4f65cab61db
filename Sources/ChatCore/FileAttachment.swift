/// A file that goes along with a message that is on its way.
///
/// The first line of the message's text stands for it: a picture, or ``line``. A transport that sends files puts it where
/// the others can get it, and tells how far it is by ``TransportEvent/progress(_:_:_:)``; one that does not ignores it.
public struct FileAttachment: Hashable, Sendable {
    /// The path of the file on this machine.
    public var path: String
    /// The name under which others get it: one part of a path, harmless, never empty.
    public var name: String
    /// Its size in bytes.
    public var size: Int
    /// Its media type (RFC 6838), such as `image/png`.
    public var mediaType: String
    /// The pixels of a picture in a row and in a column; nil for other files.
    public var pixels: Pixels?

    /// How many pixels a picture has each way.
    public struct Pixels: Hashable, Sendable {
        /// In a row.
        public var width: Int
        /// In a column.
        public var height: Int

        /// So many pixels.
        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// The file at `path`, for others `name`, of `size` bytes.
    public init(path: String, name: String, size: Int, mediaType: String, pixels: Pixels? = nil) {
        self.path = path
        self.name = name
        self.size = size
        self.mediaType = mediaType
        self.pixels = pixels
    }

    /// What stands in a text for it: `report.pdf, 1.2 MB`.
    public var line: String { "\(name), \(FileAttachment.text(ofSize: size))" }

    /// A size in bytes as people read it, in powers of a thousand (IEC 80000-13): `999 bytes`, `1.2 MB`, `45 GB`.
    public static func text(ofSize bytes: Int) -> String {
        if bytes == 1 { return "1 byte" }
        guard bytes >= 1000 else { return "\(max(bytes, 0)) bytes" }
        // In tenths of the unit, rounded: what would round up to a thousand is one of the next.
        var unit = 0
        var value = bytes / 100 + (bytes % 100 >= 50 ? 1 : 0)
        let units = ["kB", "MB", "GB", "TB", "PB", "EB"]
        while value >= 9995, unit + 1 < units.count {
            value = (value + 500) / 1000
            unit += 1
        }
        let number = value < 100 ? "\(value / 10).\(value % 10)" : "\((value + 5) / 10)"
        return number + " " + units[unit]
    }
}
