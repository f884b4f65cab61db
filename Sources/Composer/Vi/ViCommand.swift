/// A whole command of normal or visual mode.
struct ViCommand: Sendable {
    /// What an operator does with the elements that a motion or an object tells.
    enum Operator: String, Sendable {
        case delete = "d"
        case change = "c"
        case yank = "y"
    }

    /// What an operator works on.
    enum Object: Hashable, Sendable {
        case motion(ViMotion)
        /// Whole lines from the one of the caret on.
        case lines
        /// A word; with `around`, the blanks behind it too.
        case word(isBig: Bool, isAround: Bool)
    }

    /// Where insert mode begins.
    enum Opening: String, Sendable {
        case before = "i"
        case behind = "a"
        case atStart = "I"
        case atEnd = "A"
        case lineBelow = "o"
        case lineAbove = "O"

        var opensLine: Bool { self == .lineBelow || self == .lineAbove }
    }

    enum Verb: Hashable, Sendable {
        case move(ViMotion)
        case operate(Operator, Object)
        case operateOnSelection(Operator)
        case select(Object)
        case put(isBefore: Bool)
        case replace(String)
        case swapCase
        case insert(Opening)
        case visual, undo, redo, again, search

        /// Whether `.` does it again.
        var isChange: Bool {
            switch self {
            case .operate(.yank, _), .operateOnSelection(.yank), .move, .select, .visual, .undo, .redo, .again, .search:
                false
            default: true
            }
        }
    }

    /// The count that was typed.
    var count: Int?
    var verb: Verb

    var times: Int { count ?? 1 }

    /// What a row of keys amounts to.
    enum Reading {
        case incomplete, unknown
        case command(ViCommand)
    }

    /// Reads the keys that were typed since the last command.
    static func read(_ keys: [String], isVisual: Bool) -> Reading {
        var reader = ViReader(keys: keys[...])
        let count = reader.count()
        guard let verb = reader.verb(isVisual: isVisual) else { return reader.isShort ? .incomplete : .unknown }
        let both = [count, reader.innerCount].compactMap { $0 }
        let product = both.reduce(1) { min($0 * $1, ViReader.largestCount) }
        return .command(ViCommand(count: both.isEmpty ? nil : product, verb: verb))
    }
}

/// Reads keys one after the other.
private struct ViReader {
    /// More than any draft has elements worth counting; a larger count is brought down to it.
    static let largestCount = 100_000

    var keys: ArraySlice<String>
    /// The count between an operator and its motion.
    var innerCount: Int?
    /// Whether the keys ended before the command did.
    var isShort = false

    init(keys: ArraySlice<String>) { self.keys = keys }

    private mutating func next() -> String? {
        if keys.isEmpty { isShort = true }
        return keys.popFirst()
    }

    mutating func count() -> Int? {
        var result: Int?
        while let key = keys.first, let digit = Int(key), (0...9).contains(digit), result != nil || digit != 0 {
            result = min((result ?? 0) * 10 + digit, ViReader.largestCount)
            keys.removeFirst()
        }
        return result
    }

    mutating func verb(isVisual: Bool) -> ViCommand.Verb? {
        guard let key = next() else { return nil }
        if isVisual, let verb = visualVerb(key) { return verb }
        if isVisual && (key == "i" || key == "a") { return object(key).map { .select($0) } }
        if let motion = motion(key) { return .move(motion) }
        if isShort { return nil }
        if let action = ViCommand.Operator(rawValue: key) { return operation(action) }
        if let opening = ViCommand.Opening(rawValue: key) { return .insert(opening) }
        return simple(key)
    }

    private func visualVerb(_ key: String) -> ViCommand.Verb? {
        switch key {
        case "d", "x": .operateOnSelection(.delete)
        case "c", "s": .operateOnSelection(.change)
        case "y": .operateOnSelection(.yank)
        default: nil
        }
    }

    private mutating func simple(_ key: String) -> ViCommand.Verb? {
        switch key {
        case "x": .operate(.delete, .motion(.right))
        case "X": .operate(.delete, .motion(.left))
        case "s": .operate(.change, .motion(.right))
        case "D": .operate(.delete, .motion(.lineEnd))
        case "C": .operate(.change, .motion(.lineEnd))
        case "S": .operate(.change, .lines)
        case "Y": .operate(.yank, .lines)
        case "p": .put(isBefore: false)
        case "P": .put(isBefore: true)
        case "r": next().map { .replace($0) }
        case "~": .swapCase
        case "v": .visual
        case "u": .undo
        case "C-r": .redo
        case ".": .again
        case "/": .search
        default: nil
        }
    }

    private mutating func operation(_ action: ViCommand.Operator) -> ViCommand.Verb? {
        innerCount = count()
        guard let key = next() else { return nil }
        if key == action.rawValue { return .operate(action, .lines) }
        if key == "i" || key == "a" { return object(key).map { .operate(action, $0) } }
        return motion(key).map { .operate(action, .motion($0)) }
    }

    private mutating func object(_ key: String) -> ViCommand.Object? {
        switch next() {
        case "w": .word(isBig: false, isAround: key == "a")
        case "W": .word(isBig: true, isAround: key == "a")
        default: nil
        }
    }

    private mutating func motion(_ key: String) -> ViMotion? {
        switch key {
        case "h": .left
        case "l", " ": .right
        case "w", "W": .wordStart(isBig: key == "W")
        case "b", "B": .wordBack(isBig: key == "B")
        case "e", "E": .wordEnd(isBig: key == "E")
        case "0": .lineStart
        case "^": .firstLetter
        case "$": .lineEnd
        case "j": .lines(1)
        case "k": .lines(-1)
        case "G": .line
        case "g": next() == "g" ? .firstLine : nil
        case "f", "F", "t", "T":
            next().map { .find(ViFind(text: $0, isBack: key == "F" || key == "T", isBeside: key == "t" || key == "T")) }
        case ";": .findAgain(isTurned: false)
        case ",": .findAgain(isTurned: true)
        default: nil
        }
    }
}
