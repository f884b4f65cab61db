/// What a terminal shows: rows of text, and the cursor.
struct Screen: CustomStringConvertible {
    /// The rows from the top, blanks at their ends left out; as many as the terminal has.
    let rows: [String]
    let width: Int
    let height: Int
    /// Column and row of the cursor, from 0.
    let cursor: (x: Int, y: Int)

    init(rows: [String], width: Int, height: Int, cursor: (Int, Int)) {
        self.rows = Array((rows + [String](repeating: "", count: max(height - rows.count, 0))).prefix(height))
        self.width = width
        self.height = height
        self.cursor = cursor
    }

    /// Whether some row holds `text`.
    func contains(_ text: String) -> Bool { row(with: text) != nil }

    /// The number of the lowest row that holds `text`.
    func row(with text: String) -> Int? { rows.lastIndex { $0.contains(text) } }

    /// All rows that hold `text`.
    func rows(with text: String) -> [String] { rows.filter { $0.contains(text) } }

    /// The text of `row` in the columns from `start` up to `end`, blanks at its end left out.
    ///
    /// A wide character that lies across either edge stands as `�`, which no pane should ever show.
    func text(row: Int, columns: Range<Int>) -> String {
        var text = ""
        var column = 0
        for scalar in rows[row].unicodeScalars {
            let cells = column..<column + scalar.cells
            if cells.isEmpty ? columns.contains(column - 1) : columns.contains(cells.lowerBound) {
                text.unicodeScalars.append(cells.upperBound > columns.upperBound ? "\u{FFFD}" : scalar)
            } else if cells.overlaps(columns) {
                text.append("\u{FFFD}")
            }
            column = cells.upperBound
        }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// The columns in which `character` stands in `row`.
    func columns(of character: Character, row: Int) -> [Int] {
        var result: [Int] = []
        var column = 0
        for scalar in rows[row].unicodeScalars {
            if Character(scalar) == character { result.append(column) }
            column += scalar.cells
        }
        return result
    }

    /// How many columns `row` takes, without the blanks at its end.
    func cells(row: Int) -> Int {
        rows[row].unicodeScalars.reduce(0) { $0 + $1.cells }
    }

    /// The screen in a frame, with the row of the cursor marked.
    var description: String {
        let edge = String(repeating: "─", count: width)
        let lines = rows.enumerated().map { number, row in
            let gap = String(repeating: " ", count: max(width - cells(row: number), 0))
            return "│" + row + gap + "│" + (number == cursor.y ? " cursor at \(cursor.x)" : "")
        }
        return (["┌\(edge)┐"] + lines + ["└\(edge)┘"]).joined(separator: "\n")
    }
}

extension Unicode.Scalar {
    /// Cells by rules that are simpler than the program's and its own invention in nothing: enough for what tests write.
    var cells: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            return 2
        default: return properties.isEmojiPresentation ? 2 : 1
        }
    }
}
