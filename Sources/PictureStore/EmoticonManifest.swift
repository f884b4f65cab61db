import Emoticons
import RichText

/// Reads one emoticon of a manifest.
struct EmoticonManifest {
    /// The emoticon, or nil when a mistake leaves nothing that could be shown.
    private(set) var emoticon: Emoticon?
    /// The pictures that it names: key and file.
    private(set) var files: [(key: String, name: String)] = []
    private var reader: ManifestReader

    var mistakes: [PackMistake] { reader.mistakes }

    init(
        _ keys: [String: JSONValue], number: Int, file: String, defaultSize: CellSize,
        palette: [Unicode.Scalar: ArtColour]
    ) {
        var label = "\(number)"
        if case .string(let name)? = keys["name"], !name.isEmpty { label = HarmlessText.line(name) }
        reader = ManifestReader(keys, file: file, emoticon: label)

        guard let name = reader.text("name", isRequired: true) else { return }
        guard CodeGrammar.isName(name) else {
            reader.fail("name", Self.badName)
            return
        }
        var result = Emoticon(name: name)
        result.aliases = reader.texts("aliases").filter { alias in
            if CodeGrammar.isName(alias) { return true }
            reader.fail("aliases", "\(alias): " + Self.badName)
            return false
        }
        result.ascii = reader.texts("ascii").filter { sign in
            let isSign = !sign.isEmpty && sign.unicodeScalars.count <= 8 && !sign.unicodeScalars.contains(" ")
            if !isSign { reader.fail("ascii", "must be 1 to 8 characters without blanks") }
            return isSign
        }
        result.alt = reader.text("alt") ?? name
        result.text = reader.text("text") ?? result.text
        result.category = reader.text("category") ?? ""
        if let emoji = reader.text("emoji", isRequired: true) {
            if Self.isWideEmoji(emoji) {
                result.emoji = emoji
            } else {
                reader.fail("emoji", "must be one code point that is two cells wide")
            }
        }
        result.size = defaultSize
        if let (width, height) = reader.pair("cells", within: 1...40) {
            result.size = CellSize(width: width, height: min(height, CodeGrammar.largestSize.height))
            if height > CodeGrammar.largestSize.height { reader.fail("cells", "must be at most 20 rows high") }
        }
        result.art = readArt(size: result.size, palette: palette)
        for key in ["image", "small", "animation"] {
            if let name = reader.fileName(key) { files.append((key, name)) }
        }
        emoticon = result
    }

    private static let badName =
        "must be 1 to 32 characters without blanks, brackets, colons, slashes and backslashes"

    private static func isWideEmoji(_ text: String) -> Bool {
        guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else { return false }
        return scalar.properties.isEmojiPresentation
    }

    /// The art of the emoticon's own size; art of other sizes is looked at for mistakes only.
    private mutating func readArt(size: CellSize, palette: [Unicode.Scalar: ArtColour]) -> GlyphArt? {
        var result: GlyphArt?
        for (sizeName, value) in reader.object("art").sorted(by: { $0.key < $1.key }) {
            let key = "art." + HarmlessText.line(sizeName)
            guard case .object(let parts) = value else {
                reader.fail(key, "must be an object, not \(value.kind)")
                continue
            }
            guard let artSize = Self.size(sizeName) else {
                reader.fail(key, "must be named by its size, such as 4x2, up to 40x20")
                continue
            }
            let art = ArtManifest(parts, key: key, size: artSize, palette: palette).read(&reader)
            if artSize == size { result = art }
        }
        return result
    }

    private static func size(_ text: String) -> CellSize? { CodeGrammar.read(inside: "x:" + text)?.size }
}

/// Reads one glyph art of an emoticon: rows of glyphs, and rows of palette letters for both colours.
private struct ArtManifest {
    let parts: [String: JSONValue]
    let key: String
    let size: CellSize
    let palette: [Unicode.Scalar: ArtColour]

    init(_ parts: [String: JSONValue], key: String, size: CellSize, palette: [Unicode.Scalar: ArtColour]) {
        self.parts = parts
        self.key = key
        self.size = size
        self.palette = palette
    }

    func read(_ reader: inout ManifestReader) -> GlyphArt? {
        guard let glyphs = rows("glyphs", &reader), let foreground = rows("fg", &reader),
            let background = rows("bg", &reader)
        else { return nil }
        for row in glyphs where !row.allSatisfy(Self.isNarrow) {
            reader.fail(key + ".glyphs", "must be glyphs of one cell each")
            return nil
        }
        var cells: [[GlyphArt.Cell]] = []
        for y in glyphs.indices {
            var row: [GlyphArt.Cell] = []
            for x in glyphs[y].indices {
                guard let fg = colour(foreground[y][x], "fg", &reader), let bg = colour(background[y][x], "bg", &reader)
                else { return nil }
                row.append(GlyphArt.Cell(String(glyphs[y][x]), foreground: fg.colour, background: bg.colour))
            }
            cells.append(row)
        }
        return GlyphArt(rows: cells)
    }

    /// Rows of as many code points as the art is wide; blanks at the ends of a row count.
    private func rows(_ part: String, _ reader: inout ManifestReader) -> [[Unicode.Scalar]]? {
        let key = self.key + "." + part
        guard case .array(let values)? = parts[part] else {
            reader.fail(key, parts[part] == nil ? "is missing" : "must be a list")
            return nil
        }
        var rows: [[Unicode.Scalar]] = []
        for value in values {
            guard case .string(let text) = value else {
                reader.fail(key, "must be a list of texts")
                return nil
            }
            rows.append(Array(text.unicodeScalars))
        }
        guard rows.count == size.height, rows.allSatisfy({ $0.count == size.width }) else {
            reader.fail(key, "must be \(size.height) rows of \(size.width)")
            return nil
        }
        return rows
    }

    /// The colour of a palette letter; a dot is no colour. Nil is a mistake.
    private func colour(
        _ letter: Unicode.Scalar, _ part: String, _ reader: inout ManifestReader
    ) -> (colour: ArtColour?, Void)? {
        if letter == "." { return (nil, ()) }
        guard let colour = palette[letter] else {
            reader.fail(
                key + "." + part, "names a colour that is not in the palette: \(HarmlessText.line(String(letter)))")
            return nil
        }
        return (colour, ())
    }

    /// Whether a glyph is surely one cell wide: what art is drawn with. Controls, marks and wide characters are not.
    private static func isNarrow(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E, 0xA1...0x2FF, 0x370...0x3FF, 0x2010...0x2017, 0x2020...0x2027, 0x2030...0x205E,
            0x2070...0x20CF, 0x2100...0x23FF, 0x2460...0x27BF, 0x2800...0x2BFF, 0x1_FB00...0x1_FBFF:
            !scalar.properties.isEmojiPresentation && scalar.value != 0xAD
        default: false
        }
    }
}
