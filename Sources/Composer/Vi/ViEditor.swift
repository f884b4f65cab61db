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
    public private(set) var mode = Mode.insert
    /// The keys of a command that is not complete.
    public private(set) var pending: [String] = []

    var register = ViRegister()
    /// The last `f`, `F`, `t` or `T`.
    var lastFind: ViFind?
    private var lastChange: Change?
    private var insertion: Insertion?
    /// Where the selection of visual mode began, and the element under the cursor.
    private var visual = (anchor: 0, cursor: 0)

    /// What `.` does again.
    private struct Change: Sendable {
        var command: ViCommand
        var inserted: [DraftElement] = []
    }

    /// Where insert mode began, how often what is typed is to stand there, and the first undo step of it all.
    private struct Insertion: Sendable {
        var start: Int
        var count: Int
        var step: Int
        /// How many steps the command itself made.
        var own: Int
    }

    /// A machine in insert mode.
    public init() {}

    /// Insert mode for a draft that is begun anew.
    public mutating func startOver() {
        mode = .insert
        pending = []
        insertion = nil
    }

    /// Esc: gives up what is not complete, or leaves insert or visual mode. False when there was nothing to give up.
    @discardableResult
    public mutating func escape(_ composer: inout Composer, at time: Int64 = 0) -> Bool {
        defer { pending = [] }
        switch mode {
        case .insert:
            endInsertion(&composer, at: time)
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
            change(command, on: &composer, at: time)
            if command.verb.isChange { lastChange = Change(command: command) }
        }
        settle(&composer)
        composer.dismissQuery()
        return .taken
    }

    private mutating func change(_ command: ViCommand, on composer: inout Composer, at time: Int64) {
        let caret = composer.caret
        let step = composer.history.done.count
        switch command.verb {
        case .operate(let action, let object):
            guard let extent = extent(of: object, action, command.count, in: composer.elements, from: caret) else {
                return
            }
            operate(action, on: extent, of: &composer, at: time)
            if action == .change { beginInsertion(1, composer, from: step) }
        case .put(let isBefore): put(isBefore: isBefore, times: command.times, into: &composer, at: time)
        case .replace(let text):
            let range = caret..<caret + command.times
            guard range.upperBound <= composer.elements.lineEnd(at: caret) else { return }
            replace(range, with: text, in: &composer, at: time)
        case .swapCase:
            let range = caret..<min(caret + command.times, composer.elements.lineEnd(at: caret))
            swapCase(range, in: &composer, at: time)
            composer.move(to: range.upperBound)
        case .insert(let place):
            open(place, in: &composer, at: time)
            beginInsertion(command.times, composer, from: step)
        default: break
        }
    }

    // MARK: Insert mode

    private mutating func beginInsertion(_ count: Int, _ composer: Composer, from step: Int) {
        mode = .insert
        insertion = Insertion(
            start: composer.caret, count: count, step: step, own: composer.history.done.count - step)
    }

    private mutating func endInsertion(_ composer: inout Composer, at time: Int64) {
        guard let insertion else { return }
        self.insertion = nil
        // What was cut for it and all that was typed are taken back by one `u`.
        let end = composer.history.done.count
        defer {
            composer.history.join(
                from: insertion.step, own: insertion.own, typedAt: insertion.start, until: end)
        }
        guard insertion.start < composer.caret else { return }
        let typed = Array(composer.elements[insertion.start..<composer.caret])
        lastChange?.inserted = typed
        guard insertion.count > 1 else { return }
        composer.insert(Array(repeatElement(typed, count: insertion.count - 1).joined()), at: time)
    }

    private mutating func repeatLast(_ count: Int?, on composer: inout Composer, at time: Int64) {
        guard var last = lastChange else { return }
        if let count { last.command.count = count }
        change(last.command, on: &composer, at: time)
        guard mode == .insert else { return }
        composer.insert(last.inserted, at: time)
        if let insertion { self.insertion?.own = composer.history.done.count - insertion.step }
        escape(&composer, at: time)
        lastChange = last
    }

    // MARK: Visual mode

    private mutating func performVisual(
        _ command: ViCommand, on composer: inout Composer, at time: Int64
    ) -> Outcome {
        adoptSelection(of: composer)
        let step = composer.history.done.count
        let (low, high) = (min(visual.anchor, visual.cursor), max(visual.anchor, visual.cursor))
        let range = low..<min(high + 1, composer.elements.count)
        switch command.verb {
        case .move(let motion):
            let motion = motion.onLinesOfDraft
            if let target = target(of: motion, command.count, in: composer.elements, from: visual.cursor) {
                visual.cursor = composer.elements.viPlace(target.place)
            }
            showVisual(&composer)
            return .taken
        case .select(let object):
            if let extent = extent(of: object, .yank, command.count, in: composer.elements, from: visual.cursor) {
                visual.anchor = min(low, extent.range.lowerBound)
                visual.cursor = max(extent.range.upperBound - 1, visual.anchor)
            }
            showVisual(&composer)
            return .taken
        case .visual: composer.move(to: visual.cursor)
        case .operateOnSelection(let action):
            operate(action, on: ViExtent(range, isLinewise: false), of: &composer, at: time)
            if action == .change {
                beginInsertion(1, composer, from: step)
                return .taken
            }
        case .put:
            let piece = register
            operate(.delete, on: ViExtent(range, isLinewise: false), of: &composer, at: time)
            composer.insert(piece.elements, at: time)
        case .replace(let text): replace(range, with: text, in: &composer, at: time)
        case .swapCase:
            swapCase(range, in: &composer, at: time)
            composer.move(to: low)
        default: return .unknown
        }
        mode = .normal
        settle(&composer)
        return .taken
    }

    /// Takes what is selected now: a click or a key of another table may have changed it, or the draft.
    private mutating func adoptSelection(of composer: Composer) {
        guard let selection = composer.selection else {
            visual.cursor = composer.elements.viPlace(composer.caret)
            visual.anchor = visual.cursor
            return
        }
        let ends = (selection.lowerBound, selection.upperBound - 1)
        visual =
            composer.caret == selection.lowerBound ? (anchor: ends.1, cursor: ends.0) : (anchor: ends.0, cursor: ends.1)
    }

    private func showVisual(_ composer: inout Composer) {
        let count = composer.elements.count
        if visual.cursor >= visual.anchor {
            composer.move(to: visual.anchor)
            composer.move(to: min(visual.cursor + 1, count), selecting: true)
        } else {
            composer.move(to: min(visual.anchor + 1, count))
            composer.move(to: visual.cursor, selecting: true)
        }
    }
}
