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
        var arts = [try handMade(entry)]
        arts.append(face(entry) ?? cells(of: bitmap, CellSize(width: 6, height: 3)))
        arts.append(cells(of: bitmap, CellSize(width: 8, height: 4)))
        return """
                { "name": \(quoted(entry.name)), "aliases": [\(list("names"))]\(signs),
                  \(facts.joined(separator: ", ")),
                  \(files),
                  "art": {
                    \(arts.joined(separator: ",\n        ")) } }
            """
    }

    private func handMade(_ entry: PackSource.Entry) throws(DrawingMistake) -> String {
        var columns: [[String]] = [[], [], []]
        // The sign ␣ stands for a blank glyph, as blanks part the three words.
        for line in entry.glyphs {
            let parts = line.split(separator: " ").map { glyphs in
                String(String.UnicodeScalarView(glyphs.unicodeScalars.map { $0 == "␣" ? " " : $0 }))
            }
            guard parts.count == 3, parts.allSatisfy({ $0.unicodeScalars.count == 4 }) else {
                throw DrawingMistake(line: line, reason: "needs four glyphs, four inks and four inks: \(entry.name)")
            }
            for (index, part) in parts.enumerated() { columns[index].append(part) }
        }
        return art("4x2", columns)
    }

    /// A face that is two eyes and a mouth in glyphs, made larger: at three rows glyphs are still clearer than blocks.
    private func face(_ entry: PackSource.Entry) -> String? {
        let words = entry.glyphs.map { $0.split(separator: " ").map { Array($0.unicodeScalars) } }
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
        return art(
            "6x3",
            [
                ["▟████▙", "█\(eyes[0][1])  \(eyes[0][2])█", "▜" + wide + "▛"],
                [
                    String(repeating: skin, count: 6),
                    skin + String(eyes[1][1]) + skin + skin + String(eyes[1][2]) + skin, skin + inks + skin,
                ],
                ["......", "." + behindEyes + skin + skin + behindEyes + ".", "." + background + "."],
            ])
    }

    /// Mouths of two glyphs, and their forms of four.
    private static let wideMouths = [
        "╰╯": "╰──╯", "╭╮": "╭──╮", "──": "────", "▀▀": "▀▀▀▀", "~~": "~~~~", "≈≈": "≈≈≈≈", "══": "════", "◡◡": "╰──╯",
        "ww": "wwww", "╪╪": "╪╪╪╪",
    ]

    /// The bold drawing as the renderer sees it, in the pack's inks.
    private func cells(of bitmap: Bitmap, _ size: CellSize) -> String {
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
        return art("\(size.width)x\(size.height)", columns)
    }

    private func letter(of colour: Colour) -> String {
        guard case .rgb(let red, let green, let blue) = colour else { return "." }
        let wanted = ArtColour(red: red, green: green, blue: blue)
        return pack.inks.values.filter { $0.colour == wanted }.map(\.letter).min() ?? "."
    }

    private func art(_ size: String, _ columns: [[String]]) -> String {
        let parts = zip(["glyphs", "fg", "bg"], columns).map { name, rows in
            "\(quoted(name)): [\(rows.map(quoted).joined(separator: ", "))]"
        }
        return "\(quoted(size)): { \(parts.joined(separator: ", ")) }"
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
