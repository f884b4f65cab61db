import Emoticons
import Pictures
import RichText
import Terminal

/// A pack in the making: its files on the disk, and its manifest.
struct ImportedPack {
    private let id: String
    private let foreign: ForeignPack
    private var entries: [String] = []
    private var colours: Set<ArtColour> = []
    private var taken: Set<String> = []
    private(set) var skipped: [String] = []

    /// A picture file could not be written.
    struct WriteFailure: Error {}

    init(id: String, foreign: ForeignPack) {
        self.id = id
        self.foreign = foreign
        skipped = foreign.missing.map { "\(HarmlessText.line($0)) is left out: there is no such file" }
    }

    var count: Int { entries.count }

    mutating func skip(_ entry: ForeignPack.Entry, _ reason: String) {
        skipped.append(HarmlessText.line("\(entry.file) is left out: \(reason)"))
    }

    /// Writes the picture's file and notes it; one whose name is taken is left out.
    mutating func add(
        _ entry: ForeignPack.Entry, _ picture: DecodedPicture, _ bytes: [UInt8], folder: String
    ) throws(WriteFailure) {
        guard CodeGrammar.isName(entry.name), taken.insert(entry.name.lowercased()).inserted else {
            skip(entry, entry.name.isEmpty ? "its name cannot be written in a code" : "the name \(entry.name) is taken")
            return
        }
        let aliases = entry.aliases.filter { taken.insert($0.lowercased()).inserted }
        let signs = entry.signs.filter { sign in
            !sign.isEmpty && sign.unicodeScalars.count <= 8 && taken.insert(sign).inserted
        }
        // The file's name is ours, so that nothing in the archive decides where it lies.
        let file = "\(entries.count + 1)" + Self.ending(bytes)
        guard RegularFile.write(bytes, to: folder + "/" + file) else { throw WriteFailure() }
        let arts = [(4, 2), (6, 3), (8, 4)].map { art(of: picture, CellSize(width: $0.0, height: $0.1)) }
        let moving = picture.isMoving ? ", \"animation\": \(ManifestText.quoted(file))" : ""
        entries.append(
            """
            { "name": \(ManifestText.quoted(entry.name)), "aliases": \(ManifestText.list(aliases)), \
            "ascii": \(ManifestText.list(signs)), "emoji": "🧩", "category": \(ManifestText.quoted(entry.category)), \
            "image": \(ManifestText.quoted(file))\(moving), "art": { \(arts.joined(separator: ", ")) } }
            """)
    }

    var manifest: String {
        let palette = colours.map { "\(ManifestText.quoted(Self.letter($0))): \"\($0.text)\"" }.sorted()
        return """
            { "format": 1, "id": \(ManifestText.quoted(id)),
              "name": \(ManifestText.quoted(foreign.title.isEmpty ? id : foreign.title)), "version": "",
              "authors": \(ManifestText.list(foreign.author.isEmpty ? [] : [foreign.author])),
              "license": \(ManifestText.quoted(foreign.license.isEmpty ? "LicenseRef-unknown" : foreign.license)),
              "palette": { \(palette.joined(separator: ", ")) },
              "emoticons": [
            \(entries.joined(separator: ",\n"))
            ] }

            """
    }

    private mutating func art(of picture: DecodedPicture, _ size: CellSize) -> String {
        let bitmap = picture.frames[0].bitmap
        let cells = CellRenderer(palette: SnapPalette(of: bitmap)).render(bitmap, size: size)
        var rows: [[String]] = [[], [], []]
        for y in 0..<size.height {
            var texts = ["", "", ""]
            for x in 0..<size.width {
                texts[0].unicodeScalars.append(cells[x, y].glyph)
                texts[1] += letter(cells[x, y].foreground)
                texts[2] += letter(cells[x, y].background)
            }
            for index in 0..<3 { rows[index].append(texts[index]) }
        }
        let parts = zip(["glyphs", "fg", "bg"], rows).map { "\"\($0)\": \(ManifestText.list($1))" }
        return "\"\(size.width)x\(size.height)\": { \(parts.joined(separator: ", ")) }"
    }

    /// The letter of a colour in the palette; four bits of each channel are kept.
    private mutating func letter(_ colour: Colour) -> String {
        guard case .rgb(let red, let green, let blue) = colour else { return "." }
        let kept = ArtColour(red: (red >> 4) * 17, green: (green >> 4) * 17, blue: (blue >> 4) * 17)
        colours.insert(kept)
        return Self.letter(kept)
    }

    /// The 4,096 colours are letters of a block that has enough of them.
    private static func letter(_ colour: ArtColour) -> String {
        let number = UInt32(colour.red >> 4) << 8 | UInt32(colour.green >> 4) << 4 | UInt32(colour.blue >> 4)
        return Unicode.Scalar(0x4E00 + number).map(String.init) ?? "."
    }

    private static func ending(_ bytes: [UInt8]) -> String {
        switch bytes.first {
        case 0x89: ".png"
        case 0xFF: ".jpg"
        case 0x47: ".gif"
        default: ".webp"
        }
    }
}

/// Texts as a manifest quotes them.
enum ManifestText {
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case ..<" ": result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    static func list(_ texts: [String]) -> String { "[" + texts.map(quoted).joined(separator: ", ") + "]" }
}
