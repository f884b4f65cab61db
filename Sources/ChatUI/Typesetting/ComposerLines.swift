import Composer
import InlineLayout

/// Where the lines of a draft begin, at least down to some way below the caret. Kept from key to key: only lines that an
/// edit can have moved are laid out again.
struct ComposerLines {
    /// The index of the first element of each line; the first is 0.
    private(set) var starts = [0]
    /// Whether these are all lines; a very long draft has more below those that anybody looks at.
    private var isComplete = false
    private var key: DraftFace.Key?
    private var revision = -1
    private var count = 0

    /// Whether these are the lines of `composer` as it looks now.
    func fit(_ composer: Composer, _ face: DraftFace) -> Bool {
        revision == composer.revision && key == face.key && reach(composer.caret)
    }

    /// The most lines that are shown at once, and that are known below the one of the caret.
    static let mostShown = 64

    private func reach(_ caret: Int) -> Bool { isComplete || line(of: caret) + ComposerLines.mostShown < starts.count }

    /// Brings the lines to what `composer` holds now.
    mutating func adopt(_ composer: inout Composer, _ face: DraftFace) {
        guard !fit(composer, face) else { return }
        let untouched = composer.takeUntouched()
        let elements = composer.elements
        if key != face.key {
            starts = [0]
            isComplete = false
        } else if revision != composer.revision {
            adjust(to: elements, face, untouched, caret: composer.caret)
        }
        while !reach(composer.caret) { append(to: elements, face, tail: nil, caret: composer.caret) }
        key = face.key
        revision = composer.revision
        count = elements.count
    }

    /// The lines of `composer`, made from nothing.
    init(of composer: Composer, _ face: DraftFace) {
        while !reach(composer.caret) { append(to: composer.elements, face, tail: nil, caret: composer.caret) }
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
        let old = Tail(
            starts: starts, from: first, shift: elements.count - count, behind: elements.count - untouched.tail)
        starts.removeSubrange((first + 1)...)
        append(to: elements, face, tail: old, caret: caret)
    }

    /// The old lines behind an edit, of which the rest holds as soon as one of them comes again.
    private struct Tail {
        let starts: [Int]
        let shift: Int
        /// Where untouched elements begin.
        let behind: Int
        private var next: Int

        init(starts: [Int], from first: Int, shift: Int, behind: Int) {
            self.starts = starts
            self.shift = shift
            self.behind = behind
            next = first
        }

        /// The old starts behind `start`, when it was one of them; starts are asked for in ascending order.
        mutating func rest(behind start: Int) -> [Int]? {
            while next < starts.count, starts[next] + shift < start { next += 1 }
            guard next < starts.count, starts[next] + shift == start, start > behind else { return nil }
            return starts[(next + 1)...].map { $0 + shift }
        }
    }

    /// Lays out what follows the last start, a window at a time, until the end, until old lines go on, or until it is
    /// far enough below the caret.
    private mutating func append(to elements: [DraftElement], _ face: DraftFace, tail: Tail?, caret: Int) {
        var tail = tail
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
                if let rest = tail?.rest(behind: start) {
                    starts += rest
                    isComplete = wasComplete
                    return
                }
            }
            if isLast {
                isComplete = true
                return
            }
            if let lastClean {
                starts.removeSubrange((lastClean + 1)...)
                if reach(caret) { return }
                // Nothing came again so far: larger windows cost less.
                size = min(size * 2, 20_000)
            } else {
                starts.removeSubrange((begin + 1)...)
                size *= 2
            }
        }
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
