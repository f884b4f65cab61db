import Emoticons
import JSON
import RichText

/// Reads one glyph art of an emoticon: rows of glyphs, and rows of palette letters for both colours. One that moves says
/// how long it stands (`milliseconds`) and which pictures follow (`next`), each with the same keys.
struct ArtManifest {
    private let parts: [String: JSONValue]
    private let key: String
    private let size: CellSize
    private let palette: ArtPalette

    init(_ parts: [String: JSONValue], key: String, size: CellSize, palette: ArtPalette) {
        self.parts = parts
        self.key = key
        self.size = size
        self.palette = palette
    }

    func read(_ reader: inout ManifestReader) -> GlyphArt? {
        guard let glyphs = rows("glyphs", &reader), let foreground = rows("fg", &reader),
            let background = rows("bg", &reader)
        else { return nil }
        for row in glyphs where !row.unicodeScalars.allSatisfy(Self.isNarrow) {
            reader.fail(key + ".glyphs", "must be glyphs of one cell each")
            return nil
        }
        var cells: [[GlyphArt.Cell]] = []
        cells.reserveCapacity(size.height)
        for y in glyphs.indices {
            var row: [GlyphArt.Cell] = []
            row.reserveCapacity(size.width)
            var (fronts, backs) = (
                foreground[y].unicodeScalars.makeIterator(), background[y].unicodeScalars.makeIterator()
            )
            for glyph in glyphs[y].unicodeScalars {
                guard let fg = colour(fronts.next(), "fg", &reader), let bg = colour(backs.next(), "bg", &reader) else {
                    return nil
                }
                row.append(GlyphArt.Cell(String(glyph), foreground: fg.colour, background: bg.colour))
            }
            cells.append(row)
        }
        return GlyphArt(rows: cells)
    }

    /// The motion that begins with `art`; nil where nothing follows, or after a mistake.
    func readMotion(of art: GlyphArt, _ reader: inout ManifestReader) -> GlyphMotion? {
        guard let next = parts["next"] else { return nil }
        guard case .array(let values) = next else {
            reader.fail(key + ".next", "must be a list, not \(next.kind)")
            return nil
        }
        guard (1..<GlyphMotion.mostFrames).contains(values.count) else {
            reader.fail(key + ".next", "must be 1 to \(GlyphMotion.mostFrames - 1) pictures")
            return nil
        }
        var frames = [art]
        var times = [readTime(&reader)]
        for (number, value) in values.enumerated() {
            let key = "\(key).next.\(number + 1)"
            guard case .object(let parts) = value else {
                reader.fail(key, "must be an object, not \(value.kind)")
                return nil
            }
            let manifest = ArtManifest(parts, key: key, size: size, palette: palette)
            guard let frame = manifest.read(&reader) else { return nil }
            frames.append(frame)
            times.append(manifest.readTime(&reader))
        }
        return GlyphMotion(frames, milliseconds: times.compactMap { $0 })
    }

    private func readTime(_ reader: inout ManifestReader) -> Int? {
        if case .number(let number?)? = parts["milliseconds"], let time = Int(exactly: number),
            GlyphMotion.times.contains(time)
        {
            return time
        }
        let (least, most) = (GlyphMotion.times.lowerBound, GlyphMotion.times.upperBound)
        reader.fail(key + ".milliseconds", "must be a whole number from \(least) to \(most)")
        return nil
    }

    /// Rows of as many code points as the art is wide; blanks at the ends of a row count.
    private func rows(_ part: String, _ reader: inout ManifestReader) -> [String]? {
        let key = self.key + "." + part
        guard case .array(let values)? = parts[part] else {
            reader.fail(key, parts[part] == nil ? "is missing" : "must be a list")
            return nil
        }
        var rows: [String] = []
        rows.reserveCapacity(values.count)
        for value in values {
            guard case .string(let text) = value else {
                reader.fail(key, "must be a list of texts")
                return nil
            }
            rows.append(text)
        }
        guard rows.count == size.height, rows.allSatisfy({ $0.unicodeScalars.count == size.width }) else {
            reader.fail(key, "must be \(size.height) rows of \(size.width)")
            return nil
        }
        return rows
    }

    /// The colour of a palette letter; a dot is no colour. Nil is a mistake.
    private func colour(
        _ letter: Unicode.Scalar?, _ part: String, _ reader: inout ManifestReader
    ) -> (colour: ArtColour?, Void)? {
        guard let letter else { return nil }
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
        // Most of what is drawn with, among which there is no emoji.
        case 0x20...0x7E, 0x2500...0x25FC: true
        case 0xA1...0x2FF, 0x370...0x3FF, 0x2010...0x2017, 0x2020...0x2027, 0x2030...0x205E,
            0x2070...0x20CF, 0x2100...0x23FF, 0x2460...0x27BF, 0x2800...0x2BFF, 0x1_FB00...0x1_FBFF:
            !scalar.properties.isEmojiPresentation && scalar.value != 0xAD
        default: false
        }
    }
}
