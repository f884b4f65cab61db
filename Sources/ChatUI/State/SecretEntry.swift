import ChatCore
import RichText
import Terminal

/// A password that is being typed: it is not shown, and never part of a draft or of its history.
struct SecretEntry: Equatable {
    /// What it is for.
    enum Purpose: Equatable {
        /// To go into the room.
        case enter
        /// To be set under that key.
        case configure(String)
    }

    /// The most characters that are taken.
    private static let longest = 1024

    let room: RoomID
    let name: String
    let purpose: Purpose
    private(set) var text = ""

    init(room: RoomID, name: String, purpose: Purpose) {
        (self.room, self.name, self.purpose) = (room, name, purpose)
    }

    /// Takes what is typed or pasted; what stands behind an end of line is not part of it.
    mutating func type(_ typed: String) {
        let line = typed.prefix { $0 != "\n" && $0 != "\r\n" && $0 != "\r" }
        text = String((text + line).prefix(SecretEntry.longest))
    }

    mutating func deleteLast() { if !text.isEmpty { text.removeLast() } }

    mutating func clear() { text = "" }

    /// What is asked, in one line.
    var sentence: String {
        let dots = String(repeating: "•", count: min(text.count, 12))
        switch purpose {
        case .enter: return "Password of \(name): \(dots)  Enter: go in, Esc: stay out"
        case .configure(let key):
            return "New \(key) of \(name), empty for none: \(dots)  Enter: set it, Esc: leave it as it is"
        }
    }
}

extension ChatState {
    /// A key while a password is typed.
    mutating func pressInSecret(_ key: KeyPress, at moment: Moment) -> [Effect] {
        switch Keymap.action(for: key) {
        case .quit: return [.quit]
        case .suspend: return [.suspend]
        case .redraw: return [.redraw]
        case .cancel, .interrupt:
            secretEntry = nil
            return []
        default: break
        }
        switch key {
        case KeyPress(.enter): return submitSecret()
        case KeyPress(.backspace): secretEntry?.deleteLast()
        case KeyPress(.character("u"), .control): secretEntry?.clear()
        default:
            guard case .character(let text) = key.key, key.modifiers.isDisjoint(with: [.control, .alt]) else { break }
            secretEntry?.type(text)
        }
        return []
    }

    private mutating func submitSecret() -> [Effect] {
        guard let entry = secretEntry else { return [] }
        secretEntry = nil
        switch entry.purpose {
        case .enter where entry.text.isEmpty: return []
        case .enter: return [.transport(.enter(entry.room, password: entry.text))]
        case .configure(let key): return [.transport(.configure(entry.room, key: key, value: entry.text))]
        }
    }

    /// A whole line is the password, where there is no screen.
    mutating func answerSecret(_ line: String) -> [Effect] {
        secretEntry?.clear()
        secretEntry?.type(line)
        return submitSecret()
    }
}
