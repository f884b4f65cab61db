extension CursesDriver {
    /// The most bytes of text that are handed to the clipboard: more than that is cut by terminals and tmux.
    public static let longestCopy = 74_994

    /// Hands `text` to the clipboard by OSC 52, as far as ``longestCopy`` bytes. A terminal that does not know it, or
    /// does not allow it, does nothing; there is no answer.
    public func copy(_ text: String) {
        var bytes = Array(text.utf8.prefix(CursesDriver.longestCopy))
        // A scalar that was cut in two would be read as damage.
        if bytes.count < text.utf8.count {
            while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
            if let last = bytes.last, last >= 0xC0 { bytes.removeLast() }
        }
        TerminalLine.write(Array("\u{1B}]52;c;".utf8) + base64(bytes) + [0x07])
    }
}

/// Base 64 as RFC 4648 has it, with padding.
private func base64(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
        let group = bytes[start..<min(start + 3, bytes.count)]
        var bits = UInt32(0)
        for byte in group { bits = bits << 8 | UInt32(byte) }
        bits <<= UInt32((3 - group.count) * 8)
        for place in 0..<4 {
            let digit = digits[Int(bits >> UInt32(18 - 6 * place) & 63)]
            result.append(place <= group.count ? digit : UInt8(ascii: "="))
        }
    }
    return result
}
