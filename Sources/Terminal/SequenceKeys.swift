/// The keys by their usual spellings: xterm's, the VT220's, rxvt's, the Linux console's, and those of kitty's
/// keyboard protocol and of xterm's modifyOtherKeys.
extension ControlSequence {
    /// The key of a CSI sequence; nil for what is none.
    var key: KeyPress? {
        switch final {
        case 0x7E: return first == 27 ? keyByCodePoint(2) : keyByNumber(modifiers)
        // rxvt's last bytes: `$` with Shift, `^` with Ctrl, `@` with both.
        case 0x24: return keyByNumber(.shift)
        case 0x5E: return keyByNumber(.control)
        case 0x40: return keyByNumber([.control, .shift])
        case 0x75: return keyByCodePoint(0)
        case 0x5A: return KeyPress(.tab, modifiers.union(.shift))
        case 0x61...0x64: return first == nil ? arrow(final - 0x20, .shift) : nil
        // A cursor position report looks like F3; only with modifiers, and in the first row, is it taken for the key.
        case 0x52: return first == 1 && (2...16).contains(number(1) ?? 0) ? KeyPress(.function(3), modifiers) : nil
        default: return (first ?? 1) == 1 ? letterKey(modifiers) : nil
        }
    }

    /// The key of an SS3 sequence; nil for what is none.
    var singleShiftKey: KeyPress? {
        // The modifiers stand alone in old terminals (`ESC O 5 P`), behind a 1 in newer ones.
        let held = parameters.count > 1 ? modifiers : ControlSequence.modifiers(first)
        switch final {
        case 0x4D: return KeyPress(.enter, held)
        case 0x49: return KeyPress(.tab, held)
        case 0x20: return KeyPress(.character(" "), held)
        case 0x58: return KeyPress(.character("="), held)
        case 0x61...0x64: return arrow(final - 0x20, .control)
        case 0x6A...0x79: return KeyPress(.character(String(Unicode.Scalar(final - 0x40))), held)
        case 0x52: return KeyPress(.function(3), held)
        default: return letterKey(held)
        }
    }

    private func arrow(_ letter: UInt8, _ modifiers: Modifiers) -> KeyPress? {
        let keys: [UInt8: Key] = [0x41: .up, 0x42: .down, 0x43: .right, 0x44: .left]
        return keys[letter].map { KeyPress($0, modifiers) }
    }

    private func letterKey(_ modifiers: Modifiers) -> KeyPress? {
        switch final {
        case 0x41...0x44: arrow(final, modifiers)
        case 0x46: KeyPress(.end, modifiers)
        case 0x48: KeyPress(.home, modifiers)
        case 0x50, 0x51, 0x53: KeyPress(.function(Int(final) - 0x4F), modifiers)
        default: nil
        }
    }

    private func keyByNumber(_ modifiers: Modifiers) -> KeyPress? {
        guard let first else { return nil }
        let key: Key? =
            switch first {
            case 1, 7: .home
            case 2: .insert
            case 3: .delete
            case 4, 8: .end
            case 5: .pageUp
            case 6: .pageDown
            case 11...15: .function(first - 10)
            case 17...21: .function(first - 11)
            case 23...26: .function(first - 12)
            case 28, 29: .function(first - 13)
            case 31...34: .function(first - 14)
            default: nil
            }
        return key.map { KeyPress($0, modifiers) }
    }

    private func keyByCodePoint(_ index: Int) -> KeyPress? {
        guard let code = number(index) else { return nil }
        let modifiers = modifiers
        let named: [Int: Key] = [
            8: .backspace, 9: .tab, 13: .enter, 27: .escape, 127: .backspace, 57414: .enter, 57417: .left,
            57418: .right, 57419: .up, 57420: .down, 57421: .pageUp, 57422: .pageDown, 57423: .home, 57424: .end,
            57425: .insert, 57426: .delete,
        ]
        if let key = named[code] { return KeyPress(key, modifiers) }
        if (57399...57415).contains(code) { return keypadKey(code, modifiers) }
        // 57344 and on are keys without a sign, such as Caps Lock; below the blank there are none.
        guard code >= 32, !(0x80..<0xA0).contains(code), !(57344...63743).contains(code),
            let scalar = Unicode.Scalar(UInt32(code))
        else { return nil }
        return characterKey(scalar, modifiers)
    }

    private func characterKey(_ scalar: Unicode.Scalar, _ modifiers: Modifiers) -> KeyPress {
        if modifiers.contains(.control) {
            return KeyPress(.character(scalar.properties.lowercaseMapping), modifiers)
        }
        // The capital says all that Shift says. kitty tells the shifted sign behind a colon.
        guard modifiers.contains(.shift) else { return KeyPress(.character(String(scalar)), modifiers) }
        let shifted = number(0, 1).flatMap { Unicode.Scalar(UInt32($0)) }
        let capital = scalar.properties.uppercaseMapping
        let text = shifted.map(String.init) ?? (capital.unicodeScalars.count == 1 ? capital : String(scalar))
        return KeyPress(.character(text), modifiers.subtracting(.shift))
    }

    private func keypadKey(_ code: Int, _ modifiers: Modifiers) -> KeyPress? {
        let signs = Array("0123456789./*-+\r=".unicodeScalars)
        return KeyPress(.character(String(signs[code - 57399])), modifiers)
    }
}

extension KeyPress {
    /// The key that sends the control character `byte`, which is below 0x20 or 0x7F.
    init(control byte: UInt8) {
        switch byte {
        case 0x09: self.init(.tab)
        case 0x0D: self.init(.enter)
        case 0x1B: self.init(.escape)
        case 0x7F: self.init(.backspace)
        case 0x00: self.init(.character(" "), .control)
        case 0x01...0x1A: self.init(.character(String(Unicode.Scalar(byte + 0x60))), .control)
        default: self.init(.character(String(Unicode.Scalar(byte + 0x40))), .control)
        }
    }
}
