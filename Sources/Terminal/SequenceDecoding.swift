extension KeyDecoder {
    /// Takes the next byte of a control sequence.
    mutating func takeSequence(_ byte: UInt8) {
        switch mode {
        case .escape: takeAfterEscape(byte)
        case .control: takeControl(byte)
        case .single: takeSingle(byte)
        case .string: takeString(byte)
        case .stringEscape:
            if byte == 0x5C {
                finishString()
            } else {
                abandon()
                takeSequence(byte)
            }
        case .console:
            finish((0x41...0x45).contains(byte) ? KeyPress(.function(Int(byte) - 0x40)) : nil)
        case .mouse:
            remember(byte)
            if sequence.count == 6 { finishOldMouseReport() }
        case .ground, .paste: break
        }
    }

    /// Gives up the sequence that has begun. What a person can have typed by itself is typed: a lone ESC, or Alt with
    /// the sign that begins a sequence. An ESC inside a string begins anew.
    mutating func abandon() {
        let beginsAnew = mode == .stringEscape
        if sequence.count <= 2 {
            if isAlt { press(KeyPress(.escape)) }
            isAlt = false
            let sign = sequence.last.map { KeyPress(.character(String(Unicode.Scalar($0))), .alt) }
            finish(mode == .escape ? KeyPress(.escape) : sign)
        } else {
            finish(nil)
        }
        if beginsAnew { takeText(0x1B) }
    }

    /// Ends the sequence; the Alt of an ESC before it goes to its key.
    private mutating func finish(_ key: KeyPress?) {
        if var key {
            if isAlt { key.modifiers.insert(.alt) }
            press(key)
        }
        isAlt = false
        mode = .ground
        sequence.removeAll(keepingCapacity: true)
    }

    private mutating func finish(_ event: TerminalEvent) {
        finish(nil)
        events.append(event)
    }

    /// Gives up the sequence and looks at the byte afresh.
    private mutating func restart(_ byte: UInt8) {
        abandon()
        takeText(byte)
    }

    private mutating func remember(_ byte: UInt8) {
        if sequence.count < KeyDecoder.longestSequence { sequence.append(byte) }
    }

    private mutating func takeAfterEscape(_ byte: UInt8) {
        switch byte {
        case 0x1B:
            // Three in a row: the first was a key of its own.
            if isAlt { press(KeyPress(.escape)) }
            isAlt = true
            return
        case 0x5B: mode = .control
        case 0x4F: mode = .single
        default:
            if isAlt {
                press(KeyPress(.escape))
                isAlt = false
            }
            if [0x5D, 0x50, 0x58, 0x5E, 0x5F].contains(byte) {
                mode = .string
            } else {
                return takeAlt(byte)
            }
        }
        remember(byte)
    }

    private mutating func takeAlt(_ byte: UInt8) {
        if byte >= 0x80 {
            finish(nil)
            isAlt = true
            return takeText(byte)
        }
        if let key = keys[[0x1B, byte]] { return finish(key) }
        var key = byte < 0x20 || byte == 0x7F ? keys[[byte]] ?? KeyPress(control: byte) : nil
        key = key ?? KeyPress(.character(String(Unicode.Scalar(byte))))
        key?.modifiers.insert(.alt)
        finish(key)
    }

    private mutating func takeControl(_ byte: UInt8) {
        let isFirst = sequence.count == 2
        switch byte {
        case 0x5B where isFirst: mode = .console
        case 0x4D where isFirst && keys[sequence + [byte]] == nil: mode = .mouse
        // rxvt ends keys pressed with Shift by a dollar, which elsewhere stands before the last byte.
        case 0x24 where !isFirst && sequence[2] != 0x3F, 0x40...0x7E:
            remember(byte)
            return finishControl()
        case 0x20..<0x40: break
        default: return restart(byte)
        }
        remember(byte)
    }

    private mutating func finishControl() {
        guard sequence.count < KeyDecoder.longestSequence else { return finish(nil) }
        if let key = keys[sequence] { return finish(key) }
        if let answer = TerminalAnswer(control: sequence) {
            note(answer)
            return finish(nil)
        }
        switch ControlSequence(sequence)?.meaning {
        case .key(let key): finish(key)
        case .event(let event): finish(event)
        case .paste:
            finish(nil)
            mode = .paste
        case nil: finish(nil)
        }
    }

    /// Ends a control string: nothing but an answer comes as one.
    private mutating func finishString() {
        if sequence.count < KeyDecoder.longestSequence, let answer = TerminalAnswer(string: sequence) {
            note(answer)
        }
        finish(nil)
    }

    private mutating func finishOldMouseReport() {
        let code = Int(sequence[3]) - 32
        let position = Point(x: Int(sequence[4]) - 33, y: Int(sequence[5]) - 33)
        let isRelease = code >= 0 && code & 0x43 == 3
        let event = MouseEvent(code: isRelease ? code & ~3 : code, at: position, isRelease: isRelease)
        if var event {
            if isRelease { event.button = nil }
            finish(.mouse(event))
        } else {
            finish(nil)
        }
    }

    private mutating func takeSingle(_ byte: UInt8) {
        switch byte {
        case 0x30...0x3B: remember(byte)
        case 0x40...0x7E:
            remember(byte)
            finish(keys[sequence] ?? ControlSequence(sequence)?.singleShiftKey)
        default: restart(byte)
        }
    }

    private mutating func takeString(_ byte: UInt8) {
        switch byte {
        case 0x1B: mode = .stringEscape
        case 0x07: finishString()
        // No other control character belongs into a string: its end was lost, or it never was one.
        case 0..<0x20: restart(byte)
        default: remember(byte)
        }
    }
}
