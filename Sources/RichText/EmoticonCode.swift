/// A reference to an emoticon of a pack, as it is written in a text: `[smile]`, `[classic/smile]`, `[smile:6x3]`.
public struct EmoticonCode: Hashable, Sendable {
    /// The name within its pack.
    public var name: String
    /// The pack's id, or nil for the first pack that has the name.
    public var pack: String?
    /// The size that the writer asked for, or nil for the pack's own.
    public var size: CellSize?
    /// What stands in the text instead of the code, where another program wrote it; nil for the code.
    public var standIn: String?

    /// A reference to the emoticon `name`.
    public init(_ name: String, pack: String? = nil, size: CellSize? = nil, standIn: String? = nil) {
        self.standIn = standIn
        self.name = name
        self.pack = pack
        self.size = size
    }

    /// What stands for it in a text: the code with its brackets, unless something else does.
    public var text: String {
        if let standIn { return standIn }
        var inside = name
        if let pack { inside = pack + "/" + inside }
        if let size { inside += ":\(size.width)x\(size.height)" }
        return "[" + inside + "]"
    }
}
