// Visual mode: motions and objects select, and what comes behind them is done to all that is selected.

extension ViEditor {
    mutating func performVisual(_ command: ViCommand, on composer: inout Composer, at time: Int64) -> Outcome {
        adoptSelection(of: composer)
        let (low, high) = (min(visual.anchor, visual.cursor), max(visual.anchor, visual.cursor))
        let range = low..<min(high + 1, composer.elements.count)
        switch command.verb {
        case .move(let motion):
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
        case .operateOnSelection, .put, .replace, .swapCase:
            change(range, by: command, on: &composer, at: time)
            if command.verb.isChange { lastChange = Change(command: command, length: range.count) }
            if mode == .insert { return .taken }
        default: return .unknown
        }
        mode = .normal
        settle(&composer)
        return .taken
    }

    /// Makes a change to what is selected, or with `.` to as much as was selected.
    mutating func change(_ range: Range<Int>, by command: ViCommand, on composer: inout Composer, at time: Int64) {
        let step = composer.history.done.count
        switch command.verb {
        case .operateOnSelection(let action):
            operate(action, on: ViExtent(range), of: &composer, at: time)
            if action == .change { beginInsertion(in: &composer, from: step) }
        case .put:
            let piece = register
            keep(ViExtent(range), of: &composer)
            composer.replace(range, with: piece.elements, at: time)
        case .replace(let text): replace(range, with: text, in: &composer, at: time)
        case .swapCase:
            swapCase(range, in: &composer, at: time)
            composer.move(to: range.lowerBound)
        default: break
        }
    }

    /// Takes what is selected now: a click or a key of another table may have changed it, or the draft.
    mutating func adoptSelection(of composer: Composer) {
        guard let selection = composer.selection else {
            visual.cursor = composer.elements.viPlace(composer.caret)
            visual.anchor = visual.cursor
            return
        }
        let ends = (selection.lowerBound, selection.upperBound - 1)
        visual =
            composer.caret == selection.lowerBound ? (anchor: ends.1, cursor: ends.0) : (anchor: ends.0, cursor: ends.1)
    }

    func showVisual(_ composer: inout Composer) {
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
