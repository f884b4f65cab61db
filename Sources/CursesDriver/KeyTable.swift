import CNcurses
import Glibc
import Terminal

/// The byte strings that ncurses has read from terminfo for this terminal's keys.
enum KeyTable {
    /// The strings in the form that ``KeyDecoder`` takes; keys with modifiers have common spellings, which it knows.
    static func read() -> [[UInt8]: KeyPress] {
        var keys: [(Int32, Key)] = [
            (KEY_UP, .up), (KEY_DOWN, .down), (KEY_LEFT, .left), (KEY_RIGHT, .right), (KEY_HOME, .home),
            (KEY_END, .end), (KEY_PPAGE, .pageUp), (KEY_NPAGE, .pageDown), (KEY_IC, .insert), (KEY_DC, .delete),
            (KEY_BACKSPACE, .backspace), (KEY_ENTER, .enter),
        ]
        for number in 1...12 { keys.append((KEY_F0 + Int32(number), .function(number))) }
        var table: [[UInt8]: KeyPress] = [:]
        for (code, key) in keys {
            for bytes in spellings(of: code) where isUsable(bytes, for: key) { table[bytes] = KeyPress(key) }
        }
        for bytes in spellings(of: KEY_BTAB) where isUsable(bytes, for: .tab) { table[bytes] = KeyPress(.tab, .shift) }
        return table
    }

    private static func spellings(of code: Int32) -> [[UInt8]] {
        var result: [[UInt8]] = []
        while result.count < 8, let text = keybound(code, Int32(result.count)) {
            result.append(Array(String(cString: text).utf8))
            free(text)
        }
        return result
    }

    /// A single byte may mean Backspace, but not take Ctrl-J or Ctrl-M from their keys.
    private static func isUsable(_ bytes: [UInt8], for key: Key) -> Bool {
        bytes.count == 1 ? key == .backspace : bytes.first == 0x1B
    }
}
