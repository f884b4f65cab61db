import InlineLayout

/// Where time, name and text of a message stand in a log of a given width.
struct LogColumns: Hashable {
    /// Cells of the whole log.
    let width: Int
    /// Where the time stands, or nil where it has no room.
    let timeX: Int?
    /// Where the name stands.
    let nameX: Int
    /// Cells that a name may take.
    let nameWidth: Int
    /// Where the text stands.
    let bodyX: Int
    /// Cells for the text; at least 1.
    let bodyWidth: Int
    /// Whether the first line of the text stands behind the name and the others below it.
    let isHanging: Bool

    /// The columns of a log of `width` cells; of a plain one, which holds nothing but texts.
    /// A time takes `timeWidth` cells.
    init(width: Int, isPlain: Bool = false, timeWidth: Int = 5) {
        self.width = width
        if isPlain {
            (timeX, nameX, nameWidth, bodyX, isHanging) = (nil, 0, 0, 0, false)
            bodyWidth = max(width, 1)
            return
        }
        // 44: a time, a name of six and a text of two dozen cells, below which columns leave too little text.
        if width >= 39 + timeWidth {
            timeX = 1
            nameX = timeWidth + 3
            nameWidth = min(max(width / 7, 6), 14)
            bodyX = nameX + nameWidth + 2
            isHanging = false
        } else {
            timeX = nil
            nameX = min(1, max(width - 1, 0))
            nameWidth = max(min(width / 3, 10), 1)
            bodyX = nameX
            isHanging = true
        }
        bodyWidth = max(width - bodyX - (width > 8 ? 1 : 0), 1)
    }

    /// Cells that the widest picture may take.
    var pictureWidth: Int { max(bodyWidth - restIndent, 1) }

    private var restIndent: Int { isHanging && bodyWidth > 12 ? 2 : 0 }

    /// The options for a text whose author is shown as `name`, or not shown again.
    func options(name: String?) -> LayoutOptions {
        var options = LayoutOptions(width: bodyWidth)
        options.wrapping = .chat
        if isHanging {
            options.restIndent = restIndent
            options.firstIndent = name.map { min($0.cellWidth, nameWidth) + 1 } ?? restIndent
        }
        return options
    }
}
