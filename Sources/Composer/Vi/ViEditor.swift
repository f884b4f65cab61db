import RichText

/// Vi's way of editing a draft: modes, counts, operators, motions and text objects, in which an atom is one element and
/// a word of its own.
///
/// A state machine without keys of its own: ``press(_:on:at:)`` takes what was typed in normal and visual mode, one
/// cluster at a time; in insert mode whoever owns the composer types into it. What is cut or copied also goes into the
/// composer's kill ring.
///
///     var vi = ViEditor()
///     vi.escape(&composer)
///     for key in ["d", "2", "w"] { _ = vi.press(key, on: &composer, at: 0) }
public struct ViEditor: Sendable {
    /// What typing does.
    public enum Mode: Hashable, Sendable {
        /// Puts in what is typed.
        case insert
        /// Every key is a command.
        case normal
        /// Motions select, and an operator takes what is selected.
        case visual
    }

    /// What came of a key.
    public enum Outcome: Hashable, Sendable {
        /// It was taken: a command was carried out, or waits for its rest.
        case taken
        /// Go that many lines of the screen down, or up where negative: only who lays the draft out knows them.
        case lines(Int)
        /// Look through what was written before.
        case search
        /// No command begins so.
        case unknown
    }

    /// What typing does now; a new draft begins in insert mode.
    public internal(set) var mode = Mode.insert
    /// The keys of a command that is not complete.
    public private(set) var pending: [String] = []

    var register = ViRegister()
    /// The last `f`, `F`, `t` or `T`.
    var lastFind: ViFind?
    var lastChange: Change?
    /// Where the selection of visual mode began, and the element under the cursor.
    var visual = (anchor: 0, cursor: 0)

    /// What `.` does again.
    struct Change: Sendable {
        var command: ViCommand
        /// How many elements were selected, where visual mode made it.
        var length: Int?
        var inserted: [DraftElement] = []
    }

    /// A machine in insert mode.
    public init() {}

    /// Insert mode for a draft that is begun anew.
    public mutating func startOver() {
        mode = .insert
        pending = []
    }

    /// One turns to another draft: what was begun in `composer` ends there, and the mode stays, but for visual mode.
    public mutating func turnAway(from composer: inout Composer) {
        pending = []
        if mode == .visual { escape(&composer) }
        remember(composer.giveUpInsertion())
    }

    /// Shows each person by the name that `name` has for them, nil for the one that is there, in all that is kept.
    public mutating func rename(_ name: (PersonID) -> String?) {
        register.elements.rewriteMentions { $0.rename(name) }
        lastChange?.inserted.rewriteMentions { $0.rename(name) }
    }

    /// Esc: gives up what is not complete, or leaves insert or visual mode. False when there was nothing to give up.
    @discardableResult
    public mutating func escape(_ composer: inout Composer, at time: Int64 = 0) -> Bool {
        defer { pending = [] }
        switch mode {
        case .insert:
            remember(composer.endInsertion(at: time))
            mode = .normal
            let start = composer.elements.lineStart(at: composer.caret)
            composer.move(to: max(composer.caret - 1, start))
        case .visual:
            mode = .normal
            adoptSelection(of: composer)
            composer.move(to: visual.cursor)
        case .normal: return !pending.isEmpty
        }
        settle(&composer)
        return true
    }

    /// Keeps the caret of normal mode before an element of its line, where there is one.
    public func settle(_ composer: inout Composer) {
        guard mode == .normal else { return }
        let place = composer.elements.viPlace(composer.caret)
        if place != composer.caret || composer.selection != nil { composer.move(to: place) }
    }

    /// Takes a key of normal or visual mode: one cluster, or `C-r`.
    public mutating func press(_ key: String, on composer: inout Composer, at time: Int64) -> Outcome {
        guard mode != .insert else { return .unknown }
        pending.append(key)
        switch ViCommand.read(pending, isVisual: mode == .visual) {
        case .incomplete: return .taken
        case .unknown:
            pending = []
            return .unknown
        case .command(let command):
            pending = []
            return perform(command, on: &composer, at: time)
        }
    }

    // MARK: Commands

    private mutating func perform(
        _ command: ViCommand, on composer: inout Composer, at time: Int64
    ) -> Outcome {
        if mode == .visual { return performVisual(command, on: &composer, at: time) }
        switch command.verb {
        case .move(.lines(let direction)): return .lines(direction * command.times)
        case .move(let motion):
            if let target = target(of: motion, command.count, in: composer.elements, from: composer.caret) {
                composer.move(to: target.place)
            }
        case .search: return .search
        case .undo, .redo:
            for _ in 0..<command.times { composer.perform(command.verb == .undo ? .undo : .redo, at: time) }
            composer.move(to: composer.selection?.lowerBound ?? composer.caret)
        case .again: repeatLast(command.count, on: &composer, at: time)
        case .visual:
            mode = .visual
            visual = (composer.caret, composer.caret)
            showVisual(&composer)
        default:
            let isDone = change(command, on: &composer, at: time)
            if isDone, command.verb.isChange { lastChange = Change(command: command) }
        }
        settle(&composer)
        composer.dismissQuery()
        return .taken
    }

    /// Makes a change in normal mode; false where there is nothing that it could be made to.
    private mutating func change(_ command: ViCommand, on composer: inout Composer, at time: Int64) -> Bool {
        let caret = composer.caret
        let step = composer.history.done.count
        switch command.verb {
        case .operate(let action, let object):
            guard let extent = extent(of: object, action, command.count, in: composer.elements, from: caret) else {
                return false
            }
            operate(action, on: extent, of: &composer, at: time)
            if action == .change { beginInsertion(in: &composer, from: step) }
        case .put(let isBefore): put(isBefore: isBefore, times: command.times, into: &composer, at: time)
        case .replace(let text):
            let range = caret..<caret + command.times
            guard range.upperBound <= composer.elements.lineEnd(at: caret) else { return false }
            replace(range, with: text, in: &composer, at: time)
        case .swapCase:
            let range = caret..<min(caret + command.times, composer.elements.lineEnd(at: caret))
            swapCase(range, in: &composer, at: time)
            composer.move(to: range.upperBound)
        case .insert(let place):
            open(place, in: &composer, at: time)
            beginInsertion(command.times, between: place.opensLine ? [.lineFeed] : [], in: &composer, from: step)
        default: return false
        }
        return true
    }

    // MARK: Insert mode

    mutating func beginInsertion(
        _ count: Int = 1, between: [DraftElement] = [], in composer: inout Composer, from step: Int
    ) {
        mode = .insert
        composer.beginInsertion(count, between: between, from: step)
    }

    /// Keeps what was typed for `.`: it belongs to the last command, or behind a motion is a change of its own.
    private mutating func remember(_ said: Insertion.Said?) {
        guard let said else { return }
        if !said.isOwn { lastChange = Change(command: ViCommand(verb: .insert(.before))) }
        lastChange?.inserted = said.typed
    }

    private mutating func repeatLast(_ count: Int?, on composer: inout Composer, at time: Int64) {
        guard var last = lastChange else { return }
        if let count { last.command.count = count }
        if let length = last.length {
            let range = composer.caret..<min(composer.caret + length, composer.elements.count)
            change(range, by: last.command, on: &composer, at: time)
        } else {
            _ = change(last.command, on: &composer, at: time)
        }
        guard mode == .insert else { return }
        composer.insert(last.inserted, at: time)
        composer.insertion?.countAsOwn(steps: composer.history.done.count)
        escape(&composer, at: time)
        lastChange = last
    }
}
