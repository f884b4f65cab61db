import RichText

/// A mistake in a pack: where it is and what is wrong.
public struct PackMistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the manifest, or of the folder that cannot be read.
    public var file: String
    /// The name of the emoticon, or its number counted from 1 where it has none; nil when the pack itself is wrong.
    public var emoticon: String?
    /// The key at fault, such as `art.4x2.fg`; nil when the file as a whole is wrong.
    public var key: String?
    /// What is wrong with it.
    public var reason: String

    /// A mistake at that place.
    public init(file: String, emoticon: String? = nil, key: String? = nil, reason: String) {
        self.file = file
        self.emoticon = emoticon
        self.key = key
        self.reason = reason
    }

    /// The mistake as one line, harmless whatever the names of files and folders hold.
    public var description: String {
        var places = [file]
        if let emoticon { places.append("emoticon \(emoticon)") }
        if let key { places.append(key) }
        return HarmlessText.line(places.joined(separator: ": ") + ": " + reason)
    }
}
