/// Finds web addresses in text.
enum Links {
    /// `range` with all that a link could consist of before and behind it. No link reaches over the ends of that, and
    /// where one is in it depends on nothing else.
    static func run(around range: Range<Int>, in text: UnsafePointer<UInt8>, count: Int) -> Range<Int> {
        var start = range.lowerBound, end = range.upperBound
        while start > 0 && isPart(text[start - 1]) { start -= 1 }
        while end < count && isPart(text[end]) { end += 1 }
        return start..<end
    }

    /// The link in a run: from the first letters before `://`, or the first `www.`, to the end of the run, but for what
    /// belongs to the sentence. Empty if there is none.
    static func link(in run: Range<Int>, of text: UnsafePointer<UInt8>) -> Range<Int> {
        var at = run.lowerBound
        while at + 3 < run.upperBound {
            if let start = start(at, in: text, of: run) {
                var end = run.upperBound
                while end > at + 3 && isTrailing(text[end - 1]) { end -= 1 }
                return end > at + 3 ? start..<end : at..<at
            }
            at += 1
        }
        return at..<at
    }

    /// Whether a link may go on with this byte: printable ASCII but blanks and the marks that enclose links.
    static func isPart(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !"\"<>`".utf8.contains(byte)
    }

    /// Whether a link may be cut behind this byte.
    static func mayBreak(after byte: UInt8) -> Bool {
        "/?&=-._%".utf8.contains(byte)
    }

    /// The start of the link whose `://` or `www.` stands at `place`, which has three bytes of the run behind it.
    private static func start(_ place: Int, in text: UnsafePointer<UInt8>, of run: Range<Int>) -> Int? {
        switch (text[place], text[place + 1], text[place + 2]) {
        case (0x3A, 0x2F, 0x2F):
            var start = place
            while start > run.lowerBound && isLetter(text[start - 1]) { start -= 1 }
            return start < place ? start : nil
        case (0x77, 0x77, 0x77) where text[place + 3] == 0x2E:
            return place == run.lowerBound || !isLetter(text[place - 1]) ? place : nil
        default: return nil
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    /// Whether this byte behind a link belongs to the sentence.
    private static func isTrailing(_ byte: UInt8) -> Bool { ".,;:!?'".utf8.contains(byte) }
}
