/// Finds web addresses in text.
enum Links {
    /// The ranges of what starts like a link — letters, `://`, or `www.` — up to a blank or what no link ends with.
    /// Those that end behind `place` are found.
    static func ranges(in text: UnsafePointer<UInt8>, from place: Int = 0, count: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var at = run(around: place..<place, in: text, count: count).lowerBound
        while at + 3 < count {
            // Nearly all text is passed here.
            if text[at] != 0x3A && text[at] != 0x77 {
                at += 1
                continue
            }
            guard let start = start(at, in: text, count: count) else {
                at += 1
                continue
            }
            var end = at + 3
            while end < count && isPart(text[end]) { end += 1 }
            let tail = end
            while end > at + 3 && isTrailing(text[end - 1]) { end -= 1 }
            if end > at + 3 { ranges.append(start..<end) }
            at = tail
        }
        return ranges
    }

    /// `range` with all that a link could consist of before and behind it. No link reaches over the ends of that, and
    /// where links are in it depends on nothing else.
    static func run(around range: Range<Int>, in text: UnsafePointer<UInt8>, count: Int) -> Range<Int> {
        var start = range.lowerBound, end = range.upperBound
        while start > 0 && isPart(text[start - 1]) { start -= 1 }
        while end < count && isPart(text[end]) { end += 1 }
        return start..<end
    }

    /// Whether a link may be cut behind this byte.
    static func mayBreak(after byte: UInt8) -> Bool {
        "/?&=-._%".utf8.contains(byte)
    }

    /// The start of the link whose `://` or `www` stands at `place`.
    private static func start(_ place: Int, in text: UnsafePointer<UInt8>, count: Int) -> Int? {
        if text[place] == 0x3A && text[place + 1] == 0x2F && text[place + 2] == 0x2F {
            var start = place
            while start > 0 && isLetter(text[start - 1]) { start -= 1 }
            return start < place ? start : nil
        }
        let isPrefix = text[place] == 0x77 && text[place + 1] == 0x77 && text[place + 2] == 0x77
        if !isPrefix || text[place + 3] != 0x2E { return nil }
        return place == 0 || !isLetter(text[place - 1]) ? place : nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    /// Whether a link may go on with this byte: printable ASCII but blanks and the marks that enclose links.
    private static func isPart(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !"\"<>`".utf8.contains(byte)
    }

    /// Whether this byte behind a link belongs to the sentence.
    private static func isTrailing(_ byte: UInt8) -> Bool { ".,;:!?'".utf8.contains(byte) }
}
