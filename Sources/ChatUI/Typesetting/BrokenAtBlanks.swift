import InlineLayout

extension String {
    /// The text in lines of at most `width` cells that break at blanks only, for words of our own: no key is torn at
    /// its hyphen. A word that is wider than a line is cut.
    func brokenAtBlanks(width: Int) -> [String] {
        var lines: [String] = []
        for word in split(separator: " ").map(String.init) {
            if let last = lines.last, last.cellWidth + 1 + word.cellWidth <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(word.truncated(toCells: width))
            }
        }
        return lines
    }
}
