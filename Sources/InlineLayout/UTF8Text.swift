/// Steps through valid UTF-8.
enum UTF8Text {
    /// The scalar that starts at `place`, and its bytes.
    @inline(__always)
    static func scalar(at place: Int, in text: UnsafePointer<UInt8>) -> (value: UInt32, length: Int) {
        let first = UInt32(text[place])
        if first < 0x80 { return (first, 1) }
        let second = UInt32(text[place + 1] & 0x3F)
        if first < 0xE0 { return ((first & 0x1F) << 6 | second, 2) }
        let third = second << 6 | UInt32(text[place + 2] & 0x3F)
        if first < 0xF0 { return ((first & 0x0F) << 12 | third, 3) }
        return ((first & 0x07) << 18 | third << 6 | UInt32(text[place + 3] & 0x3F), 4)
    }

    /// Where the scalar after the one at `place` starts.
    @inline(__always)
    static func after(_ place: Int, in text: UnsafePointer<UInt8>) -> Int {
        place + scalar(at: place, in: text).length
    }

    /// Where the scalar before `place` starts; `place` is not the start of the text.
    @inline(__always)
    static func before(_ place: Int, in text: UnsafePointer<UInt8>) -> Int {
        var start = place - 1
        while text[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }
}
