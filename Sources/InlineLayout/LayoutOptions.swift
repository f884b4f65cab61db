/// How text and boxes are laid out. All lengths are whole cells, and none is negative.
///
///     var options = LayoutOptions(width: 40)
///     options.insets = Insets(left: 1, right: 1)
///     options.wrapping = .chat
///     options.maxLines = 3
public struct LayoutOptions: Hashable, Sendable {
    /// The width of everything, insets included.
    public var width: Int
    /// What stays empty at the edges.
    public var insets = Insets()
    /// The row at which the layout starts: where the block above ends.
    public var startY = 0
    /// Empty rows between two lines.
    public var lineSpacing = 0
    /// Empty cells after a box. They do not count where a line ends.
    public var itemSpacing = 0
    /// Empty cells before the first line.
    public var firstIndent = 0
    /// Empty cells before each other line.
    public var restIndent = 0
    /// Where lines may end.
    public var wrapping = Wrapping.unicode
    /// Where text stands in a line that a box makes taller.
    public var verticalAlignment = VerticalAlignment.top
    /// The height of every line, or nil for that of its tallest item. What is taller is clipped.
    public var lineHeight: Int?
    /// The number of lines at most, or nil. The last of them ends with the ellipsis if anything is left out.
    public var maxLines: Int?
    /// What stands for what was left out.
    public var ellipsis = "…"
    /// The distance of tab stops, counted from the start of the line's content; 0 gives tabs no width.
    public var tabWidth = 8
    /// Whether a word wider than a line begins on the line that is open, instead of on one of its own.
    public var fillsBeforeLongWord = false
    /// Whether blanks at the end of a line are shown, as far as they fit: an editor needs them for its caret.
    public var showsTrailingBlanks = false

    /// The options that differ in nothing but the width from the defaults above.
    public init(width: Int) {
        self.width = width
    }
}

/// Empty cells at four edges.
public struct Insets: Hashable, Sendable {
    /// Empty cells at the left.
    public var left: Int
    /// Empty rows above.
    public var top: Int
    /// Empty cells at the right.
    public var right: Int
    /// Empty rows below.
    public var bottom: Int

    /// Insets; each is 0 unless it is given.
    public init(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }
}

/// Where a line may end. Whatever the wrapping, clusters, boxes and atomic texts are never cut, and what is wider than a
/// whole line is cut at clusters.
///
/// Blanks hang where a line ends: they are not shown and count for nothing. Blanks are U+0020 and tabs, and but for
/// ``unicode`` all other spaces that may part words, such as U+3000 (general category Zs without U+00A0, 2007, 202F).
public enum Wrapping: String, CaseIterable, Hashable, Sendable {
    /// ``unicode`` but for four deviations.
    ///
    /// 1. Hangul counts as letters (AL, instead of LB26 and LB27): Korean breaks between words only.
    /// 2. No break between a number and an ideograph or emoji behind it (NU × ID, EB, EM): 3月, 12个.
    /// 3. A web address (letters and `://`, or `www.`, up to a blank, a quotation mark or what is not ASCII) breaks
    ///    nowhere if it fits on a line, else where it must, after one of `/ ? & = - . _ %`.
    /// 4. No break between a digit, one blank and a unit (`12 km`, `5 €`, `30 °C`, not before more letters), or behind
    ///    the slash of two units (`90 km/h`), unless the line has no other place. The units are km m cm mm ft lb oz kg g
    ///    mg l ml h min s ms W kW V A Hz kHz MHz GHz kB MB GB TB px mph °C °F % € $ £; inches (`in`) are not among
    ///    them, since most numbers before that word are none of it.
    case chat
    /// The line breaking algorithm of Unicode, UAX #14 of version 17, untailored. U+3000 and its like stand where they
    /// are, as in ICU.
    case unicode
    /// Between any two clusters but the letters and digits of one word. Ideographs, kana and the letters of
    /// South-East Asia, whose words are not set apart by blanks, count as words of their own.
    case word
    /// Between any two clusters.
    case character
    /// Nowhere, not even at a forced break, which is shown as a blank. Only with a line limit does the width count.
    case single
}
