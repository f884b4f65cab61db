import Composer
import InlineLayout

/// Where the lines of a draft begin. Kept from key to key: only lines that an edit can have moved are laid out again.
struct ComposerLines {
    /// The index of the first element of each line; the first is 0.
    private(set) var starts = [0]
    private var key: DraftFace.Key?
    private var revision = -1
    private var count = 0

    /// Whether these are the lines of `composer` as it looks now.
    func fit(_ composer: Composer, _ face: DraftFace) -> Bool { revision == composer.revision && key == face.key }

    /// Brings the lines to what `composer` holds now.
    mutating func adopt(_ composer: inout Composer, _ face: DraftFace) {
        guard !fit(composer, face) else { return }
        let untouched = composer.takeUntouched()
        let elements = composer.elements
        if key == face.key {
            adjust(to: elements, face, head: untouched.head, tail: untouched.tail)
        } else {
            starts = [0]
            append(to: elements, face, tail: nil)
        }
        key = face.key
        revision = composer.revision
        count = elements.count
    }

    /// The lines of `composer`, made from nothing.
    init(of composer: Composer, _ face: DraftFace) {
        append(to: composer.elements, face, tail: nil)
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
    private mutating func adjust(to elements: [DraftElement], _ face: DraftFace, head: Int, tail: Int) {
        var first = line(of: min(head, elements.count))
        // A word may go back to the line above, and an edit at the start of a line touches the one before.
        first = max(first - 2, 0)
        while first > 0, !isClean(starts[first], elements) { first -= 1 }
        let old = Tail(starts: starts, from: first, shift: elements.count - count, behind: elements.count - tail)
        starts.removeSubrange((first + 1)...)
        append(to: elements, face, tail: old)
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

    /// Lays out what follows the last start, a window at a time, until the end or until old lines go on.
    private mutating func append(to elements: [DraftElement], _ face: DraftFace, tail: Tail?) {
        var tail = tail
        var size = tail == nil ? elements.count : max(face.key.width * 5, 200)
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
                    return
                }
            }
            if isLast { return }
            if let lastClean {
                starts.removeSubrange((lastClean + 1)...)
            } else {
                starts.removeSubrange((begin + 1)...)
                size *= 2
            }
        }
    }

    /// Whether what stands before `start` has no say in how the text behind it is broken.
    private func isClean(_ start: Int, _ elements: [DraftElement]) -> Bool {
        start == 0 || elements[start - 1] == .cluster("\n") || elements[start - 1] == .cluster(" ")
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
