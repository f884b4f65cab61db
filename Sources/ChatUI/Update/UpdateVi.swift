import Composer
import Terminal

extension ChatState {
    /// Whether vi's commands are what typing means now.
    var isViCommanding: Bool { settings.keys == .vi && vi.mode != .insert }

    /// A key by vi's rules; nil where they have nothing to say and the table of keys decides.
    mutating func pressInVi(_ key: KeyPress, at moment: Moment) -> [Effect]? {
        if key == KeyPress(.escape) {
            // Esc in normal mode, with nothing to give up, is the key that it is elsewhere.
            guard vi.escape(&views[current].composer, at: moment.milliseconds) else { return nil }
            menu = nil
            return afterEdit(at: moment)
        }
        guard vi.mode != .insert, let typed = key.viKey else { return nil }
        let revision = view.composer.revision
        switch vi.press(typed, on: &views[current].composer, at: moment.milliseconds) {
        case .taken: break
        case .unknown: tell("\(typed) is no command here; i writes, F1 shows the keys")
        case .search: return perform(.searchHistory, at: moment)
        case .lines(let count):
            let effects = (0..<min(abs(count), 1_000)).flatMap { _ in perform(count < 0 ? .up : .down, at: moment) }
            return effects
        }
        view.goalColumn = nil
        view.caretEndsLine = false
        return view.composer.revision == revision ? [] : afterEdit(at: moment)
    }
}

extension KeyPress {
    /// The key as vi's commands are written; nil for one that is none of theirs.
    fileprivate var viKey: String? {
        if self == KeyPress(.character("r"), .control) { return "C-r" }
        guard modifiers.isDisjoint(with: [.control, .alt]) else { return nil }
        switch key {
        case .character(let text): return text
        case .backspace, .left: return "h"
        case .right: return "l"
        case .delete: return "x"
        case .home: return "0"
        case .end: return "$"
        default: return nil
        }
    }
}
