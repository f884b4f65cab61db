import Composer
import InlineLayout
import RichText
import Terminal

/// The draft as it stands on its lines, and the way between its positions and cells. Every line is one row high.
struct ComposerLayout {
    let lines: ComposerLines
    private let face: DraftFace
    private let elements: [DraftElement]
    private let selection: Range<Int>
    private let caret: Int
    private let caretEndsLine: Bool

    /// The layout of `composer` on `lines`; with `caretEndsLine`, a caret between two lines stands at the end of the
    /// first.
    init(_ composer: Composer, lines: ComposerLines, face: DraftFace, caretEndsLine: Bool) {
        self.lines = lines
        self.face = face
        elements = composer.elements
        selection = composer.selection ?? 0..<0
        caret = composer.caret
        self.caretEndsLine = caretEndsLine
    }

    /// Rows that the draft takes; at least 1.
    var height: Int { lines.starts.count }

    /// The line that the caret is on.
    var caretLine: Int {
        let line = lines.line(of: caret)
        return caretEndsLine && line > 0 && lines.starts[line] == caret && !endsWithBreak(line - 1) ? line - 1 : line
    }

    /// The cell of the caret.
    var caretCell: Point {
        let line = caretLine
        return Point(x: column(of: caret, inLine: line), y: line)
    }

    /// The cell where the element `index` begins.
    func cell(of index: Int) -> Point {
        let line = lines.line(of: index)
        return Point(x: column(of: index, inLine: line), y: line)
    }

    /// The elements of a line, without the line feed that ends it.
    func range(ofLine line: Int) -> Range<Int> {
        let start = lines.starts[line]
        let end = line + 1 < height ? lines.starts[line + 1] : elements.count
        return start..<(endsWithBreak(line) ? end - 1 : end)
    }

    /// The element boundary nearest to a cell; rows outside belong to the nearest line.
    func element(nearestX x: Int, y: Int) -> Int {
        var left = 0
        let range = range(ofLine: min(max(y, 0), height - 1))
        for index in range {
            let right = left + face.cells(of: elements[index], at: left)
            if x < right { return 2 * x + 1 - 2 * left > 2 * right - 2 * x - 1 ? index + 1 : index }
            left = right
        }
        return range.upperBound
    }

    /// The element that is shown in a cell; nil where there is none.
    func element(atX x: Int, y: Int) -> Int? {
        guard y >= 0, y < height, x >= 0 else { return nil }
        var left = 0
        for index in range(ofLine: y) {
            left += face.cells(of: elements[index], at: left)
            if x < left { return index }
        }
        return nil
    }

    /// Whether a caret at `index`, reached on that line, stands behind the line and not before the next.
    func ends(line: Int, at index: Int) -> Bool {
        line + 1 < height && lines.starts[line + 1] == index && !endsWithBreak(line)
    }

    /// The elements that stand in `count` rows from `first` on.
    func elements(inRows count: Int, from first: Int) -> Range<Int> {
        let last = min(first + count, height) - 1
        return last < first ? 0..<0 : lines.starts[first]..<range(ofLine: last).upperBound
    }

    /// Draws the rows from `first` on into `clip`, the words at `wrong` underlined.
    func draw(from first: Int, x: Int, clip: Rect, underlining wrong: [Range<Int>] = [], into frame: inout Frame) {
        var wrong = wrong[...]
        for row in 0..<min(clip.height, height - first) {
            let end = clip.x + clip.width
            draw(line: first + row, x: x, y: clip.y + row, end: end, underlining: &wrong, into: &frame)
        }
    }

    private func draw(
        line: Int, x: Int, y: Int, end: Int, underlining wrong: inout ArraySlice<Range<Int>>, into frame: inout Frame
    ) {
        var column = 0
        for index in range(ofLine: line) where x + column < end {
            let element = elements[index]
            let cells = face.cells(of: element, at: column)
            var style = selection.contains(index) ? face.selection : face.style(of: element)
            while let word = wrong.first, word.upperBound <= index { wrong.removeFirst() }
            if wrong.first?.contains(index) == true { style.attributes.insert(.underline) }
            let text = element == .cluster("\t") ? String(repeating: " ", count: cells) : face.text(of: element)
            frame.write(text, x: x + column, y: y, style: style, maxWidth: end - x - column)
            column += cells
        }
    }

    private func column(of index: Int, inLine line: Int) -> Int {
        var column = 0
        for place in lines.starts[line]..<max(min(index, elements.count), lines.starts[line]) {
            column += face.cells(of: elements[place], at: column)
        }
        return min(column, face.key.width)
    }

    private func endsWithBreak(_ line: Int) -> Bool {
        let end = line + 1 < height ? lines.starts[line + 1] : elements.count
        return line + 1 < height && end > lines.starts[line] && elements[end - 1] == .cluster("\n")
    }
}

extension ComposerLayout {
    /// The first line that is shown in `place`: the draft scrolls inside its rows just as far as the caret needs.
    func firstLine(in place: Rect) -> Int { max(caretLine - place.height + 1, 0) }

    /// The column at which lines begin in `place`: a blank stands before them where there is room.
    func textX(in place: Rect) -> Int { place.x + (place.width > 2 ? 1 : 0) }
}
