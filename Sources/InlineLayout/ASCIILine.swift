/// A line of printable ASCII, where a byte is a cell and a cluster, so that nothing need be measured.
enum ASCIILine {
    /// The end of what is shown on the line that starts at `start`, blanks at its end included, and the start of the
    /// next; `count` if there is none. `lastBreak` is asked for the last place up to another at which a line may end.
    @inline(__always)
    static func end(
        _ text: UnsafePointer<UInt8>, count: Int, from start: Int, room: Int, lastBreak: (Int) -> Int?
    ) -> (shown: Int, next: Int) {
        if count - start <= room { return (count, count) }
        // A line shows a letter, however narrow it is, but no blank.
        let full = start + (room > 0 || text[start] == 0x20 ? room : 1)
        var after = full
        while after < count && text[after] == 0x20 { after += 1 }
        if after == count { return (full, count) }
        let next = lastBreak(after) ?? after
        return (min(next, full), next)
    }
}
