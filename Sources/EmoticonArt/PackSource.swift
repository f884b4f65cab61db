import Emoticons

/// What a pack is made of: the files `pack.txt` and then all others of its folder `drawings`.
struct PackSource {
    /// A part that several drawings have, and its form in small ones.
    struct Part {
        var lines: [String] = []
        var bold: [String]?
    }

    /// One emoticon as it is written down.
    struct Entry {
        var name: String
        var facts: [String: String] = [:]
        var frames = 1
        var milliseconds = 0
        var picture: [String] = []
        var small: [String]?
        /// The drawings in glyphs: one that stands still, or several that follow each other.
        var drawings: [Drawing] = []
    }

    /// Rows of glyphs and inks, and how long they are shown, in milliseconds; 0 for what stands still.
    struct Drawing {
        var milliseconds = 0
        var rows: [String] = []
    }

    var facts: [String: String] = [:]
    /// Inks by name: the letter that stands for them in glyph art, and the colour.
    var inks: [String: (letter: String, colour: ArtColour)] = [:]
    var parts: [String: Part] = [:]
    private(set) var entries: [Entry] = []

    private enum Section {
        case facts, part, bold, picture, small
    }
    private var section = Section.facts
    private var part = ""

    private static let packFacts: Set<String> = ["id", "title", "version", "author", "license"]
    private static let entryFacts: Set<String> = ["names", "signs", "shows", "emoji", "text", "group"]

    /// Reads the lines of one file; `#` begins a comment.
    mutating func read(_ text: String) throws(DrawingMistake) {
        section = .facts
        part = ""
        for line in text.split(separator: "\n") {
            let line = line.drop { $0 == " " }
            guard !line.isEmpty, line.first != "#" else { continue }
            try take(String(line))
        }
    }

    private mutating func take(_ line: String) throws(DrawingMistake) {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = words.count > 1 ? words[1] : ""
        switch words[0] {
        case "ink":
            let parts = rest.split(separator: " ").map(String.init)
            guard parts.count == 3, let colour = ArtColour(parts[2]) else {
                throw DrawingMistake(line: line, reason: "needs a letter, a name and a colour")
            }
            inks[parts[1]] = (parts[0], colour)
        case "part":
            part = rest
            parts[part] = Part()
            section = .part
        case "bold":
            parts[part]?.bold = []
            section = .bold
        case "emoticon":
            entries.append(Entry(name: rest))
            part = ""
            section = .facts
        case "picture" where !entries.isEmpty: section = .picture
        case "small" where !entries.isEmpty:
            entries[entries.count - 1].small = []
            section = .small
        case "beat" where !entries.isEmpty:
            guard let time = Int(rest), GlyphMotion.times.contains(time) else {
                throw DrawingMistake(line: line, reason: "needs the milliseconds that the glyphs below are shown")
            }
            entries[entries.count - 1].drawings.append(Drawing(milliseconds: time))
        case "glyphs" where !entries.isEmpty: addGlyphs(rest)
        case "frames" where !entries.isEmpty:
            let numbers = rest.split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 2, (1...60).contains(numbers[0]), (20...2_000).contains(numbers[1]) else {
                throw DrawingMistake(line: line, reason: "needs a number of frames and the milliseconds of each")
            }
            (entries[entries.count - 1].frames, entries[entries.count - 1].milliseconds) = (numbers[0], numbers[1])
        case let fact where part.isEmpty && !entries.isEmpty && Self.entryFacts.contains(fact):
            entries[entries.count - 1].facts[fact] = rest
        case let fact where part.isEmpty && entries.isEmpty && Self.packFacts.contains(fact): facts[fact] = rest
        default: try add(line)
        }
    }

    private mutating func addGlyphs(_ row: String) {
        let last = entries.count - 1
        if entries[last].drawings.isEmpty { entries[last].drawings.append(Drawing()) }
        entries[last].drawings[entries[last].drawings.count - 1].rows.append(row)
    }

    private mutating func add(_ line: String) throws(DrawingMistake) {
        switch section {
        case .part: parts[part]?.lines.append(line)
        case .bold: parts[part]?.bold?.append(line)
        case .picture: entries[entries.count - 1].picture.append(line)
        case .small: entries[entries.count - 1].small?.append(line)
        case .facts: throw DrawingMistake(line: line, reason: "is not known here")
        }
    }
}
