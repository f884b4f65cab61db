/// A complete CSI or SS3 sequence, taken apart.
struct ControlSequence {
    enum Meaning {
        case key(KeyPress)
        case event(TerminalEvent)
        /// A paste begins.
        case paste
    }

    /// The byte that tells private sequences, `<` to `?`; 0 when there is none.
    let marker: UInt8
    /// The numbers between semicolons, each with what stands after colons; nil where nothing stands.
    let parameters: [[Int?]]
    let final: UInt8

    /// Takes apart `ESC [ … final` or `ESC O … final`; nil when there are bytes that belong in neither.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 3, let final = bytes.last else { return nil }
        var body = bytes[2..<bytes.count - 1]
        self.final = final
        if let first = body.first, (0x3C...0x3F).contains(first) {
            marker = first
            body = body.dropFirst()
        } else {
            marker = 0
        }
        var parameters: [[Int?]] = []
        for field in body.split(separator: 0x3B, omittingEmptySubsequences: false) {
            var numbers: [Int?] = []
            for part in field.split(separator: 0x3A, omittingEmptySubsequences: false) {
                guard part.allSatisfy({ (0x30...0x39).contains($0) }), part.count <= 9 else { return nil }
                numbers.append(part.isEmpty ? nil : part.reduce(0) { $0 * 10 + Int($1 & 0x0F) })
            }
            parameters.append(numbers)
        }
        self.parameters = parameters
    }

    /// What the CSI sequence tells; nil for what means nothing here.
    var meaning: Meaning? {
        if marker == 0x3C, final == 0x4D || final == 0x6D { return mouse.map { .event(.mouse($0)) } }
        guard marker == 0 else { return nil }
        switch (final, parameters.count) {
        case (0x49, 1) where first == nil: return .event(.focus(true))
        case (0x4F, 1) where first == nil: return .event(.focus(false))
        case (0x7E, _) where first == 200: return .paste
        default: return isRelease ? nil : key.map { .key($0) }
        }
    }

    var first: Int? { number(0) }

    func number(_ index: Int, _ part: Int = 0) -> Int? {
        guard index < parameters.count, part < parameters[index].count else { return nil }
        return parameters[index][part]
    }

    /// What is held down, as xterm and kitty count it: one more than the bits for Shift, Alt and Ctrl.
    var modifiers: Modifiers { ControlSequence.modifiers(number(1)) }

    static func modifiers(_ code: Int?) -> Modifiers {
        let bits = max((code ?? 1) - 1, 0)
        var modifiers: Modifiers = []
        if bits & 1 != 0 { modifiers.insert(.shift) }
        if bits & 2 != 0 { modifiers.insert(.alt) }
        if bits & 4 != 0 { modifiers.insert(.control) }
        return modifiers
    }

    /// Whether kitty's protocol tells that the key came up.
    private var isRelease: Bool { number(1, 1) == 3 }

    private var mouse: MouseEvent? {
        guard parameters.count == 3, let code = first, let column = number(1), let row = number(2) else { return nil }
        return MouseEvent(code: code, at: Point(x: column - 1, y: row - 1), isRelease: final == 0x6D)
    }
}

extension MouseEvent {
    /// Reads the number that xterm's mouse reports begin with; nil for buttons that no mouse here has.
    init?(code: Int, at position: Point, isRelease: Bool) {
        guard code >= 0, position.x >= 0, position.y >= 0 else { return nil }
        var modifiers: Modifiers = []
        if code & 4 != 0 { modifiers.insert(.shift) }
        if code & 8 != 0 { modifiers.insert(.alt) }
        if code & 16 != 0 { modifiers.insert(.control) }
        switch code & ~0x3C {
        case 64: self.init(.wheelUp, at: position, modifiers)
        case 65: self.init(.wheelDown, at: position, modifiers)
        case 0...3:
            let button: Button? = [.left, .middle, .right, nil][code & 3]
            let action: Action = isRelease ? .release : code & 32 != 0 ? .move : .press
            self.init(action, button, at: position, modifiers)
        default: return nil
        }
    }
}
