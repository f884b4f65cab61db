import Emoticons
import Pictures
import RichText
import Terminal

/// Writes `pack.json`: what the sources say, and the drawings in cells at the sizes that a chat shows most.
struct ManifestWriter {
    private let pack: PackSource

    static func text(_ pack: PackSource, small: [[SIMD4<UInt8>]], smallSide: Int) throws(DrawingMistake) -> String {
        let writer = ManifestWriter(pack: pack)
        var entries: [String] = []
        for (entry, pixels) in zip(pack.entries, small) {
            guard let bitmap = Bitmap(width: smallSide, height: smallSide, pixels: pixels) else { continue }
            entries.append(try writer.text(of: entry, bitmap))
        }
        func fact(_ name: String) -> String { quoted(pack.facts[name] ?? "") }
        let palette = pack.inks.values.map { "\(quoted($0.letter)): \(quoted($0.colour.text))" }.sorted()
        return """
            {
              "format": 1,
              "id": \(fact("id")), "name": \(fact("title")), "version": \(fact("version")),
              "authors": [\(fact("author"))], "license": \(fact("license")),
              "defaults": { "cells": [4, 2] },
              "palette": { \(palette.joined(separator: ", ")) },
              "emoticons": [
            \(entries.joined(separator: ",\n"))
              ]
            }

            """
    }

    private init(pack: PackSource) { self.pack = pack }

    private func text(of entry: PackSource.Entry, _ bitmap: Bitmap) throws(DrawingMistake) -> String {
        func list(_ fact: String) -> String {
            (entry.facts[fact] ?? "").split(separator: " ").map { quoted(String($0)) }.joined(separator: ", ")
        }
        let facts = [
            ("alt", "shows"), ("emoji", "emoji"), ("text", "text"), ("category", "group"),
        ].map { "\(quoted($0.0)): \(quoted(entry.facts[$0.1] ?? "[" + entry.name + "]"))" }
        var files = "\"image\": \(quoted(entry.name + ".png")), \"small\": \(quoted(entry.name + "-small.png"))"
        if entry.frames > 1 { files += ", \"animation\": \(quoted(entry.name + ".gif"))" }
        let signs = list("signs").isEmpty ? "" : ", \"ascii\": [\(list("signs"))]"
        let arts = try arts(of: entry, bitmap)
        return """
                { "name": \(quoted(entry.name)), "aliases": [\(list("names"))]\(signs),
                  \(facts.joined(separator: ", ")),
                  \(files),
                  "art": {
                    \(arts.joined(separator: ",\n        ")) } }
            """
    }

    /// A drawing and how long it is shown, in milliseconds.
    private typealias Timed = (milliseconds: Int, columns: [[String]])

    /// The drawings in cells: by hand at 4 × 2, and at the larger sizes where somebody drew them so; else a face made
    /// larger, else the bold picture as the renderer sees it.
    private func arts(of entry: PackSource.Entry, _ bitmap: Bitmap) throws(DrawingMistake) -> [String] {
        guard entry.drawings.count > 1 || entry.drawings.first?.milliseconds == 0 else {
            throw DrawingMistake(line: "emoticon " + entry.name, reason: "needs glyphs, and two beats where it moves")
        }
        var result: [String] = []
        for size in [CellSize(width: 4, height: 2), CellSize(width: 6, height: 3), CellSize(width: 8, height: 4)] {
            var drawn = try handMade(entry, size)
            if drawn.isEmpty && size.width == 6 {
                let faces = entry.drawings.compactMap { drawing in
                    face(drawing).map { (drawing.milliseconds, $0) }
                }
                if faces.count == entry.drawings.count { drawn = faces }
            }
            result.append(art(size, drawn.isEmpty ? [(0, cells(of: bitmap, size))] : drawn))
        }
        return result
    }

    /// What was drawn by hand at `size`, as glyphs, inks, and inks behind them: nothing, the drawing at rest, or one for
    /// each beat.
    private func handMade(_ entry: PackSource.Entry, _ size: CellSize) throws(DrawingMistake) -> [Timed] {
        var result: [Timed] = []
        for drawing in entry.drawings {
            var columns: [[String]] = [[], [], []]
            for line in drawing.rows {
                let parts = try parts(of: line)
                guard parts[0].unicodeScalars.count == size.width else { continue }
                for (index, part) in parts.enumerated() { columns[index].append(part) }
            }
            if columns[0].count == size.height { result.append((drawing.milliseconds, columns)) }
            guard columns[0].isEmpty || columns[0].count == size.height else {
                throw DrawingMistake(
                    line: "emoticon " + entry.name, reason: "needs \(size.height) rows of \(size.width) at a time")
            }
        }
        let least = size.width == 4 ? entry.drawings.count : 0
        guard result.count >= least, [0, 1, entry.drawings.count].contains(result.count) else {
            throw DrawingMistake(line: "emoticon " + entry.name, reason: "needs drawings for all its beats")
        }
        return result
    }

    /// A row of glyphs, their inks, and the inks behind them, all of one length.
    private func parts(of line: String) throws(DrawingMistake) -> [String] {
        // The sign ␣ stands for a blank glyph, as blanks part the three words.
        let parts = line.split(separator: " ").map { glyphs in
            String(String.UnicodeScalarView(glyphs.unicodeScalars.map { $0 == "␣" ? " " : $0 }))
        }
        guard parts.count == 3, parts.allSatisfy({ $0.unicodeScalars.count == parts[0].unicodeScalars.count }),
            [4, 6, 8].contains(parts[0].unicodeScalars.count)
        else { throw DrawingMistake(line: line, reason: "needs 4, 6 or 8 glyphs and as many inks, twice") }
        return parts
    }

    /// A face that is two eyes and a mouth in glyphs, made larger: at three rows glyphs are still clearer than blocks.
    private func face(_ drawing: PackSource.Drawing) -> [[String]]? {
        let words = drawing.rows.prefix(2).map { $0.split(separator: " ").map { Array($0.unicodeScalars) } }
        guard words.count == 2, words.allSatisfy({ $0[0].first == "▐" && $0[0].last == "▌" && $0[0].count == 4 }),
            Self.wideMouths[String(words[1][0][1]) + String(words[1][0][2])] != nil || words[0][0][1] == words[0][0][2]
        else { return nil }
        let (eyes, mouth) = (words[0], words[1])
        let skin = String(eyes[1][0])
        let behindEyes = eyes[2][1] == eyes[2][2] ? String(eyes[2][1]) : skin
        let small = String(mouth[0][1]) + String(mouth[0][2])
        let wide = Self.wideMouths[small] ?? " " + small + " "
        let inks = [mouth[1][1], mouth[1][1], mouth[1][2], mouth[1][2]].map(String.init).joined()
        let behind = [mouth[2][1], mouth[2][1], mouth[2][2], mouth[2][2]].map(String.init).joined()
        let background = Self.wideMouths[small] == nil ? String(repeating: skin, count: 4) : behind
        return [
            ["▟████▙", "█\(eyes[0][1])  \(eyes[0][2])█", "▜" + wide + "▛"],
            [
                String(repeating: skin, count: 6),
                skin + String(eyes[1][1]) + skin + skin + String(eyes[1][2]) + skin,
                String(mouth[1][0]) + inks + String(mouth[1][3]),
            ],
            ["......", "." + behindEyes + skin + skin + behindEyes + ".", "." + background + "."],
        ]
    }

    /// Mouths of two glyphs, and their forms of four.
    private static let wideMouths = [
        "╰╯": "╰──╯", "╭╮": "╭──╮", "──": "────", "▀▀": "▀▀▀▀", "▆▆": "▆▆▆▆", "~~": "~~~~", "≈≈": "≈≈≈≈", "══": "════",
        "◡◡": "╰──╯",
        "ww": "wwww", "╪╪": "╪╪╪╪",
    ]

    /// The bold drawing as the renderer sees it, in the pack's inks.
    private func cells(of bitmap: Bitmap, _ size: CellSize) -> [[String]] {
        let used = SnapPalette(pack.inksOfPixels(bitmap))
        let picture = CellRenderer(blocks: .quadrants, palette: used).render(bitmap, size: size)
        var columns: [[String]] = [[], [], []]
        for y in 0..<size.height {
            var texts = ["", "", ""]
            for x in 0..<size.width {
                let cell = picture[x, y]
                texts[0].unicodeScalars.append(cell.glyph)
                texts[1] += letter(of: cell.foreground)
                texts[2] += letter(of: cell.background)
            }
            for index in 0..<3 { columns[index].append(texts[index]) }
        }
        return columns
    }

    private func letter(of colour: Colour) -> String {
        guard case .rgb(let red, let green, let blue) = colour else { return "." }
        let wanted = ArtColour(red: red, green: green, blue: blue)
        return pack.inks.values.filter { $0.colour == wanted }.map(\.letter).min() ?? "."
    }

    /// The drawing of one size: one that stands still, or with its time the first of several.
    private func art(_ size: CellSize, _ drawings: [Timed]) -> String {
        let frames = drawings.map { milliseconds, columns in
            var parts = zip(["glyphs", "fg", "bg"], columns).map { name, rows in
                "\(quoted(name)): [\(rows.map(quoted).joined(separator: ", "))]"
            }
            if drawings.count > 1 { parts.append("\"milliseconds\": \(milliseconds)") }
            return parts.joined(separator: ", ")
        }
        var text = "\(quoted("\(size.width)x\(size.height)")): { \(frames[0])"
        if frames.count > 1 {
            let next = frames.dropFirst().map { "\n            { \($0) }" }
            text += ", \"next\": [\(next.joined(separator: ","))]"
        }
        return text + " }"
    }
}

private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        if scalar == "\"" || scalar == "\\" { result += "\\" }
        result.unicodeScalars.append(scalar)
    }
    return result + "\""
}

extension PackSource {
    /// The inks that the picture shows unmixed, the most frequent first.
    func inksOfPixels(_ bitmap: Bitmap) -> [Colour] {
        var counts: [ArtColour: Int] = [:]
        for pixel in bitmap.pixels where pixel.w == 255 {
            counts[ArtColour(red: pixel.x, green: pixel.y, blue: pixel.z), default: 0] += 1
        }
        let used = Set(inks.values.map(\.colour)).filter { counts[$0, default: 0] > 0 }
        return used.sorted { left, right in
            let (more, less) = (counts[left, default: 0], counts[right, default: 0])
            return more != less ? more > less : left.text < right.text
        }.map(Colour.init)
    }
}
