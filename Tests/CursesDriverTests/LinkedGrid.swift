import Foundation

/// What a terminal shows, and where it leads: the few sequences that ncurses and the overlay write for xterm, applied to a
/// grid. What it does not know it keeps in `unknown`, so that a test cannot pass by not looking.
struct LinkedGrid {
    private(set) var rows: [[Character]]
    private(set) var links: [[String]]
    private(set) var unknown: [String] = []
    /// How often rows were moved.
    private(set) var moves = 0
    private var (x, y) = (0, 0)
    private var link = ""
    private var region: ClosedRange<Int>
    private var last: Character = " "
    private let (width, height): (Int, Int)

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        rows = Array(repeating: Array(repeating: " ", count: width), count: height)
        links = Array(repeating: Array(repeating: "", count: width), count: height)
        region = 0...height - 1
    }

    /// What leads to `address`, by its row.
    func text(to address: String) -> [Int: String] {
        var result: [Int: String] = [:]
        for y in rows.indices {
            let text = String(rows[y].indices.filter { links[y][$0] == address }.map { rows[y][$0] })
            if !text.isEmpty { result[y] = text }
        }
        return result
    }

    mutating func write(_ text: String) {
        var rest = Substring(text)
        // CR and LF are one character together; each is a step of its own here.
        while let scalar = rest.unicodeScalars.first {
            rest.unicodeScalars.removeFirst()
            switch scalar {
            case "\u{1B}": escape(&rest)
            case "\r": x = 0
            case "\n": down()
            case "\u{8}": x = max(x - 1, 0)
            case "\u{7}", "\u{E}", "\u{F}": break
            default: put(Character(scalar))
            }
        }
    }

    private mutating func put(_ character: Character) {
        guard x < width else { return }
        (rows[y][x], links[y][x], last) = (character, link, character)
        x += 1
    }

    private mutating func down() { if y == region.upperBound { scroll(1) } else { y = min(y + 1, height - 1) } }

    /// Moves the rows of the region up, or down where negative.
    private mutating func scroll(_ count: Int) {
        moves += 1
        let (oldRows, oldLinks) = (rows, links)
        for row in region {
            let isWithin = region.contains(row + count)
            rows[row] = isWithin ? oldRows[row + count] : Array(repeating: " ", count: width)
            links[row] = isWithin ? oldLinks[row + count] : Array(repeating: "", count: width)
        }
    }

    private mutating func erase(_ row: Int, _ columns: Range<Int>) {
        for column in columns.clamped(to: 0..<width) { (rows[row][column], links[row][column]) = (" ", "") }
    }

    private mutating func escape(_ rest: inout Substring) {
        guard let kind = rest.unicodeScalars.popFirst() else { return }
        switch kind {
        case "]", "_", "P":
            let end = rest.range(of: "\u{1B}\\")
            let body = end.map { rest[..<$0.lowerBound] } ?? rest
            rest = end.map { rest[$0.upperBound...] } ?? ""
            let parts = body.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
            if kind == "]", parts.count == 3, parts[0] == "8" { link = String(parts[2]) }
        case "[": control(&rest)
        case "(": _ = rest.unicodeScalars.popFirst()
        case "M": if y == region.lowerBound { scroll(-1) } else { y = max(y - 1, 0) }
        case "=", ">", "7", "8": break
        default: unknown.append("ESC \(kind)")
        }
    }

    private mutating func control(_ rest: inout Substring) {
        let end = rest.unicodeScalars.firstIndex { (0x40...0x7E).contains($0.value) } ?? rest.endIndex
        let body = rest[..<end]
        guard let final = rest[end...].unicodeScalars.first else { return }
        rest = rest[rest.unicodeScalars.index(after: end)...]
        // Modes and questions change no cell.
        if body.contains(where: { "?<>=$".contains($0) }) || "mhlcnqut".contains(Character(final)) { return }
        let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        let count = max(numbers.first ?? 1, 1)
        switch final {
        case "H": (y, x) = (min(count, height) - 1, min(max(numbers.count > 1 ? numbers[1] : 1, 1), width) - 1)
        case "d": y = min(count, height) - 1
        case "G": x = min(count, width) - 1
        case "A": y = max(y - count, 0)
        case "B": y = min(y + count, height - 1)
        case "C": x = min(x + count, width - 1)
        case "D": x = max(x - count, 0)
        case "K": erase(y, numbers.first == 1 ? 0..<x + 1 : x..<width)
        case "X": erase(y, x..<x + count)
        case "J":
            if numbers.first != 2 { erase(y, x..<width) }
            for row in (numbers.first == 2 ? 0 : y + 1)..<height { erase(row, 0..<width) }
        case "b": for _ in 0..<count { put(last) }
        case "S": scroll(count)
        case "T": scroll(-count)
        case "r":
            region = numbers.count == 2 ? count - 1...min(numbers[1], height) - 1 : 0...height - 1
            (x, y) = (0, 0)
        case "L", "M":
            let whole = region
            region = y...region.upperBound
            scroll(final == "M" ? count : -count)
            region = whole
        default: unknown.append("CSI \(body)\(final)")
        }
    }
}
