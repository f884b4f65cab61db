/// A reference to an emoticon of a pack, as it is written in a text: `[smile]`, `[classic/smile]`, `[smile:6x3]`.
public struct EmoticonCode: Hashable, Sendable {
    /// The name within its pack.
    public var name: String
    /// The pack's id, or nil for the first pack that has the name.
    public var pack: String?
    /// The size that the writer asked for, or nil for the pack's own.
    public var size: CellSize?

    /// A reference to the emoticon `name`.
    public init(_ name: String, pack: String? = nil, size: CellSize? = nil) {
        self.name = name
        self.pack = pack
        self.size = size
    }

    /// The code as it stands in a text, brackets included.
    public var text: String {
        var inside = name
        if let pack { inside = pack + "/" + inside }
        if let size { inside += ":\(size.width)x\(size.height)" }
        return "[" + inside + "]"
    }
}
