/// The options as plain numbers, so that they are passed along for nothing.
struct LineOptions {
    let wrapping: Wrapping
    let itemSpacing: Int
    let tabWidth: Int
    let fillsBeforeLongWord: Bool
    let showsTrailingBlanks: Bool
    /// The indents of the first line and of each other.
    let firstIndent: Int
    let restIndent: Int
    /// The cells between the insets.
    let contentWidth: Int
    /// The column of the content's left edge, and its first row.
    let left: Int
    let top: Int
    let lineSpacing: Int
    let lineHeight: Int?
    let verticalAlignment: VerticalAlignment
    let maxLines: Int?
    /// The cells of the ellipsis, if one may be needed.
    let ellipsisWidth: Int

    init(_ options: LayoutOptions) {
        wrapping = options.wrapping
        itemSpacing = options.itemSpacing
        tabWidth = options.tabWidth
        fillsBeforeLongWord = options.fillsBeforeLongWord
        showsTrailingBlanks = options.showsTrailingBlanks
        firstIndent = options.indent(ofFirst: true)
        restIndent = options.indent(ofFirst: false)
        contentWidth = options.contentWidth
        left = options.insets.left
        top = options.startY + options.insets.top
        lineSpacing = options.lineSpacing
        lineHeight = options.lineHeight
        verticalAlignment = options.verticalAlignment
        maxLines = options.maxLines.map { max($0, 1) }
        ellipsisWidth = options.maxLines == nil ? 0 : options.ellipsis.cellWidth
    }
}

extension LayoutOptions {
    /// The cells between the insets.
    var contentWidth: Int { max(width - insets.left - insets.right, 0) }

    /// The indent of a line; one cell of the content is left whatever was asked.
    func indent(ofFirst isFirst: Bool) -> Int {
        max(min(isFirst ? firstIndent : restIndent, contentWidth - 1), 0)
    }
}
