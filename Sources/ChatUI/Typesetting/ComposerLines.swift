import Composer
import InlineLayout

/// Where the lines of a draft begin, at least down to some way below the caret. Kept from key to key: only lines that an
/// edit can have moved are laid out again.
struct ComposerLines {
    /// The index of the first element of each line; the first is 0.
    private(set) var starts = [0]
    /// Whether these are all lines; a very long draft has more below those that anybody looks at.
    private var isComplete = false
    /// All lines of an earlier draft, when the last ones were laid out: most of them come again below.
    private var below: OldLines?
    private var key: DraftFace.Key?
    private var revision = -1
    private var count = 0

    /// Whether these are the lines of `composer` as it looks now.
    func fit(_ composer: Composer, _ face: DraftFace) -> Bool {
        revision == composer.revision && key == face.key && reach(composer.caret, face)
    }

    /// The most lines that are shown at once.
    static let mostShown = 64

    /// Whether as many lines as are shown at once are known below the one of the caret.
    private func reach(_ caret: Int, _ face: DraftFace) -> Bool {
        isComplete || line(of: caret) + face.rows < starts.count
    }

    /// Brings the lines to what `composer` holds now; with `wholly` all of them, and not those alone that may be seen.
    mutating func adopt(_ composer: inout Composer, _ face: DraftFace, wholly: Bool = false) {
        guard !fit(composer, face) || wholly && !isComplete else { return }
        let untouched = composer.takeUntouched()
        let elements = composer.elements
        if key != face.key {
            starts = [0]
            isComplete = false
            below = nil
        } else if revision != composer.revision {
            adjust(to: elements, face, untouched, caret: composer.caret)
        }
        let goal = wholly ? elements.count : composer.caret
        while !reach(goal, face) { append(to: elements, face, caret: goal) }
        key = face.key
        revision = composer.revision
        count = elements.count
    }

    /// The lines of `composer`, made from nothing.
    init(of composer: Composer, _ face: DraftFace) {
        while !reach(composer.caret, face) { append(to: composer.elements, face, caret: composer.caret) }
        key = face.key
        revision = composer.revision
        count = composer.elements.count
    }

    init() {}

    /// The line that holds the element `index`.
    func line(of index: Int) -> Int {
        var (low, high) = (0, starts.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if starts[middle] <= index { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// Lays out again from the last clean start before what changed to where old and new lines meet.
    private mutating func adjust(to elements: [DraftElement], _ face: DraftFace, _ untouched: Untouched, caret: Int) {
        var first = line(of: min(untouched.head, elements.count))
        // A word may go back to the line above, and an edit at the start of a line touches the one before.
        first = max(first - 2, 0)
        while first > 0, !isClean(starts[first], elements) { first -= 1 }
        let old = OldLines(starts: starts, count: count, tail: untouched.tail)
        below?.touch(allBut: untouched.tail)
        starts.removeSubrange((first + 1)...)
        append(to: elements, face, old: old, caret: caret)
    }

    /// Lays out what follows the last start, a window at a time, until the end, until old lines go on, or until it is
    /// far enough below the caret.
    private mutating func append(to elements: [DraftElement], _ face: DraftFace, old: OldLines? = nil, caret: Int) {
        let wasComplete = isComplete
        isComplete = false
        var size = max(face.key.width * 5, 200)
        while true {
            let begin = starts.count - 1
            let window = starts[begin]..<min(starts[begin] + size, elements.count)
            var found = ComposerLines.starts(in: window, of: elements, face)
            // What comes behind the window may still move its last lines.
            let isLast = window.upperBound == elements.count
            if !isLast { found.removeLast(min(found.count, 2)) }
            var lastClean: Int?
            for start in found {
                starts.append(start)
                guard isClean(start, elements) else { continue }
                lastClean = starts.count - 1
                if let rest = old?.rest(behind: start, in: elements.count) {
                    starts += rest
                    isComplete = wasComplete
                    return
                }
                if let rest = below?.rest(behind: start, in: elements.count) {
                    starts += rest
                    return complete()
                }
            }
            if isLast { return complete() }
            if let lastClean {
                starts.removeSubrange((lastClean + 1)...)
                if reach(caret, face) {
                    if wasComplete { below = old }
                    return
                }
                size = wanted(caret, face, perLine: max(window.count / (lastClean - begin), 1))
            } else {
                starts.removeSubrange((begin + 1)...)
                size *= 2
            }
        }
    }

    private mutating func complete() {
        isComplete = true
        below = nil
    }

    /// The elements of a window that goes far enough below the caret, if lines go on to hold `perLine` of them.
    private func wanted(_ caret: Int, _ face: DraftFace, perLine: Int) -> Int {
        let known = starts.count - 1
        // What does not come again soon does not come for a long time: no window is shorter than five lines.
        let missing = max(line(of: caret) + face.rows + 3 - known, 5)
        return min(max(caret - starts[known], 0) + missing * perLine, 20_000)
    }

    /// Whether what stands before `start` has no say in how the text behind it is broken.
    private func isClean(_ start: Int, _ elements: [DraftElement]) -> Bool {
        if start == 0 || elements[start - 1] == .cluster("\n") || elements[start - 1] == .cluster(" ") { return true }
        // Between two ideographs a line may end whatever stands before them.
        return start < elements.count && elements[start - 1].isIdeograph && elements[start].isIdeograph
    }

    /// The starts of the lines in `window`, which begins a line, but for its own.
    private static func starts(in window: Range<Int>, of elements: [DraftElement], _ face: DraftFace) -> [Int] {
        guard !window.isEmpty else { return [] }
        var content = InlineContent()
        var offsets: [Int] = []
        offsets.reserveCapacity(window.count)
        var run = ""
        var end = 0
        for index in window {
            offsets.append(end)
            let element = elements[index]
            if case .cluster(let text) = element, text != "\n" {
                run += text
                end += text.utf8.count
                continue
            }
            if !run.isEmpty { content.append(text: run) }
            run = ""
            if element.isAtom { content.append(token: face.text(of: element), id: 0) } else { content.appendBreak() }
            end = content.utf8.count
        }
        if !run.isEmpty { content.append(text: run) }
        var options = LayoutOptions(width: face.key.width)
        options.wrapping = .chat
        options.showsTrailingBlanks = true
        var result: [Int] = []
        var place = 0
        for line in content.layout(options).lines.dropFirst() {
            while place < offsets.count, offsets[place] < line.utf8.lowerBound { place += 1 }
            result.append(window.lowerBound + place)
        }
        return result
    }
}

extension DraftElement {
    /// Whether it is one scalar of the unified ideographs of the basic plane.
    fileprivate var isIdeograph: Bool {
        guard case .cluster(let text) = self, text.utf8.count == 3, let scalar = text.unicodeScalars.first else {
            return false
        }
        return (0x3400...0x9FFF).contains(scalar.value)
    }
}
