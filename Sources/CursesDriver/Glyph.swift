import CNcurses

/// How a cluster gets onto the screen.
enum Glyph {
    /// Through ncurses: its scalars, at most five, padded with zeros.
    case plain(Scalars)
    /// By the overlay: ncurses cannot hold it, or counts its width otherwise. `reach` is how many cells an old
    /// terminal that knows nothing of clusters may draw over.
    case overlaid(reach: Int)

    typealias Scalars = (wchar_t, wchar_t, wchar_t, wchar_t, wchar_t)

    /// A blank that ncurses takes for ink, so that it writes over the overlay's glyph when the place becomes blank.
    static let standIn: Scalars = (0xA0, 0, 0, 0, 0)

    /// What is drawn where the terminal would draw nothing, since neither it nor the C library knows the character.
    static let unknown = "\u{FFFD}"

    /// Whether the C library does not know the character that a cluster begins with.
    static func isUnknown(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first.value >= 0x7F else { return false }
        return mingle_width(wchar_t(bitPattern: first.value)) < 0
    }

    /// Sorts a drawn form; `trustsWidths` tells whether the terminal and the C library agree beyond ASCII.
    init(_ text: String, width: Int, trustsWidths: Bool = true) {
        var scalars: Scalars = (0, 0, 0, 0, 0)
        var count = 0
        var isPlain = true
        var reach = 0
        for scalar in text.unicodeScalars {
            // The stand-in itself is shown as the blank that it looks like, lest it be taken for one.
            let code = scalar == "\u{A0}" ? 0x20 : wchar_t(bitPattern: scalar.value)
            let cells = code < 0x7F ? 1 : Int(mingle_width(code))
            switch count {
            case 0: scalars.0 = code
            case 1: scalars.1 = code
            case 2: scalars.2 = code
            case 3: scalars.3 = code
            case 4: scalars.4 = code
            default: isPlain = false
            }
            // Terminals join or widen by these two, each in its own way.
            if cells != (count == 0 ? width : 0) || scalar == "\u{200D}" || scalar == "\u{FE0F}" { isPlain = false }
            if !trustsWidths && code >= 0x7F { isPlain = false }
            reach += cells < 0 || scalar == "\u{FE0F}" || (!trustsWidths && code >= 0x7F) ? 2 : cells
            count += 1
        }
        self = isPlain && count > 0 ? .plain(scalars) : .overlaid(reach: max(reach, width + 1))
    }
}
