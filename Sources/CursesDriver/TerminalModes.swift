import CNcurses

/// The modes of the terminal that ncurses has no notion of, and the bytes that set and undo them.
struct TerminalModes {
    /// Whether mouse reports were asked for.
    var mouse = false
    /// Whether every motion of the mouse is to be reported.
    var motion = false
    /// Whether the window's title was put away on the terminal's stack.
    var title = false
    /// Whether kitty's keyboard protocol is in force, which tells Shift-Enter from Enter.
    var keyboard = false

    /// Bracketed paste and focus reports, and what else is wanted.
    var entering: [UInt8] {
        let further = (mouse ? Self.mouseOn + (motion ? Self.motionOn : "") : "") + (keyboard ? Self.keyboardOn : "")
        return Array((Self.orderOurs + "\u{1B}[?2004h\u{1B}[?1004h" + further).utf8)
    }

    /// Undoes all of them, in the reverse order.
    var leaving: [UInt8] {
        let own = (keyboard ? Self.keyboardOff : "") + (title ? Self.titleBack : "")
        return Array((own + Self.mouseOff + "\u{1B}[?1004l\u{1B}[?2004l" + Self.orderTheirs).utf8)
    }

    /// All that undoes a screen without ncurses' help, for a signal handler.
    var restoring: [UInt8] {
        let parts = ["rmkx", "sgr0", "op", "cnorm", "smam", "rmcup"].map { TerminalModes.capability($0) }
        // The end of a synchronized update comes first, else nothing that follows is seen.
        return Array("\u{1B}[?2026l".utf8) + leaving + parts.joined() + Array("\r\n".utf8)
    }

    /// Drags and presses, with places beyond column 223.
    static let mouseOn = "\u{1B}[?1002h\u{1B}[?1006h"
    static let mouseOff = "\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l"
    /// Every motion; in xterm each of these modes takes the place of the other.
    static let motionOn = "\u{1B}[?1003h"
    static let motionOff = "\u{1B}[?1003l\u{1B}[?1002h"
    /// Keys that cannot be told apart by their old spellings are told by number; flag 1 of the protocol.
    static let keyboardOn = "\u{1B}[>1u"
    static let keyboardOff = "\u{1B}[<u"
    /// ECMA-48's BDSM: terminals that reorder Arabic and Hebrew by themselves (VTE, mintty) do it over whole rows, and so
    /// across the edges of panes. While the screen is ours, cells stay where they are put.
    static let orderOurs = "\u{1B}[8l"
    static let orderTheirs = "\u{1B}[8h"
    static let titlePutAway = "\u{1B}[22;2t"
    static let titleBack = "\u{1B}[23;2t"

    /// A string of terminfo without its marks for delays; empty when the terminal has none of that name.
    static func capability(_ name: String) -> [UInt8] {
        guard let text = mingle_capability(name) else { return [] }
        var bytes: [UInt8] = []
        var isDelay = false
        let all = Array(String(cString: text).utf8)
        for (index, byte) in all.enumerated() {
            if byte == 0x24, index + 1 < all.count, all[index + 1] == 0x3C { isDelay = true }
            if !isDelay { bytes.append(byte) }
            if byte == 0x3E { isDelay = false }
        }
        return bytes
    }
}
